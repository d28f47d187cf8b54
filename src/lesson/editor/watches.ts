/** Watch expressions in the editor: marks in the gutter, the last value at the line's end, and the field one is typed into. */
import { type EditorState, type Extension, RangeSet, StateEffect, StateField, type Transaction } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter, keymap, type PanelConstructor, showPanel, ViewPlugin, WidgetType } from '@codemirror/view';
import { type WatchPanel, watchPanel } from './watch-panel.ts';
import { type English, tr } from '../words/words.ts';

export interface WatchMark {
  readonly id: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** What it was last. */
  readonly value?: string;
  readonly problem?: string;
}

/** The expressions of the file in the editor. */
export interface FileWatches {
  /** Calls the listener at once, and whenever they or their values change; returns what ends that. */
  subscribe(listener: (marks: readonly WatchMark[]) => void): () => void;
  add(line: number, text: string): void;
  change(id: string, text: string): void;
  remove(id: string): void;
  /** Their lines have moved with the text, by id. */
  moved(lines: Readonly<Record<string, number>>): void;
}

/** What a palette sends to the editor that has the focus. */
export const watchEvent = 'converge-watch';

interface Placed extends WatchMark {
  /** Where its line begins. */
  readonly from: number;
}

const setMarks = StateEffect.define<readonly WatchMark[]>();
/** The line that the panel is about: where it begins, and the panel, which stays the same while the text moves. */
interface PanelLine {
  readonly at: number;
  readonly panel: PanelConstructor;
}
const setPanelLine = StateEffect.define<PanelLine | null>();

const marks = StateField.define<readonly Placed[]>({
  create: () => [],
  update(placed, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return place(transaction.state, effect.value);
    return transaction.docChanged ? follow(placed, transaction) : placed;
  },
});

function place(state: EditorState, given: readonly WatchMark[]): readonly Placed[] {
  const { doc } = state;
  return given.map((mark) => ({ ...mark, from: doc.line(Math.min(Math.max(1, mark.line), doc.lines)).from }));
}

/** A mark stays with its line's text; where all of it was replaced, with its number. */
function follow(placed: readonly Placed[], { state, changes, startState }: Transaction): readonly Placed[] {
  let whole = false;
  changes.iterChangedRanges((from, to) => {
    whole ||= from === 0 && to === startState.doc.length;
  });
  if (whole) return place(state, placed);
  return placed.map((mark) => {
    const { from, number } = state.doc.lineAt(changes.mapPos(mark.from, 1));
    return { ...mark, from, line: number };
  });
}

class Dot extends GutterMarker {
  readonly bad: boolean;
  constructor(bad: boolean) {
    super();
    this.bad = bad;
  }
  override eq(other: Dot): boolean {
    return other.bad === this.bad;
  }
  override toDOM(): HTMLElement {
    return Object.assign(document.createElement('span'), { className: this.bad ? 'cm-watch bad' : 'cm-watch' });
  }
}
const dots = { good: new Dot(false), bad: new Dot(true) };

class Value extends WidgetType {
  readonly text: string;
  readonly bad: boolean;
  /** What the pointer is told, when there is more to say. */
  readonly title: string;
  constructor(text: string, bad: boolean, title: string) {
    super();
    this.text = text;
    this.bad = bad;
    this.title = title;
  }
  override eq(other: Value): boolean {
    return other.text === this.text && other.bad === this.bad && other.title === this.title;
  }
  // The list below the editor says the same to those who don't see it here.
  override toDOM(): HTMLElement {
    const dom = Object.assign(document.createElement('span'), { className: this.bad ? 'cm-watch-value bad' : 'cm-watch-value', textContent: this.text, title: this.title });
    dom.setAttribute('aria-hidden', 'true');
    return dom;
  }
}

const longest = 80;
const notReached: English = 'No call has reached this line since you added the expression. It gets a value when your code runs the line.';

