/** Mistakes in what a loop notes of its own writes. */
import ts from 'typescript';
import { awaits, callOfStatement, calledName, perNode, removeStatement, replace, statementsOf } from '../syntax.ts';

const noting = ['creations', 'deletions'];
const takingBack = ['creationsFailed', 'deletionsFailed'];

export const dropExpectation = perNode('drop-expectation', 'trusts the cache right after its own writes', (node) => {
  if (ts.isCallExpression(node) && calledName(node) === 'satisfied') return [replace(node, 'true')];
  return isStatementOf(node, noting) ? [removeStatement(node)] : [];
});

export const keepExpectation = perNode('keep-expectation', 'waits for what was refused', (node) =>
  isStatementOf(node, takingBack) ? [removeStatement(node)] : [],
);

export const lateExpectation = perNode('late-expectation', 'notes a write when it has been answered', (node) => {
  const statements = statementsOf(node);
  return statements.flatMap((statement, index) => {
    const next = statements[index + 1];
    const answered = statements.find((each, at) => at > index && awaits(each));
    if (!isStatementOf(statement, noting) || next === undefined || answered === undefined) return [];
    const between = statement.getSourceFile().text.slice(next.getStart(), answered.getEnd());
    return [{ start: statement.getStart(), end: answered.getEnd(), text: `${between}\n${statement.getText()}` }];
  });
});

function isStatementOf(node: ts.Node, names: readonly string[]): node is ts.ExpressionStatement {
  const call = callOfStatement(node);
  return call !== undefined && names.includes(calledName(call) ?? '');
}
