/**
 * Prints a page that the rules have written: its content stands in this page, is shown only on paper, and goes when it has
 * been printed. Its style is set as a style sheet object, which the security policy allows; scripts in it do not run.
 * Meanwhile the style sheets of this page are for the screen alone, or they would reach what is printed.
 */

/** The style elements of a page that the rules have written. */
const STYLES = /<style>(.*?)<\/style>/gs;

/** What is printed, its style, and the media of this page's sheets. */
let printing: { element: HTMLElement; sheets: CSSStyleSheet[]; media: MediaList[] } | null = null;

function clear() {
  if (!printing) return;
  printing.element.remove();
  const { sheets, media } = printing;
  for (const one of media) one.deleteMedium('screen');
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => !sheets.includes(one));
  printing = null;
}

function sheet(text: string, media?: string) {
  const made = new CSSStyleSheet(media ? { media } : {});
  made.replaceSync(text);
  return made;
}

/**
 * Prints a whole HTML page.
 *
 * @param html as the rules write it
 */
export function printPage(html: string) {
  clear();
  // The parser would report a style element as a breach of the security policy.
  const styles = [...html.matchAll(STYLES)].map(([, style]) => style);
  const page = new DOMParser().parseFromString(html.replaceAll(STYLES, ''), 'text/html');
  const element = document.createElement('div');
  element.id = 'printed';
  element.lang = page.documentElement.lang;
  for (const script of page.querySelectorAll('script')) script.remove();
  element.append(...document.adoptNode(page.body).childNodes);
  const media = [...document.styleSheets, ...document.adoptedStyleSheets].map((one) => one.media);
  const unbound = media.filter(({ length }) => !length);
  for (const one of unbound) one.appendMedium('screen');
  const sheets = [
    sheet('#printed { display: none; }', 'screen'),
    sheet('body > :not(#printed) { display: none !important; } #printed { display: block; }', 'print'),
    sheet(styles.join('\n'), 'print'),
  ];
  document.body.append(element);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets];
  printing = { element, sheets, media: unbound };
  const title = document.title;
  document.title = page.title;
  addEventListener(
    'afterprint',
    () => {
      document.title = title;
      clear();
    },
    { once: true },
  );
  print();
}
