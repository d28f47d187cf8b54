import { cellsOf } from './cells/cells-of.ts';

/** The first cell of a lesson's MDX text that comes behind a prediction. Undefined: it has no prediction. */
export function firstSpoilerCell(mdx: string): string | undefined {
  const at = mdx.search(/^<Predict(?:ion|Order)\b/m);
  return at < 0 ? undefined : cellsOf(mdx)[cellsOf(mdx.slice(0, at)).length]?.id;
}
