/** `$((…))`: whole numbers with C's operators, and names. */

type Variables = Map<string, string>;

const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<=', '>=', '<', '>'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

/** Its value; a division by zero and what can't be read are an error's text. */
export function arithmetic(text: string, variables: Variables): number | string {
  return createEvaluator(text, variables)();
}

function createEvaluator(text: string, variables: Variables): () => number | string {
  const tokens =
    text.match(/0[xX][0-9a-fA-F]+|\d+|[A-Za-z_]\w*|<<=|>>=|\|\||&&|[=!<>]=|<<|>>|[-+*/%]=|\+\+|--|\S/g) ?? [];
  let at = 0;
  let problem: string | undefined;

  function assignment(): number {
    const name = tokens[at];
    const operator = tokens[at + 1];
    if (name !== undefined && /^[A-Za-z_]/.test(name) && operator !== undefined && /^[-+*/%]?=$/.test(operator)) {
      at += 2;
      const right = assignment();
      const value = operator === '=' ? right : apply(operator.slice(0, 1), read(name), right);
      variables.set(name, String(value));
      return value;
    }
    return conditional();
  }
  function conditional(): number {
    const test = level(0);
    if (tokens[at] !== '?') return test;
    at += 1;
    const yes = assignment();
    if (tokens[at] === ':') at += 1;
    const no = assignment();
    return test !== 0 ? yes : no;
  }
  function level(depth: number): number {
    const operators = LEVELS[depth];
    if (operators === undefined) return unary();
    let value = level(depth + 1);
    for (let token = tokens[at]; token !== undefined && operators.includes(token); token = tokens[at]) {
      at += 1;
      value = apply(token, value, level(depth + 1));
    }
    return value;
  }
  function unary(): number {
    const token = tokens[at];
    at += 1;
    if (token === '-') return -unary();
    if (token === '+') return unary();
    if (token === '!') return unary() === 0 ? 1 : 0;
    if (token === '~') return ~unary();
    if (token === '++' || token === '--') {
      const name = tokens[at] ?? '';
      at += 1;
      const value = read(name) + (token === '++' ? 1 : -1);
      variables.set(name, String(value));
      return value;
    }
    if (token === '(') {
      const value = assignment();
      if (tokens[at] === ')') at += 1;
      return value;
    }
    if (token === undefined) return 0;
    if (/^\d/.test(token)) return Number(/^0\d/.test(token) ? `0o${token.slice(1)}` : token);
    if (/^[A-Za-z_]/.test(token)) return name(token);
    problem ??= 'arithmetic syntax error';
    return 0;
  }
  function name(token: string): number {
    const value = read(token);
    const after = tokens[at];
    if (after === '++' || after === '--') {
      at += 1;
      variables.set(token, String(value + (after === '++' ? 1 : -1)));
    }
    return value;
  }
  function read(variable: string): number {
    return Number(variables.get(variable) ?? 0) || 0;
  }
  function apply(operator: string, a: number, b: number): number {
    if ((operator === '/' || operator === '%') && b === 0) {
      problem ??= 'divide by zero';
      return 0;
    }
    return operate(operator, a, b);
  }
  return () => {
    const value = assignment();
    if (at < tokens.length) problem ??= 'arithmetic syntax error';
    return problem ?? value;
  };
}

function operate(operator: string, a: number, b: number): number {
  switch (operator) {
    case '||':
      return a !== 0 || b !== 0 ? 1 : 0;
    case '&&':
      return a !== 0 && b !== 0 ? 1 : 0;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '&':
      return a & b;
    case '==':
      return a === b ? 1 : 0;
    case '!=':
      return a !== b ? 1 : 0;
    case '<=':
      return a <= b ? 1 : 0;
    case '>=':
      return a >= b ? 1 : 0;
    case '<':
      return a < b ? 1 : 0;
    case '>':
      return a > b ? 1 : 0;
    case '<<':
      return a << b;
    case '>>':
      return a >> b;
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return Math.trunc(a / b);
    default:
      return a % b;
  }
}
