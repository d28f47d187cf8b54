/** Marks lines that differ from the text that was last checked (or the start). */
import { type EditorState, type Extension, RangeSetBuilder, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { lineDiff } from './diff.ts';

const mark = Decoration.line({ class: 'cm-new' });

export function changedLines(before: string): Extension {
  const compute = (state: EditorState): DecorationSet => {
    const builder = new RangeSetBuilder<Decoration>();
    let line = 0;
    for (const piece of lineDiff(before, state.doc.toString())) {
      if (piece.type === 'removed') continue;
      line += 1;
      if (piece.type === 'added') {
        const { from } = state.doc.line(line);
        builder.add(from, from, mark);
      }
    }
    return builder.finish();
  };
  return StateField.define<DecorationSet>({
    create: compute,
    update: (marks, transaction) => (transaction.docChanged ? compute(transaction.state) : marks),
    provide: (field) => EditorView.decorations.from(field),
  });
}
