/**
 * Prints a page that the rules have written: its content stands in this page, is shown only on paper, and goes when it has
 * been printed. Its style is set as a style sheet object, which the security policy allows; scripts in it do not run.
 * Meanwhile the style sheets of this page are for the screen alone, or they would reach what is printed.
 */

const STYLES = /<style>(.*?)<\/style>/gs; // the style elements of a page that the rules have written

function sheet(text: string, media: string) {
  const made = new CSSStyleSheet({ media });
  made.replaceSync(text);
  return made;
}

export function printPage(html: string) {
  // A browser may not have told that the last one has been printed.
  dispatchEvent(new Event('afterprint'));
  // The parser would report a style element as a breach of the security policy.
  const styles = [...html.matchAll(STYLES)].map(([, style]) => style);
  const page = new DOMParser().parseFromString(html.replaceAll(STYLES, ''), 'text/html');
  for (const script of page.querySelectorAll('script')) script.remove();
  const element = document.createElement('div');
  element.id = 'printed';
  element.lang = page.documentElement.lang;
  element.append(...document.adoptNode(page.body).childNodes);
  document.body.append(element);
  const media = [...document.styleSheets, ...document.adoptedStyleSheets].map((one) => one.media);
  const unbound = media.filter(({ length }) => !length);
  for (const one of unbound) one.appendMedium('screen');
  const before = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [
    ...before,
    sheet('#printed { display: none; }', 'screen'),
    sheet('body > :not(#printed) { display: none !important; } #printed { display: block; }', 'print'),
    sheet(styles.join('\n'), 'print'),
  ];
  const { title } = document;
  document.title = page.title;
  const clear = () => {
    document.title = title;
    element.remove();
    for (const one of unbound) one.deleteMedium('screen');
    document.adoptedStyleSheets = before;
  };
  addEventListener('afterprint', clear, { once: true });
  print();
}
