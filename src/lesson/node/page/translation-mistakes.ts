/** Where a translation of a lesson isn’t the same lesson: each mistake with its line. Prose differs, and comments in cells. */
import { type MdastNode, mdxToMdast } from 'satteri';
import ts from 'typescript';
import { parseDocument } from 'yaml';
import { cellsOf } from '../../cells/cells-of.ts';
import type { CellFence } from '../../cells/fence.ts';
import { highlight } from '../../code/highlight.ts';
import { frontmatterText } from '../../frontmatter-text.ts';
import { type FieldPath, translatedFields } from '../../translation/fields.ts';
import { jsxTagAt } from '../jsx-tag.ts';
import { offsetOf } from '../lesson-mistakes.ts';
import type { AuthorMistake } from '../mistake.ts';

/** @param original The text of the lesson’s `index.mdx`. In order of lines. */
export async function translationMistakes(text: string, original: string): Promise<readonly AuthorMistake[]> {
  const mistakes = [...fieldMistakes(text, original), ...(await cellMistakes(text, original)), ...componentMistakes(text, original)];
  return mistakes.sort((a, b) => a.line - b.line);
}

const frontmatter = (text: string): string => frontmatterText(text) ?? '';

function fieldMistakes(text: string, original: string): readonly AuthorMistake[] {
  const document = parseDocument(frontmatter(text));
  const [error] = document.errors;
  if (error !== undefined) return [{ line: lineAt(text, error.pos[0] + 4), message: `no YAML: ${error.message.split('\n')[0] ?? ''}` }];
  const { differing } = translatedFields(parseDocument(frontmatter(original)).toJS() ?? {}, document.toJS() ?? {});
  return differing.map((path) => ({ line: lineAt(text, offsetOf(document.contents, path) + 4), message: `${path.join('.')}: ${reasonOf(path)}` }));
}

const reasonOf = (path: FieldPath): string => (path.at(-1) === 'hints' ? 'there are more or fewer than in index.mdx' : 'index.mdx says something else; leave out what isn’t prose');

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** One after the other: the first that differs says it. */
async function cellMistakes(text: string, original: string): Promise<readonly AuthorMistake[]> {
  const [cells, originals] = [cellsOf(text), cellsOf(original)];
  for (const [index, theirs] of originals.entries()) {
    const cell = cells[index];
    if (cell === undefined) return [{ line: text.split('\n').length, message: `the cell "${theirs.id}" of index.mdx is missing` }];
    const difference = await differenceOf(cell, theirs);
    if (difference !== undefined) return [{ line: lineOfCell(text, index) + difference.line, message: difference.message }];
  }
  const added = cells[originals.length];
  return added === undefined ? [] : [{ line: lineOfCell(text, originals.length), message: `index.mdx has no cell "${added.id}"` }];
}

/** The line of the fence. */
function lineOfCell(text: string, index: number): number {
  const fences = text.split('\n').flatMap((line, at) => (/^(?:`{3,}|~{3,})\w*[ \t]+(?:.*\s)?cell(?:\s|$)/.test(line) ? [at + 1] : []));
  return fences[index] ?? 1;
}

/** `line`: from that of the fence. */
async function differenceOf(cell: CellFence, original: CellFence): Promise<{ readonly line: number; readonly message: string } | undefined> {
  const { code, ...fence } = cell;
  const { code: originalText, ...originalFence } = original;
  if (JSON.stringify(fence) !== JSON.stringify(originalFence)) return { line: 0, message: `the fence of the cell "${cell.id}" differs from that of "${original.id}" in index.mdx` };
  const [lines, originals] = [await withoutComments(cell), await withoutComments(original)];
  const at = originals.findIndex((line, index) => line !== lines[index]);
  if (at >= 0 || lines.length > originals.length) return { line: 1 + (at < 0 ? originals.length : at), message: `the cell "${cell.id}" differs from that of index.mdx in more than comments` };
  return undefined;
}

/** A line that is nothing but a comment is an empty one. */
async function withoutComments({ language, code }: CellFence): Promise<readonly string[]> {
  const lines = await highlight(language, code);
  return lines.map((tokens) =>
    tokens
      .filter(({ kind }) => kind !== 'comment')
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );
}

/** Texts of components that are prose. An option of a prediction is what a cell prints: it is the same in every language. */
const prose: ReadonlySet<string> = new Set(['ask', 'because', 'text', 'symptom', 'found', 'component', 'object', 'moment', 'begins', 'sends', 'words', 'caption', 'mine', 'wanted']);
const isProse = (component: string, field: string): boolean => prose.has(field) && !(component === 'Prediction' && field === 'text');

function componentMistakes(text: string, original: string): readonly AuthorMistake[] {
  const [mine, theirs] = [componentsOf(text), componentsOf(original)];
  for (const [index, expected] of theirs.entries()) {
    const found = mine[index];
    if (found === undefined) return [{ line: text.split('\n').length, message: `index.mdx has <${expected.name}> here, and this text ends` }];
    if (found.name !== expected.name) return [{ line: found.line, message: `<${found.name}> stands where index.mdx has <${expected.name}>` }];
    const names = [...new Set([...expected.properties.keys(), ...found.properties.keys()])];
    const differing = names.find((name) => found.properties.get(name) !== expected.properties.get(name));
    if (differing !== undefined) return [{ line: found.line, message: `${differing} of <${found.name}> isn’t what index.mdx has: a translation changes prose alone` }];
  }
  const added = mine[theirs.length];
  return added === undefined ? [] : [{ line: added.line, message: `index.mdx has no <${added.name}> here` }];
}

interface Component {
  readonly name: string;
  readonly line: number;
  /** Their values, without prose. */
  readonly properties: ReadonlyMap<string, string>;
}

/** In order. Both texts are MDX: `pageMistakes` has read them. */
function componentsOf(text: string): readonly Component[] {
  const found: Component[] = [];
  const visit = (node: MdastNode): void => {
    if (node.type === 'mdxJsxFlowElement' && node.name && node.position !== undefined) {
      const { start } = node.position;
      found.push({ name: node.name, line: start.line, properties: propertiesOf(text, start.offset ?? 0, node.name) });
    }
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(mdxToMdast(text));
  return found;
}

function propertiesOf(text: string, at: number, component: string): ReadonlyMap<string, string> {
  const read = jsxTagAt(text, at);
  if (read === undefined) return new Map();
  const { file, tag } = read;
  const write = (node: ts.Node, name: string): string => {
    if (ts.isStringLiteralLike(node)) return isProse(component, name) ? '…' : JSON.stringify(node.text);
    if (ts.isJsxExpression(node)) return node.expression === undefined ? '' : write(node.expression, name);
    if (ts.isArrayLiteralExpression(node)) return `[${node.elements.map((each) => write(each, name)).join(', ')}]`;
    if (ts.isObjectLiteralExpression(node)) return `{ ${node.properties.map((each) => field(each)).join(', ')} }`;
    return node.getText(file);
  };
  const field = (node: ts.ObjectLiteralElementLike): string => (ts.isPropertyAssignment(node) ? `${node.name.getText(file)}: ${write(node.initializer, node.name.getText(file))}` : node.getText(file));
  return new Map(
    tag.attributes.properties.map((each) => {
      if (!ts.isJsxAttribute(each)) return [each.getText(file), ''];
      const name = each.name.getText(file);
      return [name, each.initializer === undefined ? '' : write(each.initializer, name)];
    }),
  );
}
