/**
 * The editor of the game lab: Python as text, by CodeMirror. It says what is typed, and knows nothing of games.
 *
 * It lives in a shadow tree. There CodeMirror adopts its style sheets, while in the document it would write them into an
 * element, which the content policy forbids.
 */

import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completeFromList,
  completionKeymap,
  ifNotIn,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { globalCompletion, localCompletionSource, pythonLanguage } from '@codemirror/lang-python';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import {
  Annotation,
  EditorState,
  type Extension,
  type Line,
  Prec,
  type Range,
  RangeSet,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutterLineClass,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  WidgetType,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { changes } from '../../lib/changed-lines.ts';

const INDENT_COLUMNS = 4;

/** What is wrong with a text in a line, counted from 1; line 0: with the whole of it, which is not marked. */
export interface Fault {
  line: number;
  text: string;
}

/** A name of the contract, which is offered while one types, and what it is, in plain text. */
export interface Name {
  name: string;
  about: string;
}

export interface Editor {
  text(): string;
  // Lines that are not in the original are marked. Not told to `onchange`; can be undone unless the original is another one.
  set(text: string, original: string): void;
  show(fault: Fault | null): void; // goes to its line and leaves the focus where it is; it moves with the line as one types
  destroy(): void;
}

interface EditorOptions {
  names: Name[];
  label: string;
  phrases: Record<string, string>; // what CodeMirror says to screen readers, by its English
  onchange(text: string): void; // as a person changes it
  onplay(): void;
}

/** Marks a change that `set` makes. */
const isSet = Annotation.define<true>();

/**
 * Fills `host`, a row whose height and border are its own. The page hears of no key that is pressed in it, and of no text
 * dropped on it.
 */
export function mountEditor(host: HTMLElement, options: EditorOptions): Editor {
  host.addEventListener('keydown', (event) => event.stopPropagation());
  host.addEventListener('drop', (event) => {
    if (event.dataTransfer?.files.length) return;
    event.stopPropagation();
    dispatchEvent(new DragEvent('dragleave')); // to the page the drag has left it
  });
  const extensions = behaviour(options);
  const begin = (text: string, original: string) =>
    EditorState.create({
      doc: text,
      extensions: [extensions, compared.init(({ doc }) => comparison(doc, original))],
    });
  const view = new EditorView({
    state: begin('', ''),
    parent: host.attachShadow({ mode: 'open' }),
  });
  const text = () => view.state.doc.toString();
  return {
    text,
    set(wanted, original) {
      if (wanted === text()) view.dispatch({ effects: compareWith.of(original) });
      else if (original !== view.state.field(compared).original) view.setState(begin(wanted, original));
      else view.dispatch({ changes: replacement(text(), wanted), annotations: isSet.of(true) });
    },
    show(fault) {
      view.dispatch({ effects: showFault.of(fault) });
      if (!fault?.line) return;
      const { from } = lineAt(view.state.doc, fault.line);
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    },
    destroy: () => view.destroy(),
  };
}

/** The change from one text to another, without what they begin and end with alike: the cursor stays where it can. */
function replacement(text: string, wanted: string) {
  let [from, to, end] = [0, text.length, wanted.length];
  while (from < Math.min(to, end) && text[from] === wanted[from]) from++;
  while (Math.min(to, end) > from && text[to - 1] === wanted[end - 1]) {
    to--;
    end--;
  }
  return { from, to, insert: wanted.slice(from, end) };
}

/** The line of this number; the nearest one that there is. */
const lineAt = (doc: Text, line: number) => doc.line(Math.min(Math.max(line, 1), doc.lines));

function behaviour({ names, label, phrases, onchange, onplay }: EditorOptions): Extension {
  const play = (view: EditorView) => {
    closeCompletion(view);
    onplay();
    return true;
  };
  return [
    Prec.highest(keymap.of([{ key: 'Mod-Enter', run: play }])),
    keymap.of([
      { key: 'Tab', run: acceptCompletion },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
    pythonLanguage,
    indentUnit.of(' '.repeat(INDENT_COLUMNS)),
    EditorState.phrases.of(phrases),
    EditorState.tabSize.of(INDENT_COLUMNS),
    history(),
    lineNumbers(),
    highlightSpecialChars(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ override: completions(names), icons: false }),
    shown,
    announcement,
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.domEventHandlers({
      drop: (event) => Boolean(event.dataTransfer?.files.length), // files are the page's
      beforeinput: typeOver,
    }),
    EditorView.updateListener.of(({ docChanged, state, transactions }) => {
      if (docChanged && !transactions.some((one) => one.annotation(isSet))) onchange(state.doc.toString());
    }),
    syntaxHighlighting(colours),
    theme,
  ];
}

/**
 * Types over what is selected. Left to the browser, the text would look as the replaced one did, by a style attribute, which
 * the content policy forbids.
 */
function typeOver(event: InputEvent, view: EditorView) {
  const { data, inputType, isComposing, cancelable } = event;
  const { state } = view;
  const { from, to, empty } = state.selection.main;
  if (inputType !== 'insertText' || !data || isComposing || !cancelable || empty || state.readOnly) return false;
  const insert = () => state.update(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
  // As brackets are put around it.
  const isTaken = state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert));
  if (!isTaken) view.dispatch(insert());
  return true;
}

/** The names of the contract come first, and once, also where the text defines them; the word that is typed never. */
function completions(names: Name[]): CompletionSource[] {
  const known = new Set(names.map(({ name }) => name));
  const listed = names.map(({ name, about }) => ({ label: name, info: about, boost: 1 }));
  const local = (context: CompletionContext) => {
    const found = localCompletionSource(context);
    if (!found) return null;
    const typed = context.state.sliceDoc(found.from, context.pos);
    return { ...found, options: found.options.filter(({ label }) => label !== typed && !known.has(label)) };
  };
  return [ifNotIn(['String', 'FormatString', 'Comment'], completeFromList(listed)), local, globalCompletion];
}

/** The message of a fault, below its line. */
class Message extends WidgetType {
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  override eq(other: Message) {
    return other.text === this.text;
  }

  toDOM() {
    const element = document.createElement('div');
    element.className = 'fault-message';
    element.append(document.createElement('div'));
    element.firstElementChild?.append(this.text);
    return element;
  }
}

/** A class for the number of a line. */
const numberClass = (name: string) =>
  new (class extends GutterMarker {
    override elementClass = name;
  })();

const faulty = numberClass('fault');
const changed = numberClass('changed');
const cutBefore = numberClass('cut-before');
const cutAfter = numberClass('cut-after');

const showFault = StateEffect.define<Fault | null>();

interface Shown {
  lines: DecorationSet;
  numbers: RangeSet<GutterMarker>;
}

/** The text of a line without its indentation; none where it has no other. */
function underlined({ from, text }: Line) {
  const [start, end] = [text.search(/\S/), text.trimEnd().length];
  return start < 0 ? [] : [Decoration.mark({ class: 'fault-text' }).range(from + start, from + end)];
}

function marked(doc: Text, fault: Fault | null): Shown {
  if (!fault?.line) return { lines: Decoration.none, numbers: RangeSet.empty };
  const at = lineAt(doc, fault.line);
  const lines = [
    Decoration.line({ class: 'fault' }).range(at.from),
    ...underlined(at),
    Decoration.widget({ widget: new Message(fault.text), block: true, side: 1 }).range(at.to),
  ];
  return { lines: Decoration.set(lines, true), numbers: RangeSet.of(faulty.range(at.from)) };
}

const shown = StateField.define<Shown>({
  create: (state) => marked(state.doc, null),
  update(found, { changes, effects, newDoc, docChanged }) {
    const asked = effects.findLast((effect) => effect.is(showFault));
    if (asked) return marked(newDoc, asked.value);
    return docChanged ? { lines: found.lines.map(changes), numbers: found.numbers.map(changes) } : found;
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ lines }) => lines),
    gutterLineClass.from(field, ({ numbers }) => numbers),
  ],
});

