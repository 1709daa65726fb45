/**
 * Looks whether the page came to its end. One that was cut off on its way would else be a blank page, or one that stops
 * in the middle. Nothing is relied on but the browser: what else belongs to the page may not have come.
 */

{
  const look = () => {
    if (document.getElementById('whole')) return;
    if (globalThis.incomplete) return globalThis.incomplete('page.cut');
    const text = document.createElement('p');
    text.textContent = 'This page arrived incomplete. Your games are safe.';
    const again = document.createElement('button');
    again.textContent = 'Load again';
    again.addEventListener('click', async () => {
      // A part of it may lie in the browser's cache.
      await fetch(location.href, { cache: 'reload' }).then(
        (response) => response.text(),
        () => '',
      );
      location.reload();
    });
    const told = document.createElement('div');
    told.id = 'unloaded';
    told.setAttribute('role', 'alert');
    told.append(text, again);
    told.style.cssText = 'margin: 16px; font: 17px/1.5 system-ui, sans-serif';
    again.style.cssText = 'padding: 10px 16px; font: inherit';
    document.documentElement.style.colorScheme = 'light dark';
    document.body.prepend(told);
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', look);
  else look();
}
