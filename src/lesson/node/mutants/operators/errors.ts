/** Mistakes in what is asked before a step, and in what happens when it is refused. */
import ts from 'typescript';
import { calledName, inPlaceOf, perNode, receiverOf, removeProperty, removeStatement, replace } from '../syntax.ts';
import type { Edit } from '../types.ts';

export const dropGuard = perNode('drop-guard', 'goes on where there is nothing to do', (node) =>
  ts.isIfStatement(node) && node.elseStatement === undefined && leaves(node.thenStatement) ? [removeStatement(node)] : [],
);

export const dropPrecondition = perNode('drop-precondition', 'writes over what has changed meanwhile', (node) =>
  ts.isPropertyAssignment(node) && ['preconditions', 'resourceVersion', 'uid'].includes(node.name.getText())
    ? [removeProperty(node)]
    : [],
);

export const dropErrorPath = perNode('drop-error-path', 'takes a refusal for an answer', (node) => {
  if (ts.isThrowStatement(node)) return [removeStatement(node)];
  if (ts.isReturnStatement(node) && node.expression !== undefined && isError(node.expression)) return [replace(node, 'return undefined;')];
  if (ts.isTryStatement(node)) return withoutCatch(node);
  if (ts.isExpressionStatement(node)) return withoutResult(node);
  if (!ts.isCallExpression(node) || calledName(node) !== 'catch') return [];
  const receiver = receiverOf(node);
  return receiver === undefined ? [] : [replace(node, inPlaceOf(node, receiver))];
});

/** Whether a branch ends the pass, the loop or the turn of the loop. */
function leaves(statement: ts.Statement): boolean {
  if (ts.isBlock(statement)) return statement.statements.length === 1 && statement.statements.every(leaves);
  return [ts.isReturnStatement, ts.isThrowStatement, ts.isContinueStatement, ts.isBreakStatement].some((is) => is(statement));
}

const isError = (node: ts.Expression): boolean => ts.isIdentifier(node) && /^(err|fail|refus)/i.test(node.text);

/** The same without catching; and with an error that is caught and forgotten. */
function withoutCatch({ tryBlock, catchClause, finallyBlock }: ts.TryStatement): readonly Edit[] {
  if (catchClause === undefined) return [];
  const { parent } = tryBlock;
  const forgotten = catchClause.block.statements.length === 0 ? [] : [replace(catchClause.block, '{}')];
  return finallyBlock === undefined ? [replace(parent, tryBlock.getText()), ...forgotten] : forgotten;
}

/** `failure = await act()` forgets what it is given; a refusal of `await act()` is caught and forgotten. */
function withoutResult({ expression }: ts.ExpressionStatement): readonly Edit[] {
  if (ts.isBinaryExpression(expression)) {
    const assigns = expression.operatorToken.kind === ts.SyntaxKind.EqualsToken && isError(expression.left);
    return assigns ? [replace(expression, expression.right.getText())] : [];
  }
  const caught = ts.isAwaitExpression(expression) && !/\.catch\(/.test(expression.getText());
  return caught ? [replace(expression, `${expression.getText()}.catch(() => undefined)`)] : [];
}
