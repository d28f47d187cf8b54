/** Mistakes in what happens when: answers that aren't waited for, and steps in another order. */
import ts from 'typescript';
import { awaits, nodesOf, perNode, replace, statementsOf } from '../syntax.ts';
import type { Edit } from '../types.ts';

export const dropAwait = perNode('drop-await', 'doesn’t wait for an answer', (node) =>
  ts.isAwaitExpression(node) ? [replace(node, node.expression.getText())] : [],
);

export const swapStatements = perNode('swap-statements', 'does two steps in the other order', (node) => {
  const statements = statementsOf(node).filter((each) => !ts.isImportDeclaration(each));
  return statements.flatMap((second, index) => {
    const first = statements[index - 1];
    if (first === undefined || !(hasEffect(first) || hasEffect(second))) return [];
    if (isDeclaration(first) || isDeclaration(second)) return [];
    return [exchange(first, second)];
  });
});

export const statusFirst = perNode('status-first', 'writes the status before it acts', (node) => {
  const statements = statementsOf(node);
  return statements.flatMap((statement, index) => {
    if (!writesStatus(statement)) return [];
    // What only the status is made of goes with it.
    let from = index;
    while (from > 0 && isForNext(statements[from - 1], statements[from])) from -= 1;
    const acts = statements.findIndex((each, at) => at < from && awaits(each) && !ts.isVariableStatement(each));
    const [first, moved] = [statements[acts], statements[from]];
    if (first === undefined || moved === undefined) return [];
    const text = first.getSourceFile().text;
    const [acting, status] = [text.slice(first.getStart(), moved.getStart()), text.slice(moved.getStart(), statement.getEnd())];
    return [{ start: first.getStart(), end: statement.getEnd(), text: `${status}\n${acting.trimEnd()}` }];
  });
});

function exchange(first: ts.Statement, second: ts.Statement): Edit {
  const text = first.getSourceFile().text;
  const between = text.slice(first.getEnd(), second.getStart());
  // A comment at the end of a line would hide what comes after it.
  const gap = between.includes('//') ? '\n' : between;
  return { start: first.getStart(), end: second.getEnd(), text: `${second.getText()}${gap}${first.getText()}` };
}

const isDeclaration = (node: ts.Node): boolean =>
  ts.isFunctionDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);

/** More than a name for a value. A call in a declaration is taken for a question, one that stands alone for a command. */
const hasEffect = (statement: ts.Statement): boolean => !ts.isVariableStatement(statement) || awaits(statement) || asksExpectations(statement);

const asksExpectations = (statement: ts.Statement): boolean => /\.satisfied\(/.test(statement.getText());

const writesStatus = (statement: ts.Statement): boolean =>
  ts.isExpressionStatement(statement) &&
  nodesOf(statement).some((node) => ts.isAwaitExpression(node) && /^await [\w.]*status/i.test(node.getText()));

/** Whether the one statement declares something that the next one uses. */
function isForNext(one: ts.Statement | undefined, next: ts.Statement | undefined): boolean {
  if (one === undefined || next === undefined || !ts.isVariableStatement(one) || awaits(one)) return false;
  const names = one.declarationList.declarations.map(({ name }) => name.getText());
  return nodesOf(next).some((node) => ts.isIdentifier(node) && names.includes(node.text));
}
