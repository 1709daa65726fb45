import { gameName, language, t, translated } from '../lib/i18n.ts';
import { LANGUAGES } from '../lib/languages.ts';
import type { PageWords, Puzzle } from '../protocol.d.ts';
import { asks } from '../state/describe.ts';
import type { Match, Meta } from '../state/game.d.ts';

/**
 * Prints a page that the rules have written: its content stands in this page, is shown only on paper, and goes when it has
 * been printed. Its style is set as a style sheet object, which the security policy allows; scripts in it do not run.
 * Meanwhile the style sheets of this page are for the screen alone, or they would reach what is printed.
 */

const STYLES = /<style>(.*?)<\/style>/gs; // the style elements of a page that the rules have written

function sheet(text: string, media: string) {
  const sheet = new CSSStyleSheet({ media });
  sheet.replaceSync(text);
  return sheet;
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
  const media = [...document.styleSheets, ...document.adoptedStyleSheets].map((sheet) => sheet.media);
  const unbound = media.filter(({ length }) => !length);
  for (const sheet of unbound) sheet.appendMedium('screen');
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
    for (const sheet of unbound) sheet.deleteMedium('screen');
    document.adoptedStyleSheets = before;
  };
  addEventListener('afterprint', clear, { once: true });
  print();
}

/** The words of a page about a game, with the end of its main line if there is one. */
export function pageWords({ key, name }: Pick<Meta, 'key' | 'name'>, match?: Pick<Match, 'end'> | null): PageWords {
  const white = { side: t('side.w') };
  const black = { side: t('side.b') };
  return {
    language: LANGUAGES[language()].tag,
    game: gameName({ key, name }),
    casual: t('printed.casual'),
    rated: t('printed.rated'),
    ended: match?.end ? translated(match.end) : '',
    white_wins: t('result.wins', white),
    black_wins: t('result.wins', black),
    draw: t('result.draw'),
    white_to_move: t('status.turn.side', white),
    black_to_move: t('status.turn.side', black),
    passes: t('moves.pass'),
    start: t('printed.start'),
    // The rules put the move in its place.
    after: t('printed.after', { move: '{move}' }),
    solutions: t('printed.solutions'),
    replay: t('printed.replay'),
    first: t('printed.first'),
    back: t('printed.back'),
    play: t('printed.play'),
    pause: t('printed.pause'),
    forward: t('printed.forward'),
    last: t('printed.last'),
    flip: t('keys.flip'),
    starting_position: t('printed.starting'),
    position_after: t('printed.position', { move: '{move}' }),
  };
}

/** What a printed puzzle asks, with the number of moves to find. */
export function printedTask(puzzle: Pick<Puzzle, 'goal' | 'side' | 'by' | 'turns'>) {
  const task = asks(puzzle);
  return puzzle.turns > 1 ? t('printed.task', { task, n: puzzle.turns }) : task;
}
