/** The words of the page's sources: what goes through `tr`, and what doesn't. Read with the parsers that build the page. */
import { readFileSync } from 'node:fs';
import { parse as parseAstro } from '@astrojs/compiler-rs';
import { parse as parseSvelte } from 'svelte/compiler';

/** A node of ESTree, of Svelte's templates, of Astro's. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

interface Text {
  readonly start: number;
  readonly text: string;
}

export interface FoundWords {
  readonly file: string;
  /** Texts that `tr` gets, and those whose type says that it will get them: `English`. */
  readonly texts: readonly string[];
  /** The `other` of those that `trCount` gets. */
  readonly plurals: readonly string[];
  /** What is read in a template, or read aloud, and goes through neither: `12: Run`. */
  readonly plain: readonly string[];
}

/** What stands in these is read, or read aloud. */
const readAttributes: ReadonlySet<string> = new Set(['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'placeholder', 'alt']);

/** @param file from the repository's root. */
export function wordsOf(file: string): FoundWords {
  const source = readFileSync(file, 'utf8');
  const nodes = nodesIn(parsed(file, source));
  const texts = nodes.flatMap(textsAt).filter(({ text }) => text !== '');
  const plurals = nodes.flatMap(pluralsAt);
  const shown = file.endsWith('.ts') ? [] : shownIn(nodes);
  const lineOf = (at: number): number => source.slice(0, at).split('\n').length;
  const plain = shown.filter(({ text }) => /\p{L}{2}/u.test(text)).map(({ start, text }) => `${lineOf(start)}: ${text.trim().replaceAll(/\s+/g, ' ')}`);
  return { file, texts: texts.map(({ text }) => text), plurals: plurals.map(({ text }) => text), plain };
}

/** Every whole text of a file, with `{}` for each value in it: the page may get it from there. */
export function literalsOf(file: string): readonly string[] {
  return nodesIn(parsed(file, readFileSync(file, 'utf8'))).flatMap((node) => {
    if (node.type === 'TemplateLiteral') return (node['quasis'] as readonly Node[]).map(({ value }) => (value as { readonly cooked: string }).cooked).join('{}');
    return node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : [];
  });
}

function parsed(file: string, source: string): Node {
  if (file.endsWith('.astro')) return parseAstro(source).ast as unknown as Node;
  // A script is read as one of a component without a template.
  const component = file.endsWith('.ts') ? `<script lang="ts">${source.replaceAll('</script', '<\\/script')}</script>` : source;
  return parseSvelte(component, { modern: true }) as unknown as Node;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** A node and all below it. */
function nodesIn(root: unknown): readonly Node[] {
  const found: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) {
      if (isNode(value)) found.push(value);
      Object.values(value).forEach(visit);
    }
  };
  visit(root);
  return found;
}

const nameOf = (node: unknown): unknown => (isNode(node) ? node['name'] : undefined);
const isCallOf = (node: Node, name: string): boolean => node.type === 'CallExpression' && nameOf(node['callee']) === name;
const argumentsOf = (node: Node): readonly unknown[] => node['arguments'] as readonly unknown[];

/** What `tr` gets here, or will get: all texts of a constant whose type is `English`, or has it in it. */
function textsAt(node: Node): readonly Text[] {
  if (isCallOf(node, 'tr')) return valuesOf(argumentsOf(node)[0]);
  if (node.type === 'VariableDeclarator' && isEnglish((node['id'] as Node)['typeAnnotation'])) return textsOf(node['init'], englishFields((node['id'] as Node)['typeAnnotation']));
  if (node.type === 'ArrowFunctionExpression' && isEnglish(node['returnType'])) return textsOf(node['body']);
  if (node.type === 'FunctionDeclaration' && isEnglish(node['returnType'])) return nodesIn(node['body']).flatMap((each) => (each.type === 'ReturnStatement' ? valuesOf(each['argument']) : []));
  return [];
}

function pluralsAt(node: Node): readonly Text[] {
  if (!isCallOf(node, 'trCount')) return [];
  return nodesIn(argumentsOf(node)[1]).flatMap((each) => (each.type === 'Property' && nameOf(each['key']) === 'other' ? valuesOf(each['value']) : []));
}

const isEnglish = (type: unknown): boolean => nodesIn(type).some((node) => node.type === 'TSTypeReference' && nameOf(node['typeName']) === 'English');

/** The fields whose type is `English`; empty: the type has no fields. */
const englishFields = (type: unknown): readonly unknown[] => nodesIn(type).flatMap((node) => (node.type === 'TSPropertySignature' && isEnglish(node['typeAnnotation']) ? [nameOf(node['key'])] : []));

/** All texts of a constant; `fields`: those in these fields alone, unless there are none. */
function textsOf(value: unknown, fields: readonly unknown[] = []): readonly Text[] {
  return nodesIn(value).flatMap((node) => {
    if (node.type === 'Property') return fields.length === 0 || fields.includes(nameOf(node['key'])) ? valuesOf(node['value']) : [];
    if (node.type === 'ArrayExpression') return fields.length === 0 ? (node['elements'] as readonly unknown[]).flatMap(valuesOf) : [];
    return node === value ? valuesOf(node) : [];
  });
}

/** The texts that an expression may have as its value. */
function valuesOf(node: unknown): readonly Text[] {
  if (!isNode(node)) return [];
  const { type, start } = node;
  if (type === 'Literal') return typeof node['value'] === 'string' ? [{ start, text: node['value'] }] : [];
  if (type === 'TemplateLiteral') return quasisOf(node);
  if (type === 'ConditionalExpression') return [node['consequent'], node['alternate']].flatMap(valuesOf);
  if (type === 'LogicalExpression') return [node['left'], node['right']].flatMap(valuesOf);
  if (type === 'BinaryExpression') return node['operator'] === '+' ? [node['left'], node['right']].flatMap(valuesOf) : [];
  if (type === 'ParenthesizedExpression' || type === 'TSAsExpression') return valuesOf(node['expression']);
  return [];
}

const quasisOf = (node: Node): readonly Text[] => [
  ...(node['quasis'] as readonly Node[]).map(({ start, value }) => ({ start, text: (value as { readonly cooked: string }).cooked })),
  ...(node['expressions'] as readonly Node[]).flatMap(valuesOf),
];

/** What the template of a component shows. */
function shownIn(nodes: readonly Node[]): readonly Text[] {
  return nodes.flatMap((node) => [...childrenOf(node).flatMap(shownByChild), ...attributesOf(node)]);
}

/** Children in a template: Svelte's fragments, Astro's elements. */
function childrenOf(node: Node): readonly Node[] {
  if (node.type === 'Fragment') return node['nodes'] as readonly Node[];
  const isRead = nameOf((node['openingElement'] as Node | undefined)?.['name']) !== 'style' && nameOf((node['openingElement'] as Node | undefined)?.['name']) !== 'script';
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return isRead ? (node['children'] as readonly Node[]) : [];
  return node.type === 'AstroRoot' ? (node['body'] as readonly Node[]) : [];
}

function shownByChild(node: Node): readonly Text[] {
  const { type, start } = node;
  if (type === 'Text') return [{ start, text: String(node['data']) }];
  if (type === 'JSXText') return [{ start, text: String(node['value']) }];
  if (type === 'ExpressionTag' || type === 'HtmlTag' || type === 'JSXExpressionContainer') return valuesOf(node['expression']);
  return [];
}

/** Attributes that are read, of an element; of a component, too. */
function attributesOf(node: Node): readonly Text[] {
  const name = nameOf(node['name']) ?? node['name'];
  if ((node.type !== 'Attribute' && node.type !== 'JSXAttribute') || typeof name !== 'string' || !readAttributes.has(name)) return [];
  const value = node['value'];
  return (Array.isArray(value) ? value : [value]).flatMap((part) => (isNode(part) && part.type === 'Literal' ? valuesOf(part) : isNode(part) ? shownByChild(part) : []));
}