/** Tells a screen reader what is wrong in a line that the cursor comes to: it reads the line alone. */
const announcement = EditorState.transactionExtender.of(({ startState, newDoc, newSelection, docChanged }) => {
  if (docChanged) return null;
  const line = newDoc.lineAt(newSelection.main.head);
  if (line.from === newDoc.lineAt(startState.selection.main.head).from) return null;
  const messages: string[] = [];
  startState.field(shown).lines.between(line.from, line.to, (_from, _to, { spec }) => {
    if (spec.widget instanceof Message) messages.push(spec.widget.text);
  });
  return messages.length ? { effects: EditorView.announce.of(messages.join('\n')) } : null;
});

const compareWith = StateEffect.define<string>();

/** The numbers of the lines that are not as in the original. */
interface Comparison {
  original: string;
  numbers: RangeSet<GutterMarker>;
}

function comparison(doc: Text, original: string): Comparison {
  const found = changes(doc.toString().split('\n'), original.split(/\r?\n/));
  const start = (index: number) => doc.line(index + 1).from;
  const numbers: Range<GutterMarker>[] = [
    ...found.changed.map((index) => changed.range(start(index))),
    ...found.cut.map((index) =>
      index < doc.lines ? cutBefore.range(start(index)) : cutAfter.range(start(doc.lines - 1)),
    ),
  ];
  return { original, numbers: RangeSet.of(numbers, true) };
}

