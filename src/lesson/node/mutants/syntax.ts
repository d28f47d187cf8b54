/** What operators have in common: going through a file's syntax and writing edits of it. */
import ts from 'typescript';
import type { Edit, Operator } from './types.ts';

export const parseFile = (name: string, text: string): ts.SourceFile =>
  ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true, ts.ScriptKind.TS);

/** An operator that looks at one node at a time. */
export function perNode(name: string, words: string, edits: (node: ts.Node) => readonly Edit[]): Operator {
  return {
    name,
    words,
    edits: (file) => nodesOf(file).flatMap(edits),
  };
}

/** The node and all below it, parents first; imports are left out. */
export function nodesOf(root: ts.Node): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

export const replace = (node: ts.Node, text: string): Edit => ({ start: node.getStart(), end: node.getEnd(), text });

/** A statement in a list of statements vanishes; the only one under an `if` or a loop becomes an empty block. */
export function removeStatement(statement: ts.Statement): Edit {
  return replace(statement, isInList(statement) ? '' : '{}');
}

export const isInList = ({ parent }: ts.Statement): boolean =>
  ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isCaseOrDefaultClause(parent);

/** A property vanishes with the comma behind it, or that before it when it is the last. */
export function removeProperty(property: ts.ObjectLiteralElementLike): Edit {
  const { parent } = property;
  const properties = ts.isObjectLiteralExpression(parent) ? parent.properties : [property];
  const index = properties.indexOf(property);
  const [before, behind] = [properties[index - 1], properties[index + 1]];
  if (behind !== undefined) return { start: property.getStart(), end: behind.getStart(), text: '' };
  if (before !== undefined) return { start: before.getEnd(), end: property.getEnd(), text: '' };
  return replace(property, '');
}

/** The name of the function or method that is called: `creations` of `tools.expect.creations(…)`. */
export function calledName(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined;
}

/** What a method is called on: `tools.expect` of `tools.expect.creations(…)`. */
export function receiverOf(call: ts.CallExpression): ts.Expression | undefined {
  return ts.isPropertyAccessExpression(call.expression) ? call.expression.expression : undefined;
}

/** The call that a statement consists of, whether it is awaited or not. */
export function callOfStatement(node: ts.Node): ts.CallExpression | undefined {
  if (!ts.isExpressionStatement(node)) return undefined;
  const inner = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  return ts.isCallExpression(inner) ? inner : undefined;
}

/** Without the parentheses around it. */
export const bare = (node: ts.Expression): ts.Expression => (ts.isParenthesizedExpression(node) ? bare(node.expression) : node);

/** The text of an expression that takes the place of `instead`: parentheses stay where something is read from it. */
export const inPlaceOf = (instead: ts.Node, expression: ts.Expression): string =>
  ts.isPropertyAccessExpression(instead.parent) ? expression.getText() : bare(expression).getText();

/** Whether a node below this one waits for an answer. Functions within it are left out. */
export function awaits(node: ts.Node): boolean {
  if (ts.isAwaitExpression(node)) return true;
  if (ts.isFunctionLike(node)) return false;
  return ts.forEachChild(node, awaits) ?? false;
}

/** Whether `await` may be written here. */
export function isInAsync(node: ts.Node): boolean {
  const around = ts.findAncestor(node, ts.isFunctionLike);
  return around !== undefined && ts.canHaveModifiers(around)
    ? (ts.getModifiers(around) ?? []).some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
    : false;
}

/** Lists of statements, each with its statements. */
export function statementsOf(node: ts.Node): readonly ts.Statement[] {
  return ts.isBlock(node) || ts.isSourceFile(node) || ts.isCaseOrDefaultClause(node) ? node.statements : [];
}
