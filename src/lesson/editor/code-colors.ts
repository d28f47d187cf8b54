/** The editor's colors: Shiki's tokens as marks, with the classes of the text that stood there before. */
import { type EditorState, type Extension, RangeSetBuilder, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { emphasize } from '../code/emphasis.ts';
import type { Language } from '../code/language.ts';
import { type TokenKind, tokenClass } from '../code/lines.ts';
import { loadTokenizer, type TokenizedLine } from '../code/tokenizer.ts';

interface Colored {
  readonly lines: readonly TokenizedLine[];
  readonly marks: DecorationSet;
}

const markOf = new Map<TokenKind, Decoration>();
function mark(kind: TokenKind): Decoration {
  const known = markOf.get(kind) ?? Decoration.mark({ class: tokenClass[kind] });
  markOf.set(kind, known);
  return known;
}

/** @throws if the highlighter can't be fetched. */
export async function codeColors(language: Language): Promise<Extension> {
  const tokenize = await loadTokenizer(language);
  const color = (doc: Text, before: readonly TokenizedLine[]): Colored => {
    const lines = tokenize(doc.toString().split('\n'), before);
    return { lines, marks: marksOf(doc, language, lines) };
  };
  return StateField.define<Colored>({
    create: (state: EditorState) => color(state.doc, []),
    update: (colored, { docChanged, newDoc }) => (docChanged ? color(newDoc, colored.lines) : colored),
    provide: (field) => EditorView.decorations.from(field, ({ marks }) => marks),
  });
}

function marksOf(doc: Text, language: Language, lines: readonly TokenizedLine[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  emphasize(language, lines.map(({ tokens }) => tokens)).forEach((tokens, index) => {
    let at = doc.line(index + 1).from;
    for (const { kind, text } of tokens) {
      // A prompt is drawn beside the text, not a part of it.
      if (kind === 'prompt') continue;
      if (kind !== undefined && text !== '') builder.add(at, at + text.length, mark(kind));
      at += text.length;
    }
  });
  return builder.finish();
}
