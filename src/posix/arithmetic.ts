/** `$((…))`: whole numbers of 64 bits with C's operators, and names. */

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

const TOKENS = /0[xX][0-9a-fA-F]+|\d+|[A-Za-z_]\w*|<<=|>>=|\*\*|\|\||&&|[=!<>]=|<<|>>|[-+*/%]=|\+\+|--|\S/g;
/** Brackets within brackets. */
const deepest = 200;

/** Its value in decimal; a division by zero and what can't be read are an error. */
export function arithmetic(
  text: string,
  variables: Variables,
): { readonly value: string } | { readonly error: string } {
  return createEvaluator(text, variables)();
}

function createEvaluator(text: string, variables: Variables) {
  const tokens = text.match(TOKENS) ?? [];
  let at = 0;
  let depth = 0;
  let problem: string | undefined;

  /** One level deeper; without a value where that is too deep. */
  function nested(evaluate: () => bigint): bigint {
    depth += 1;
    if (depth > deepest) problem ??= 'expression recursion loop detected';
    const value = problem === undefined ? evaluate() : 0n;
    depth -= 1;
    return value;
  }
  function assignment(): bigint {
    return nested(assigned);
  }
  function assigned(): bigint {
    const name = tokens[at];
    const operator = tokens[at + 1];
    if (name !== undefined && /^[A-Za-z_]/.test(name) && operator !== undefined && /^[-+*/%]?=$/.test(operator)) {
      at += 2;
      const right = assignment();
      return store(name, operator === '=' ? right : apply(operator.slice(0, 1), read(name), right));
    }
    return conditional();
  }
  function conditional(): bigint {
    const test = level(0);
    if (tokens[at] !== '?') return test;
    at += 1;
    const yes = assignment();
    if (tokens[at] === ':') at += 1;
    const no = assignment();
    return test !== 0n ? yes : no;
  }
  function level(step: number): bigint {
    const operators = LEVELS[step];
    if (operators === undefined) return power();
    let value = level(step + 1);
    for (let token = tokens[at]; token !== undefined && operators.includes(token); token = tokens[at]) {
      at += 1;
      value = apply(token, value, level(step + 1));
    }
    return value;
  }
  function power(): bigint {
    const base = unary();
    if (tokens[at] !== '**') return base;
    at += 1;
    const exponent = nested(power);
    if (exponent < 0n) problem ??= 'exponent less than 0';
    return exponent < 0n ? 0n : raised(base, exponent);
  }
  function unary(): bigint {
    const token = tokens[at];
    at += 1;
    return nested(() => operand(token));
  }
  function operand(token: string | undefined): bigint {
    if (token === '-') return wrapped(-unary());
    if (token === '+') return unary();
    if (token === '!') return unary() === 0n ? 1n : 0n;
    if (token === '~') return ~unary();
    if (token === '++' || token === '--') {
      const name = tokens[at] ?? '';
      at += 1;
      return store(name, wrapped(read(name) + (token === '++' ? 1n : -1n)));
    }
    if (token === '(') {
      const value = assignment();
      if (tokens[at] === ')') at += 1;
      return value;
    }
    if (token === undefined) return 0n;
    if (/^\d/.test(token)) return numberOf(token);
    if (/^[A-Za-z_]/.test(token)) return named(token);
    problem ??= 'arithmetic syntax error';
    return 0n;
  }
  function named(token: string): bigint {
    const value = read(token);
    const after = tokens[at];
    if (after === '++' || after === '--') {
      at += 1;
      store(token, wrapped(value + (after === '++' ? 1n : -1n)));
    }
    return value;
  }
  function read(variable: string): bigint {
    const text = (variables.get(variable) ?? '').trim();
    return /^-?\d/.test(text) ? (text.startsWith('-') ? -numberOf(text.slice(1)) : numberOf(text)) : 0n;
  }
  function store(name: string, value: bigint): bigint {
    variables.set(name, String(value));
    return value;
  }
  function apply(operator: string, a: bigint, b: bigint): bigint {
    if ((operator === '/' || operator === '%') && b === 0n) {
      problem ??= 'divide by zero';
      return 0n;
    }
    return wrapped(operate(operator, a, b));
  }
  return () => {
    const value = assignment();
    if (at < tokens.length) problem ??= 'arithmetic syntax error';
    return problem === undefined ? { value: String(value) } : { error: problem };
  };
}

function wrapped(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}

/** `010` is eight, `0x10` sixteen. */
function numberOf(token: string): bigint {
  if (/^0[0-7]+$/.test(token)) return wrapped(BigInt(`0o${token.slice(1)}`));
  const digits = /^(?:0[xX][0-9a-fA-F]{1,16}|\d{1,30})/.exec(token)?.[0] ?? '0';
  return wrapped(BigInt(digits));
}

function raised(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = wrapped(result * square);
    square = wrapped(square * square);
  }
  return result;
}

function operate(operator: string, a: bigint, b: bigint): bigint {
  const truth = (holds: boolean): bigint => (holds ? 1n : 0n);
  switch (operator) {
    case '||':
      return truth(a !== 0n || b !== 0n);
    case '&&':
      return truth(a !== 0n && b !== 0n);
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '&':
      return a & b;
    case '==':
      return truth(a === b);
    case '!=':
      return truth(a !== b);
    case '<=':
      return truth(a <= b);
    case '>=':
      return truth(a >= b);
    case '<':
      return truth(a < b);
    case '>':
      return truth(a > b);
    case '<<':
      return a << (b & 63n);
    case '>>':
      return a >> (b & 63n);
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    default:
      return a % b;
  }
}
