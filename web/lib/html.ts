/** What views are made of: all that the page takes of lit-html. */

export { html, nothing, render, svg, type TemplateResult } from 'lit-html';
export { guard } from 'lit-html/directives/guard.js';
export { keyed } from 'lit-html/directives/keyed.js';
export { live } from 'lit-html/directives/live.js';
export { ref } from 'lit-html/directives/ref.js';
export { repeat } from 'lit-html/directives/repeat.js';
