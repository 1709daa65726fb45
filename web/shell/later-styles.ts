/** The style sheet that no board waits for: `index.html` names it, switched off. */

/** Switches it on, and waits for it: whatever is laid out by it calls this before it is shown. */
export async function laterStyles() {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][disabled]');
  if (!link) return;
  link.disabled = false;
  await new Promise((done) => {
    link.onload = link.onerror = done;
  });
}
