/** Mistakes with promises that TypeScript lets pass: one that is never awaited, one that is taken for its value, an await of nothing. */
import type { VirtualTypeScriptEnvironment } from '@typescript/vfs';
import ts from 'typescript';
import type { Lint } from './protocol.ts';
import { inChecker } from './type-checker.ts';

/** Warnings about one file of the workspace, in its order. */
export function promiseLints(checker: VirtualTypeScriptEnvironment, path: string): readonly Lint[] {
  const program = checker.languageService.getProgram();
  const source = program?.getSourceFile(inChecker(path));
  const types = program?.getTypeChecker();
  if (source === undefined || types === undefined) return [];
  const lints: Lint[] = [];
  const warn = (node: ts.Node, message: string): void => {
    lints.push({ from: node.getStart(source), to: node.getEnd(), severity: 'warning', message });
  };
  const isPromise = (node: ts.Expression): boolean => mayWait(types.getTypeAtLocation(node), types);

  function visit(node: ts.Node): void {
    if (ts.isExpressionStatement(node)) floating(node.expression);
    else if (ts.isAwaitExpression(node)) awaited(node);
    else if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) condition(node.expression);
    else if (ts.isConditionalExpression(node)) condition(node.condition);
    else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) condition(node.operand);
    else if (ts.isCallExpression(node)) callback(node);
    ts.forEachChild(node, visit);
  }
  function floating(expression: ts.Expression): void {
    if (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression) || isAssignment(expression)) return;
    if (isPromise(expression) && !isHandled(expression))
      warn(expression, 'Nothing waits for this promise: its error is lost, and the next line runs before it is done. Put await before it.');
  }
  function awaited(node: ts.AwaitExpression): void {
    const type = types?.getTypeAtLocation(node.expression);
    if (type === undefined || types === undefined || isUnknown(type) || mayWait(type, types)) return;
    warn(node, 'This is no promise: there is nothing to wait for. Leave the await out.');
  }
  function condition(expression: ts.Expression): void {
    const type = types?.getTypeAtLocation(expression);
    if (type === undefined || types === undefined || !isAlwaysPromise(type, types)) return;
    warn(expression, 'A promise is always true, whatever its value. Put await before it.');
  }
  function callback(node: ts.CallExpression): void {
    const { expression } = node;
    const [given] = node.arguments;
    if (!ts.isPropertyAccessExpression(expression) || given === undefined || !ts.isFunctionLike(given)) return;
    const name = expression.name.text;
    const message = asyncCallbacks[name];
    const isAsync = ts.canHaveModifiers(given) && ts.getModifiers(given)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
    if (message === undefined || isAsync !== true || types?.isArrayLikeType(types.getTypeAtLocation(expression.expression)) !== true) return;
    warn(given.getChildAt(0), message);
  }
  visit(source);
  return lints.toSorted((a, b) => a.from - b.from);
}

const alwaysTrue = (name: string): string =>
  `${name} doesn’t wait: an async function returns a promise, and a promise is always true. Work the answers out first.`;
const asyncCallbacks: Readonly<Record<string, string | undefined>> = {
  forEach: 'forEach doesn’t wait for an async function: all begin at once, and their errors are lost. Write for (const … of …) with await in it.',
  filter: alwaysTrue('filter'),
  some: alwaysTrue('some'),
  every: alwaysTrue('every'),
  find: alwaysTrue('find'),
};

/** `p.catch(…)`, `p.then(done, refused)`: its failure is handled. */
function isHandled(expression: ts.Expression): boolean {
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return false;
  const { name, expression: before } = expression.expression;
  if (name.text === 'catch') return expression.arguments.length > 0;
  if (name.text === 'then') return expression.arguments.length > 1;
  return name.text === 'finally' && isHandled(before);
}

function isAssignment(expression: ts.Expression): boolean {
  if (!ts.isBinaryExpression(expression)) return false;
  const { kind } = expression.operatorToken;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

const isUnknown = (type: ts.Type): boolean => (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) !== 0;

/** One of what it may be has a `then`. */
function mayWait(type: ts.Type, types: ts.TypeChecker): boolean {
  if (type.isUnion()) return type.types.some((each) => mayWait(each, types));
  return isAlwaysPromise(type, types);
}

function isAlwaysPromise(type: ts.Type, types: ts.TypeChecker): boolean {
  if (isUnknown(type)) return false;
  if (type.isUnion()) return type.types.every((each) => isAlwaysPromise(each, types));
  const then = types.getPropertyOfType(type, 'then');
  return then !== undefined && types.getTypeOfSymbol(then).getCallSignatures().length > 0;
}