const compared = StateField.define<Comparison>({
  create: ({ doc }) => comparison(doc, doc.toString()),
  update(found, { effects, newDoc, docChanged }) {
    const asked = effects.findLast((effect) => effect.is(compareWith));
    return asked || docChanged ? comparison(newDoc, asked?.value ?? found.original) : found;
  },
  provide: (field) => gutterLineClass.from(field, ({ numbers }) => numbers),
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--bronze-ink)' },
  { tag: [tags.string, tags.number, tags.bool, tags.null], color: 'var(--verdigris-ink)' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: [tags.definition(tags.variableName), tags.definition(tags.className)], fontWeight: '600' },
  { tag: tags.function(tags.definition(tags.variableName)), fontWeight: '600' },
  { tag: tags.meta, color: 'var(--soft)' },
  { tag: tags.invalid, color: 'var(--danger)' },
]);

const GUTTER = '2.5em'; // how wide the numbers of up to three digits are

const theme = EditorView.theme({
  '&': {
    boxSizing: 'border-box',
    flex: '1',
    borderRadius: 'inherit',
    overflow: 'hidden',
    color: 'var(--ink)',
    background: 'var(--raise)',
    fontSize: '0.875rem',
  },
  '&.cm-focused': { outline: 'none' }, // its place has one
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    lineHeight: '1.5',
    overscrollBehavior: 'contain',
    containerType: 'inline-size',
  },
  // A phone enlarges the whole page where it is to enter smaller text.
  '@media (pointer: coarse)': { '.cm-scroller': { fontSize: '1rem' } },
  '.cm-content': { caretColor: 'var(--ink)', padding: 'var(--space-2) 0' },
  '.cm-content ::selection': { background: 'color-mix(in srgb, var(--bronze) 30%, transparent)' },
  '.cm-gutters': { color: 'var(--soft)', background: 'var(--sunk)', borderRight: '1px solid var(--line)' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: GUTTER, padding: '0 var(--space-2) 0 var(--space-1)' },
  '.cm-gutterElement.changed': { boxShadow: 'inset -3px 0 var(--verdigris)' },
  '.cm-gutterElement.cut-before': { boxShadow: 'inset 0 2px var(--verdigris)' },
  '.cm-gutterElement.cut-after': { boxShadow: 'inset 0 -2px var(--verdigris)' },
  '.cm-gutterElement.fault': { color: 'var(--on-danger)', background: 'var(--danger)', fontWeight: '600' },
  '.cm-line.fault, .fault-message': { background: 'color-mix(in srgb, var(--danger) 10%, transparent)' },
  '.fault-text': { textDecoration: 'underline wavy var(--danger) 1px', textUnderlineOffset: '3px' },
  // It stays in sight, and as wide as that is, where the text is scrolled to the side.
  '.fault-message > div': {
    boxSizing: 'border-box',
    position: 'sticky',
    left: GUTTER,
    width: `calc(100cqi - ${GUTTER} - 2px)`,
    padding: 'var(--space-1) var(--space-2) var(--space-2)',
    color: 'var(--danger)',
    fontFamily: 'var(--sans)',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  '&.cm-focused .cm-matchingBracket': { background: 'none', outline: '1px solid var(--verdigris)' },
  '&.cm-focused .cm-nonmatchingBracket': { background: 'none', outline: '1px solid var(--danger)' },
  '.cm-specialChar': { color: 'var(--danger)' },
  '.cm-tooltip': {
    color: 'var(--ink)',
    background: 'var(--raise)',
    border: '1px solid var(--strong-line)',
    borderRadius: 'var(--space-1)',
    boxShadow: 'var(--lift)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '12em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: 'var(--space-1) var(--space-2)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--on-bronze)', background: 'var(--bronze)' },
  '.cm-tooltip.cm-completionInfo': {
    padding: 'var(--space-2)',
    maxWidth: '20rem',
    fontFamily: 'var(--sans)',
    whiteSpace: 'pre-wrap',
  },
  '.cm-snippetField': { background: 'color-mix(in srgb, var(--bronze) 20%, transparent)' },
});
