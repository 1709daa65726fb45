"""The style and the script of a page that replays a game."""

STYLE = """
.replay { display: grid; grid-template-columns: minmax(16rem, 26rem) 1fr; gap: 1.5rem; align-items: start; }
.controls { display: flex; gap: .3rem; justify-content: center; margin-top: .5rem; }
.controls[hidden] { display: none; }
.controls button { font-size: 1.2rem; min-width: 44px; min-height: 44px; border: 1px solid var(--line);
  border-radius: .4rem; background: #f6f4ef; color: inherit; cursor: pointer; }
.moves { line-height: 2; } .moves button { font: inherit; color: inherit; background: none; border: 0;
  border-radius: .3rem; padding: .1rem .3rem; min-height: 24px; cursor: pointer; }
.moves button:hover { background: #eee8dc; }
.moves button[aria-current] { background: #1d5fa8; color: #fff; }
.variation { color: #555; } .note { font-style: italic; }
button:focus-visible { outline: 3px solid #1d5fa8; outline-offset: 1px; }
#comment { min-height: 3em; }
@media (max-width: 42rem) { .replay { grid-template-columns: 1fr; } }
@media print { .moves button[aria-current] { background: none; color: inherit; } }
"""

SCRIPT = """
(() => {
  'use strict';
  const { nodes, board, start, words } = JSON.parse(document.getElementById('game').textContent);
  const names = Object.keys(board.places[0]);
  const SVG = 'http://www.w3.org/2000/svg';
  const PLAY_MS = 900;
  const svg = document.querySelector('#board svg');
  const comment = document.getElementById('comment');
  const playButton = document.getElementById('play');
  const moves = [...document.querySelectorAll('.moves button')];
  const buttons = new Map(moves.map((one) => [Number(one.dataset.node), one]));
  let here = start;
  let flipped = 0;
  let timer = 0;

  const add = (tag, attributes) => {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    svg.append(made);
  };

  function draw() {
    const node = nodes[here];
    const [, , width, height] = svg.getAttribute('viewBox').split(' ');
    svg.replaceChildren();
    for (const name of ['squares', `edge${flipped}`]) add('use', { href: `#${name}`, width, height });
    names.forEach((name, index) => {
      const [x, y] = board.places[flipped][name];
      const piece = node.rows[index];
      if (piece !== '.') add('use', { href: `#${piece}`, x, y, width: 10, height: 10 });
      if (node.path.length && (name === node.path[0] || name === node.path.at(-1)))
        add('rect', { class: 'mark', x: x + 0.5, y: y + 0.5, width: 9, height: 9 });
    });
    comment.textContent = [node.comment, node.ended].filter(Boolean).join(' ');
    for (const [id, button] of buttons) {
      if (id === here) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    const button = buttons.get(here);
    svg.setAttribute('aria-label', button ? words.after.split('{move}').join(button.textContent) : words.start);
    button?.scrollIntoView({ block: 'nearest' });
    if (node.next === null) stop();
  }

  function go(id) {
    if (id === null || id === undefined) return;
    here = id;
    draw();
  }

  function last() {
    let id = here;
    while (nodes[id].next !== null) id = nodes[id].next;
    go(id);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    playButton.textContent = '▶▶';
    playButton.setAttribute('aria-label', words.play);
  }

  function play() {
    if (timer) {
      stop();
      return;
    }
    if (nodes[here].next === null) go(start);
    timer = setInterval(() => go(nodes[here].next), PLAY_MS);
    playButton.textContent = '❚❚';
    playButton.setAttribute('aria-label', words.pause);
  }

  const actions = {
    first: () => go(start),
    back: () => go(nodes[here].parent),
    forward: () => go(nodes[here].next),
    last,
    play,
    flip: () => {
      flipped = 1 - flipped;
      draw();
    },
  };
  for (const [id, action] of Object.entries(actions))
    document.getElementById(id).addEventListener('click', () => {
      if (id !== 'play' && id !== 'flip') stop();
      action();
    });
  for (const [id, button] of buttons)
    button.addEventListener('click', () => {
      stop();
      go(id);
    });
  const keys = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' };
  document.addEventListener('keydown', (event) => {
    const id = event.altKey || event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (!id) return;
    event.preventDefault();
    stop();
    actions[id]();
  });
  document.querySelector('.controls').hidden = false;
  draw();
})();
"""
