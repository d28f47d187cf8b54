/** Mistakes in what a loop notes of its own writes. */
import ts from 'typescript';
import { callOfStatement, calledName, perNode, removeStatement, replace } from '../syntax.ts';

const noting = ['creations', 'deletions'];
const takingBack = ['creationsFailed', 'deletionsFailed'];

export const dropExpectation = perNode('drop-expectation', 'trusts the cache right after its own writes', (node) => {
  if (ts.isCallExpression(node) && calledName(node) === 'satisfied') return [replace(node, 'true')];
  return isStatementOf(node, noting) ? [removeStatement(node)] : [];
});

export const keepExpectation = perNode('keep-expectation', 'waits for what was refused', (node) =>
  isStatementOf(node, takingBack) ? [removeStatement(node)] : [],
);

function isStatementOf(node: ts.Node, names: readonly string[]): node is ts.ExpressionStatement {
  const call = callOfStatement(node);
  return call !== undefined && names.includes(calledName(call) ?? '');
}
