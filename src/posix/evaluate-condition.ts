/** Whether the condition of `[[ … ]]` holds. Its words are neither split nor matched with files. */
import type { Condition } from './condition.ts';
import { calculate, expandExpression, expandPattern, expandText, type Substitute } from './expand.ts';
import { createExpressions } from './regexp/index.ts';
import type { Shell } from './shell.ts';
import type { Steps } from './task.ts';
import { numericOperators, testUnary } from './test-operators.ts';

type Binary = Extract<Condition, { type: 'binary' }>;

/** Of a test, whatever it compares. */
const testSteps = 20;

/** Throws an ExpressionError where what stands behind `=~` is no regular expression. */
export function* evaluateCondition(shell: Shell, condition: Condition, substitute: Substitute): Steps<boolean> {
  shell.cpu.spend(testSteps);
  switch (condition.type) {
    case 'and':
    case 'or': {
      const left = yield* evaluateCondition(shell, condition.left, substitute);
      return left === (condition.type === 'and') ? yield* evaluateCondition(shell, condition.right, substitute) : left;
    }
    case 'not':
      return !(yield* evaluateCondition(shell, condition.body, substitute));
    case 'unary':
      return testUnary(shell.host, shell.state.cwd, condition.operator, yield* expandText(condition.word, shell, substitute));
    case 'binary':
      return yield* compare(shell, condition, substitute);
  }
}

function* compare(shell: Shell, { operator, left, right }: Binary, substitute: Substitute): Steps<boolean> {
  const text = yield* expandText(left, shell, substitute);
  switch (operator) {
    case '=':
    case '==':
      return (yield* expandPattern(right, shell, substitute)).test(text);
    case '!=':
      return !(yield* expandPattern(right, shell, substitute)).test(text);
    case '=~': {
      const expression = yield* expandExpression(right, shell, substitute);
      return createExpressions(shell.cpu).compile(expression, { extended: true }).test(text);
    }
    case '<':
      return text < (yield* expandText(right, shell, substitute));
    case '>':
      return text > (yield* expandText(right, shell, substitute));
    default: {
      const other = yield* expandText(right, shell, substitute);
      return numericOperators[operator]?.(orderOf(calculate(text, shell), calculate(other, shell))) === true;
    }
  }
}

/** Of whole numbers of 64 bits. */
function orderOf(left: string, right: string): number {
  const [a, b] = [BigInt(left), BigInt(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}
