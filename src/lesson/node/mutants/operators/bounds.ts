/** Mistakes by one: a number or a list that is one too long or too short. */
import ts from 'typescript';
import { calledName, perNode, replace } from '../syntax.ts';
import type { Edit } from '../types.ts';

const comparing: readonly ts.SyntaxKind[] = [
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
];

/** By the function: which arguments are numbers. */
const numberArguments: Readonly<Record<string, readonly number[]>> = {
  slice: [0, 1],
  createMany: [2],
  creations: [1],
  creationsFailed: [1],
  min: [0, 1],
  max: [0, 1],
};

/** By the function: which arguments are lists. */
const listArguments: Readonly<Record<string, readonly number[]>> = {
  deleteMany: [1],
  deletions: [1],
  deletionsFailed: [1],
};

export const boundByOne = perNode('bound-by-one', 'is off by one', (node) => {
  if (ts.isNumericLiteral(node)) return byOne(isNegated(node) ? node.parent : node);
  if (ts.isBinaryExpression(node) && comparing.includes(node.operatorToken.kind)) return isNumber(node.right) ? [] : byOne(node.right);
  if (ts.isVariableDeclaration(node) && ts.isForStatement(node.parent.parent) && node.initializer !== undefined)
    return isNumber(node.initializer) ? [] : byOne(node.initializer);
  const name = calledName(node);
  if (!ts.isCallExpression(node) || name === undefined) return [];
  const isGiven = (positions: readonly number[] | undefined) => (_argument: ts.Expression, index: number) => positions?.includes(index) ?? false;
  const numbers = node.arguments.filter(isGiven(numberArguments[name])).filter((each) => !isNumber(each));
  const lists = node.arguments.filter(isGiven(listArguments[name]));
  return [...numbers.flatMap(byOne), ...lists.map((each) => replace(each, `${each.getText()}.slice(1)`))];
});

function byOne(node: ts.Node): readonly Edit[] {
  const text = node.getText();
  if (isNumber(node)) return [1, -1].map((by) => replace(node, String(Number(text.replaceAll('_', '')) + by)));
  const simple = ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isCallExpression(node);
  const number = simple ? text : `(${text})`;
  return [replace(node, `${number} + 1`), replace(node, `${number} - 1`)];
}

const isNegated = ({ parent }: ts.Node): boolean => ts.isPrefixUnaryExpression(parent) && parent.operator === ts.SyntaxKind.MinusToken;

/** Written out: `3`, `-0.5`. */
const isNumber = (node: ts.Node): boolean =>
  ts.isNumericLiteral(node) || (ts.isPrefixUnaryExpression(node) && ts.isNumericLiteral(node.operand));
