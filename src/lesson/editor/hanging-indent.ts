/** A line that wraps goes on below where its code begins, not at the left edge. */
import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { hangingColumns } from '../code/hanging-columns.ts';

const mark = (columns: number): Decoration => Decoration.line({ attributes: { style: `--hang: ${columns}ch` } });

/** Of the lines on the screen: an unindented one needs no mark. */
function visibleMarks(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const columns = hangingColumns(line.text);
      if (columns > 0) builder.add(line.from, line.from, mark(columns));
      at = line.to + 1;
    }
  }
  return builder.finish();
}

class HangingIndent {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = visibleMarks(view);
  }

  update(update: ViewUpdate): void {
    if (update.docChanged || update.viewportChanged) this.decorations = visibleMarks(update.view);
  }
}

/** For an editor whose lines wrap; the theme reads `--hang`. */
export const hangingIndent = (): Extension => ViewPlugin.fromClass(HangingIndent, { decorations: (plugin) => plugin.decorations });
