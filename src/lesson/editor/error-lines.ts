/** Writes each error under its line: what a squiggle says only to those who can point at it. */
import { type Diagnostic, setDiagnosticsEffect } from '@codemirror/lint';
import { type EditorState, type Extension, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';

class Message extends WidgetType {
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
  override eq(other: Message): boolean {
    return other.text === this.text;
  }
  override toDOM(): HTMLElement {
    return Object.assign(document.createElement('div'), { className: 'msg', textContent: this.text });
  }
}

export function errorLines(): Extension {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(lines, transaction) {
      for (const effect of transaction.effects) {
        if (effect.is(setDiagnosticsEffect)) return linesOf(transaction.state, effect.value);
      }
      return transaction.docChanged ? lines.map(transaction.changes) : lines;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

/** The first error of each line, its first sentence. */
function linesOf(state: EditorState, diagnostics: readonly Diagnostic[]): DecorationSet {
  const first = new Map<number, string>();
  for (const { from, message, severity } of diagnostics.toSorted((a, b) => a.from - b.from)) {
    const { to } = state.doc.lineAt(Math.min(from, state.doc.length));
    if (severity === 'error' && !first.has(to)) first.set(to, message.split('\n')[0] ?? message);
  }
  const widgets = [...first].map(([at, text]) =>
    Decoration.widget({ widget: new Message(text), block: true, side: 1 }).range(at),
  );
  return Decoration.set(widgets, true);
}
