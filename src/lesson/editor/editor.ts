/** The exercise's editor: CodeMirror with hand-picked parts. Loaded when the learner first enters the code. */
import {
  autocompletion,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { type Diagnostic, linter, lintKeymap } from '@codemirror/lint';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers, tooltips } from '@codemirror/view';
import { changedLines } from './changed-lines.ts';
import { codeLayout } from './code-layout.ts';
import { errorLines } from './error-lines.ts';
import { hangingIndent } from './hanging-indent.ts';
import { editorTheme } from './theme.ts';
import type { Lint, TypeService } from './protocol.ts';
import { type FileWatches, watchLines } from './watches.ts';

export interface EditorOptions {
  readonly parent: HTMLElement;
  /** Also tells the language: `reconcile.ts`, `web.yaml`. */
  readonly path: string;
  readonly text: string;
  /** Lines that differ from these carry an amber edge. */
  readonly checked?: string;
  readonly readOnly?: boolean;
  /** The input of a cell: without line numbers. */
  readonly cell?: boolean;
  /** For screen readers. */
  readonly label: string;
  /** What colors the text (`codeColors`); absent: it stays plain. */
  readonly colors?: Extension;
  readonly types?: TypeService;
  /** Expressions that are watched in this file, and how to watch more. */
  readonly watches?: FileWatches;
  onChange?(text: string): void;
  /** Lines with type errors, from 1, in order. */
  onErrors?(lines: readonly number[]): void;
  /** Line and column from 1. */
  onPlace?(line: number, column: number): void;
  /** Mod+S. */
  onSave?(): void;
  /** Mod+Enter, Shift+Enter. */
  onRun?(): void;
}

export interface Editor {
  readonly view: EditorView;
  /** Puts the cursor there (line and column from 1) and shows it: in the middle, or, where it is in sight already, as it stands. */
  goTo(line: number, column?: number, place?: 'center' | 'nearest'): void;
  /** Replaces the text as one undoable change. */
  replace(text: string): void;
  destroy(): void;
}

export function openEditor(options: EditorOptions): Editor {
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({ doc: options.text, extensions: extensions(options) }),
  });
  return {
    view,
    goTo(line, column = 1, place = 'center') {
      const at = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
      const anchor = Math.min(at.from + column - 1, at.to);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: place }) });
      view.focus();
    },
    replace: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    destroy: () => view.destroy(),
  };
}

function extensions(options: EditorOptions): Extension[] {
  const { path, types } = options;
  const typescript = path.endsWith('.ts');
  // The checker may have an older text of this file.
  if (typescript) void types?.updateFile({ path, code: options.text }).catch(() => {});
  return [
    options.watches === undefined || !typescript ? [] : watchLines(options.watches),
    options.cell === true ? [] : [lineNumbers(), highlightActiveLine(), changedLines(options.checked ?? options.text)],
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    editorTheme(options.cell === true),
    // In the column of the lesson the panel beside it would cover their right part.
    tooltips({ parent: document.body }),
    // A cell's text stands as it stood before it was touched; its lines are short.
    options.cell === true ? [] : [EditorView.lineWrapping, hangingIndent()],
    options.colors ?? [],
    codeLayout(typescript),
    // The content is what scrolls, and says so: a text that can't be typed into is otherwise out of a keyboard's reach.
    EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0' }),
    options.readOnly === true ? [EditorState.readOnly.of(true)] : tabKeys(),
    keymap.of([
      { key: 'Mod-s', preventDefault: true, run: () => call(options.onSave) },
      { key: 'Mod-Enter', run: () => call(options.onRun) },
      { key: 'Shift-Enter', run: () => call(options.onRun) },
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      ...completionKeymap,
      ...lintKeymap,
    ]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) {
        const code = update.state.doc.toString();
        void types?.updateFile({ path, code }).catch(() => {});
        options.onChange?.(code);
      }
      if (update.selectionSet || update.docChanged) place(update.state, options);
    }),
    types === undefined || !typescript ? [] : typed(options, types),
  ];
}

/** Tells and says that the key is used. */
function call(callback: (() => void) | undefined): boolean {
  callback?.();
  return callback !== undefined;
}

function place(state: EditorState, options: EditorOptions): void {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  options.onPlace?.(line.number, head - line.from + 1);
}

/** Tab indents only once something was typed; Escape gives it back, so that Escape, Tab leaves the editor. */
function tabKeys(): Extension {
  let typing = false;
  return [
    EditorView.domEventHandlers({
      focus: () => {
        typing = false;
      },
    }),
    EditorView.updateListener.of((update) => {
      if (
        update.transactions.some((transaction) => transaction.isUserEvent('input') || transaction.isUserEvent('delete'))
      )
        typing = true;
    }),
    keymap.of([{ key: 'Tab', run: (view) => typing && indentMore(view), shift: (view) => typing && indentLess(view) }]),
    // Also where a list of completions takes the Escape for itself.
    Prec.highest(
      EditorView.domEventHandlers({
        keydown: ({ key }) => {
          if (key === 'Escape') typing = false;
          return false;
        },
      }),
    ),
  ];
}

/** Errors, completion and hover from the type checker. Where it couldn't be loaded, there are none. */
function typed(options: EditorOptions, types: TypeService): Extension {
  const { path } = options;
  return [
    errorLines(),
    linter(
      async (view): Promise<Diagnostic[]> => {
        const lints = await types.getLints({ path }).catch((): readonly Lint[] => []);
        const { length } = view.state.doc;
        const fitting = lints.filter(({ to }) => to <= length);
        const errors = fitting.filter(({ severity }) => severity === 'error');
        options.onErrors?.(errors.map(({ from }) => view.state.doc.lineAt(from).number).toSorted((a, b) => a - b));
        return fitting.map((lint) => ({ ...lint }));
      },
      { delay: 300 },
    ),
    autocompletion({
      override: [
        async ({ pos, explicit, state }): Promise<CompletionResult | null> => {
          await types.updateFile({ path, code: state.doc.toString() }).catch(() => {});
          const found = await types.getAutocompletion({ path, pos, explicit }).catch(() => null);
          if (found === null) return null;
          // A list that isn't whole yet is requested anew with each letter.
          const whole = found.partial ? {} : { validFor: /^\w*$/ };
          return { from: found.from, options: [...found.options], ...whole };
        },
      ],
    }),
    hoverTooltip(async (_view, pos) => {
      const found = await types.getHover({ path, pos }).catch(() => null);
      if (found === null) return null;
      return { pos: found.from, end: found.to, create: () => ({ dom: hoverBox(found.code, found.words) }) };
    }),
  ];
}

function hoverBox(code: string, words: string): HTMLElement {
  const box = document.createElement('div');
  box.className = 'ed-hover';
  box.append(Object.assign(document.createElement('pre'), { textContent: code }));
  if (words !== '') box.append(Object.assign(document.createElement('p'), { textContent: words }));
  return box;
}
