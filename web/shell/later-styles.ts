/** The style sheets that no board waits for: `index.html` names them, switched off. */

/** Switches them on. The first panel that needs one of them calls this. */
export function useLaterStyles() {
  for (const link of document.querySelectorAll('link[rel="stylesheet"][disabled]')) {
    (link as HTMLLinkElement).disabled = false;
  }
}