function valuesOf(state: EditorState): DecorationSet {
  const widgets = state.field(marks).map(({ from, text, value, problem }) => {
    const words = problem ?? (value === undefined ? tr('not reached yet') : value);
    const whole = `${text} = ${words}`;
    const short = whole.length <= longest ? whole : `${whole.slice(0, longest - 1)}…`;
    const title = problem === undefined && value === undefined ? tr(notReached) : '';
    return Decoration.widget({ widget: new Value(short, problem !== undefined, title), side: 1 }).range(state.doc.lineAt(from).to);
  });
  return Decoration.set(widgets, true);
}

const panelLine = StateField.define<PanelLine | null>({
  create: () => null,
  update(now, transaction) {
    for (const effect of transaction.effects) if (effect.is(setPanelLine)) return effect.value;
    return now === null || !transaction.docChanged ? now : { ...now, at: transaction.changes.mapPos(now.at, 1) };
  },
  provide: (field) => showPanel.from(field, (now) => now?.panel ?? null),
});

/** Asks for the expression of the line at `from`; the panel takes the focus. */
function ask(view: EditorView, from: number, watches: FileWatches): boolean {
  const line = view.state.doc.lineAt(from);
  view.dispatch({ effects: setPanelLine.of({ at: line.from, panel: () => watchPanel(panelOf(view, line.number, watches)) }) });
  return true;
}

export function watchLines(watches: FileWatches): Extension {
  return [
    marks,
    panelLine,
    gutter({
      class: 'cm-watch-gutter',
      markers: ({ state }) => RangeSet.of(state.field(marks).map(({ from, problem }) => (problem === undefined ? dots.good : dots.bad).range(from)), true),
      initialSpacer: () => dots.good,
      domEventHandlers: {
        mousedown(view, { from }, event) {
          event.preventDefault();
          return ask(view, from, watches);
        },
      },
    }),
    EditorView.decorations.compute([marks, 'doc'], valuesOf),
    keymap.of([{ key: 'Mod-Shift-b', preventDefault: true, run: (view) => ask(view, view.state.selection.main.head, watches) }]),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) watches.moved(Object.fromEntries(state.field(marks).map(({ id, line }) => [id, line])));
    }),
    heard(watches),
  ];
}

function panelOf(view: EditorView, line: number, watches: FileWatches): WatchPanel {
  const there = view.state.field(marks).find((mark) => mark.line === line);
  return {
    line,
    text: there?.text ?? '',
    done(text) {
      const at = view.state.field(panelLine)?.at ?? 0;
      if (there === undefined && text !== '') watches.add(view.state.doc.lineAt(at).number, text);
      else if (there !== undefined && text === '') watches.remove(there.id);
      else if (there !== undefined && text !== there.text) watches.change(there.id, text);
    },
    close() {
      view.dispatch({ effects: setPanelLine.of(null) });
      view.focus();
    },
  };
}

/** Takes in what the list says, and what a palette asks. */
function heard(watches: FileWatches): Extension {
  return ViewPlugin.define((view) => {
    let gone = false;
    // An update may be under way when the list tells: it comes after it.
    const stop = watches.subscribe((given) => {
      queueMicrotask(() => {
        if (!gone && !equal(given, view.state.field(marks))) view.dispatch({ effects: setMarks.of(given) });
      });
    });
    const onask = (): void => void ask(view, view.state.selection.main.head, watches);
    view.dom.addEventListener(watchEvent, onask);
    return {
      destroy() {
        gone = true;
        stop();
        view.dom.removeEventListener(watchEvent, onask);
      },
    };
  });
}

function equal(a: readonly WatchMark[], b: readonly WatchMark[]): boolean {
  if (a.length !== b.length) return false;
  const words = ({ id, line, text, value, problem }: WatchMark): string => JSON.stringify([id, line, text, value, problem]);
  return a.every((mark, index) => words(mark) === words(b[index] ?? mark));
}
