/** Writes each error under its line: what a squiggle says only to those who can point at it. */
import { type Diagnostic, setDiagnosticsEffect } from '@codemirror/lint';
import { type EditorState, type Extension, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';

class Message extends WidgetType {
  readonly text: string;
  readonly warning: boolean;
  constructor({ text, warning }: { readonly text: string; readonly warning: boolean }) {
    super();
    this.text = text;
    this.warning = warning;
  }
  override eq(other: Message): boolean {
    return other.text === this.text && other.warning === this.warning;
  }
  override toDOM(): HTMLElement {
    return Object.assign(document.createElement('div'), { className: this.warning ? 'msg warning' : 'msg', textContent: this.text });
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

/** The first error of each line, else its first warning: its first sentence. */
function linesOf(state: EditorState, diagnostics: readonly Diagnostic[]): DecorationSet {
  const first = new Map<number, { readonly text: string; readonly warning: boolean }>();
  for (const { from, message, severity } of diagnostics.toSorted((a, b) => Number(a.severity !== 'error') - Number(b.severity !== 'error') || a.from - b.from)) {
    const { to } = state.doc.lineAt(Math.min(from, state.doc.length));
    if ((severity === 'error' || severity === 'warning') && !first.has(to))
      first.set(to, { text: message.split('\n')[0] ?? message, warning: severity === 'warning' });
  }
  const widgets = [...first].map(([at, said]) =>
    Decoration.widget({ widget: new Message(said), block: true, side: 1 }).range(at),
  );
  return Decoration.set(widgets, true);
}
