/** Parts of documents that are generated: each between two marks. */

/** The text with `content` between the marks. Throws when they are not there. */
export function withMarked(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}: written by npm run generate -->`, `<!-- /${name} -->`];
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`a document has lost its marks ${begin} and ${end}`);
  return `${before}${begin}\n\n${content}\n\n${end}${after}`;
}
