/** The questions of a lesson's quizzes, read from its MDX: for the build, where other pages ask them again. */
import ts from 'typescript';
import type { QuizQuestion } from '../recall.ts';
import { jsxTagAt } from './jsx-tag.ts';

/**
 * In the order in which the page numbers them: the first is `quiz-1`.
 * @throws Error with the line (of `mdx`) of what isn't a plain value, and of an id that is there twice.
 */
export function quizQuestions(mdx: string): readonly QuizQuestion[] {
  const found = [...mdx.matchAll(/^<Quiz\s/gm)].flatMap(({ index }) => questionsAt(mdx, index));
  const ids = new Set<string>();
  for (const { id } of found) {
    if (id === undefined) continue;
    if (!/^[a-z0-9-]+$/.test(id)) throw new Error(`question "${id}": an id has small letters, digits and hyphens`);
    if (ids.has(id)) throw new Error(`two questions are called "${id}"`);
    ids.add(id);
  }
  return found.map((question, index) => ({ ...question, key: `quiz-${index + 1}` }));
}

type Unnumbered = Omit<QuizQuestion, 'key'>;

function questionsAt(mdx: string, at: number): readonly Unnumbered[] {
  const line = (node: ts.Node): number => mdx.slice(0, at + node.getStart()).split('\n').length;
  const tag = jsxTagAt(mdx, at)?.tag;
  const attributes = tag && ts.isJsxSelfClosingElement(tag) ? tag.attributes : undefined;
  const property = attributes?.properties.find((each) => ts.isJsxAttribute(each) && each.name.getText() === 'questions');
  const value = property !== undefined && ts.isJsxAttribute(property) ? property.initializer : undefined;
  if (value === undefined || !ts.isJsxExpression(value) || value.expression === undefined) throw new Error('a Quiz has its questions in questions={[…]}');
  return elements(value.expression, line).map((node) => questionOf(node, line));
}

type LineOf = (node: ts.Node) => number;

function questionOf(node: ts.Node, line: LineOf): Unnumbered {
  const fields = fieldsOf(node, line);
  const id = fields.get('id');
  return {
    ...(id === undefined ? {} : { id: textOf(id, line) }),
    ask: textOf(needed(fields, 'ask', node, line), line),
    answers: elements(needed(fields, 'answers', node, line), line).map((answer) => {
      const its = fieldsOf(answer, line);
      return {
        text: textOf(needed(its, 'text', answer, line), line),
        because: textOf(needed(its, 'because', answer, line), line),
        right: its.get('right')?.kind === ts.SyntaxKind.TrueKeyword,
      };
    }),
  };
}

function fieldsOf(node: ts.Node, line: LineOf): ReadonlyMap<string, ts.Node> {
  if (!ts.isObjectLiteralExpression(node)) throw notPlain(node, line);
  return new Map(
    node.properties.map((each) => {
      if (!ts.isPropertyAssignment(each)) throw notPlain(each, line);
      return [each.name.getText(), each.initializer];
    }),
  );
}

function needed(fields: ReadonlyMap<string, ts.Node>, name: string, node: ts.Node, line: LineOf): ts.Node {
  const found = fields.get(name);
  if (found === undefined) throw new Error(`line ${line(node)}: this part of a quiz has no ${name}`);
  return found;
}

function elements(node: ts.Node, line: LineOf): readonly ts.Node[] {
  if (!ts.isArrayLiteralExpression(node)) throw notPlain(node, line);
  return node.elements;
}

function textOf(node: ts.Node, line: LineOf): string {
  if (!ts.isStringLiteralLike(node)) throw notPlain(node, line);
  return node.text;
}

const notPlain = (node: ts.Node, line: LineOf): Error =>
  new Error(`line ${line(node)}: a quiz is written as plain lists, objects and texts, so that other lessons can ask its questions again`);
