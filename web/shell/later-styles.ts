/** The style sheet that no board waits for: `index.html` names it, switched off; a page in one file has it in itself. */

/** Switches it on, and waits until it is here, whoever switched it on: what is laid out by it calls this first. */
export async function laterStyles() {
  const link = document.getElementById('later-styles') as HTMLLinkElement | null;
  if (!link) return;
  link.disabled = false;
  if (link.sheet) return;
  await new Promise((done) => {
    link.addEventListener('load', done, { once: true });
    link.addEventListener('error', done, { once: true });
  });
}
