/** The texts of a file that a reader sees: of a document, a lesson, a component, or a program's messages. */
import type { Nodes, Root } from 'mdast';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import ts from 'typescript';
import { unified } from 'unified';
import { parse as parseYaml } from 'yaml';

/** A paragraph, a heading, an item, a hint, a label: without code, which is `codeWord`. */
export interface Block {
  readonly line: number;
  readonly text: string;
  /** Part of something to do, such as a quiz's answers, and not of the reading before the next. */
  readonly aside?: true;
}

/** A cell, a prediction, a quiz: something to do. */
export interface Task {
  readonly line: number;
  readonly task: string;
}

/** Stands for inline code and for values that a program fills in. */
export const codeWord = 'Codeword';

const markdown = unified().use(remarkParse).use(remarkFrontmatter).use(remarkGfm);
const mdx = unified().use(remarkParse).use(remarkFrontmatter).use(remarkGfm).use(remarkMdx);

const lineOf = (node: Nodes): number => node.position?.start.line ?? 1;

/** What a reader reads of a paragraph's parts. */
function inlineText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'inlineCode' || node.type === 'html') return node.type === 'html' ? '' : codeWord;
  if (node.type === 'break') return ' ';
  return 'children' in node ? node.children.map((child) => inlineText(child)).join('') : '';
}

const holdsText = new Set(['paragraph', 'heading', 'tableCell']);
const taskComponents = new Set(['Prediction', 'PredictOrder', 'Diagnosis', 'Incidents', 'Lanes', 'Quiz', 'Exercise']);

/** Properties of components that are names or patterns, not prose. */
const isProse = (text: string): boolean => /\s/.test(text) && /[a-z]{2}/i.test(text) && !/^\^|[\\{}]|\.\*|^[\w.]+ [\w./-]+ ?=/.test(text);

