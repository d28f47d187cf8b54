/** Makes the mutants of a file: by the operators of our own and by Stryker's, each program once. */
import { createHash } from 'node:crypto';
import ts from 'typescript';
import { generalEdits } from './instrumenter.ts';
import { domainOperators } from './operators/registry.ts';
import { parseFile } from './syntax.ts';
import type { Edit, Mutant, Operator } from './types.ts';

/** In the order of the operators, and of the file. Of two that make the same program the first is kept: our own have the better names. */
export async function makeMutants(file: string, text: string): Promise<readonly Mutant[]> {
  const source = parseFile(file, text);
  const own = domainOperators.flatMap((operator) => operator.edits(source).map((edit) => mutantOf(file, text, operator.name, edit)));
  const general = (await generalEdits(file, text)).map((edit) => mutantOf(file, text, edit.operator, edit));
  return withDistinctIds(withoutRepeats(text, [...own, ...general]));
}

/** The mutants that one operator makes. */
export function mutantsBy(operator: Operator, file: string, text: string): readonly Mutant[] {
  return operator.edits(parseFile(file, text)).map((edit) => mutantOf(file, text, operator.name, edit));
}

function mutantOf(file: string, text: string, operator: string, edit: Edit): Mutant {
  const { start, end } = edit;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const to = lineEnd < 0 ? text.length : lineEnd;
  const before = text.slice(from, to).trim();
  const after = (text.slice(from, start) + edit.text + text.slice(end, to)).trim();
  const isShort = before.length <= longestText && after.length <= longestText;
  const change = isShort
    ? `${inOneLine(before)} → ${inOneLine(after)}`
    : `… ${shortened(text.slice(start, end))} … → … ${shortened(edit.text)} …`;
  return {
    id: `${operator}: ${change}`,
    operator,
    file,
    line: text.slice(0, start).split('\n').length,
    before,
    after,
    text: text.slice(0, start) + edit.text + text.slice(end),
  };
}

/** Where a line is longer, an id holds only what changes in it; where that is longer, its beginning and a hash of the whole. */
const longestText = 90;

function shortened(text: string): string {
  const line = inOneLine(text);
  if (line.length <= longestText) return line;
  return `${line.slice(0, longestText - 10).trimEnd()} … ${createHash('sha256').update(line).digest('hex').slice(0, 6)}`;
}

const inOneLine = (text: string): string => text.trim().replace(/\s+/g, ' ') || 'nothing';

function withoutRepeats(original: string, mutants: readonly Mutant[]): readonly Mutant[] {
  const known = new Set([tokensOf(original)]);
  return mutants.filter(({ text }) => {
    const tokens = tokensOf(text);
    if (known.has(tokens)) return false;
    known.add(tokens);
    return true;
  });
}

/** The program without its layout, comments, semicolons and ways of quoting. */
function tokensOf(text: string): string {
  const words: string[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.SemicolonToken || ts.isEmptyStatement(node)) return;
    const children = node.getChildren();
    if (ts.isStringLiteral(node)) words.push(JSON.stringify(node.text));
    else if (children.length === 0) words.push(node.getText());
    for (const child of children) visit(child);
  };
  visit(parseFile('mutant.ts', text));
  return words.filter((word) => word !== '').join(' ');
}

/** Equal changes in several places are numbered in the order of the file. */
function withDistinctIds(mutants: readonly Mutant[]): readonly Mutant[] {
  const counts = new Map<string, number>();
  return mutants.map((mutant) => {
    const count = (counts.get(mutant.id) ?? 0) + 1;
    counts.set(mutant.id, count);
    return count === 1 ? mutant : { ...mutant, id: `${mutant.id} (${count})` };
  });
}
