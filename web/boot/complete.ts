/**
 * Tells the player when the page was cut off while it loaded, instead of showing a blank or half a page. It relies on
 * nothing but the browser, since the other scripts may be missing too.
 */

{
  /** Fetches files again, bypassing the browser's cache, which may hold damaged copies. */
  const refetch = (addresses: string[]) =>
    Promise.allSettled(addresses.map(async (one) => (await fetch(one, { cache: 'reload' })).text()));

  const look = () => {
    if (document.getElementById('whole')) {
      // Without early.ts the page works, but starts later. Fetch it again for the next visit.
      const early = [...document.scripts].map(({ src }) => src).filter((one) => /\/early\.js$/.test(one));
      if (!globalThis.incomplete) refetch(early);
      return;
    }
    if (globalThis.incomplete) return globalThis.incomplete('page.cut');
    const text = document.createElement('p');
    text.textContent = 'The page didn’t load completely. Your games are safe.';
    const again = document.createElement('button');
    again.textContent = 'Reload';
    again.addEventListener('click', async () => {
      await refetch([location.href]);
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