/** Texts in the properties of a component: of strings, and of expressions. */
function propertyBlocks(source: string, line: number): Block[] {
  const file = ts.createSourceFile('lesson.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const blocks: Block[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && isProse(node.text)) {
      blocks.push(...documentBlocks(node.text, line + file.getLineAndCharacterOfPosition(node.getStart()).line));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return blocks;
}

/** A lesson: its title and hints, its prose, the texts of its components, and where there is something to do. */
export function lessonParts(source: string): readonly (Block | Task)[] {
  const parts: (Block | Task)[] = [];
  const visit = (node: Nodes): void => {
    if (node.type === 'yaml') parts.push(...frontmatterBlocks(node.value));
    else if (node.type === 'code') {
      if (/\bcell\b/.test(node.meta ?? '')) parts.push({ line: lineOf(node), task: 'cell' });
    } else if (holdsText.has(node.type)) parts.push({ line: lineOf(node), text: inlineText(node) });
    else if (node.type === 'mdxJsxFlowElement') {
      const from = node.position?.start.offset ?? 0;
      const opening = node.children[0]?.position?.start.offset ?? node.position?.end.offset ?? from;
      const tag = source.slice(from, opening);
      if (taskComponents.has(node.name ?? '')) parts.push({ line: lineOf(node), task: node.name ?? '' });
      const texts = propertyBlocks(node.children.length > 0 ? `${tag}</${node.name}>` : tag, lineOf(node));
      parts.push(...texts.map((block) => ({ ...block, aside: true as const })));
      for (const child of node.children) visit(child);
    } else if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(mdx.parse(source) as Root);
  return parts;
}

function frontmatterBlocks(yaml: string): Block[] {
  const found: Block[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      const line = yaml.split('\n').findIndex((text) => text.includes(value.slice(0, 20).replaceAll("'", "''")));
      if (isProse(value)) found.push(...documentBlocks(value, line + 2));
    } else if (value !== null && typeof value === 'object') {
      // The keys of a ladder are the causes that a report lists.
      for (const [key, each] of Object.entries(value)) for (const part of [key, each]) visit(part);
    }
  };
  visit(parseYaml(yaml));
  return found;
}

/** A document, or a text with Markdown in it that begins at `line` of its file. */
export function documentBlocks(source: string, line = 1): Block[] {
  const blocks: Block[] = [];
  const visit = (node: Nodes): void => {
    if (holdsText.has(node.type)) blocks.push({ line: line + lineOf(node) - 1, text: inlineText(node) });
    else if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(markdown.parse(source));
  return blocks;
}

/** A message, a label, a button: it begins as a sentence does, or has the small words of one. Names, class lists and paths don't. */
const beginsSentence = /^[A-Z“][\w’'-]*(?: [\w“”’'(‘,.:;?!…–-]+)+/;
const hasSmallWords = /^[a-z][\w’]* .*\b(?:the|a|is|are|was|of|to|in|it|not|has|your|this)\b.* \w/;
const isMessage = (text: string): boolean =>
  (beginsSentence.test(text) || hasSmallWords.test(text)) && !/^[A-Z][\w-]*(?:\/|:\s*\w+;)/.test(text) && /[a-z]{3}/.test(text);

/** A few words between tags. */
const isLabel = (text: string): boolean => /^[A-Za-z][\w’]+(?:,? [\w’]+)+$/.test(text);

/** What a program says. */
export function programBlocks(path: string, source: string): Block[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const blocks: Block[] = [];
  const add = (node: ts.Node, text: string): void => {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    // A program's help has a flag a line, with its words behind a gap.
    const parts = text.split('\n').flatMap((part, index) => part.split(/ {2,}/).map((words) => ({ line: line + index, words: words.trim() })));
    for (const { line: at, words } of parts) if (isMessage(words)) blocks.push({ line: at, text: withoutCode(words) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) add(node, withoutPlaces(node.text));
    if (ts.isTemplateExpression(node)) add(node, node.head.text + node.templateSpans.map((span) => codeWord + span.literal.text).join(''));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return blocks;
}

/** The places of a text that has translations: `Cell {number} runs.` */
const withoutPlaces = (text: string): string => text.replaceAll(/\{\w+\}/g, codeWord);

const withoutCode = (text: string): string => text.replace(/`[^`]*`/g, codeWord).replace(/<[^<>]+>/g, '').replaceAll('\n', ' ');

/** A component of the page: its script as a program's, and the words between its tags. */
export function componentBlocks(path: string, source: string): Block[] {
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  const blocks: Block[] = [];
  let template = source;
  for (const part of source.matchAll(/^---\n[\s\S]*?\n---\n|<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g)) {
    template = template.slice(0, part.index) + blank(part[0]) + template.slice(part.index + part[0].length);
    const code = part[0].replace(/^---\n|\n---\n$|^<script[^>]*>|<\/script>$/g, (edge) => blank(edge));
    const before = source.slice(0, part.index).split('\n').length - 1;
    if (!part[0].startsWith('<style') && !part[0].startsWith('<!--')) {
      blocks.push(...programBlocks(path, code).map(({ line, text }) => ({ line: line + before, text })));
    }
  }
  // Texts in expressions and in attributes, then what stands between the tags.
  for (const found of template.matchAll(/'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`/g)) {
    const text = (found[1] ?? found[2] ?? found[3] ?? '').replace(/\$?\{[^{}]*\}/g, codeWord);
    if (isMessage(text)) blocks.push({ line: lineAt(template, found.index), text: withoutCode(text) });
  }
  const words = template
    .replace(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, (code) => (/^\{[#/:@]/.test(code) ? blank(code) : `\uE000${code.replace(/[^\n]/g, '\uE000').slice(1)}`))
    .replace(/<\/?(?:b|i|em|strong|a|span|abbr)\b[^<>]*>/g, blank)
    .replace(/<code[^<>]*>[^<]*<\/code>/g, (code) => `\uE000${blank(code).slice(1)}`);
  for (const found of words.matchAll(/(?<=>)[^<>]+(?=<)/g)) {
    const text = found[0].replace(/\uE000[\uE000\s]*/g, `${codeWord} `).replace(/\s+/g, ' ').trim();
    const line = lineAt(template, found.index + (found[0].length - found[0].trimStart().length));
    if (isMessage(text) || isLabel(text)) blocks.push({ line, text });
  }
  return blocks;
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;
