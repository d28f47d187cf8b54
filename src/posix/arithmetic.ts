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
  return new Evaluator(text, variables).result();
}

/** Reads an expression from left to right and computes as it goes: a method a level of the grammar. */
class Evaluator {
  readonly #tokens: readonly string[];
  readonly #variables: Variables;
  #at = 0;
  #depth = 0;
  #problem: string | undefined;

  constructor(text: string, variables: Variables) {
    this.#tokens = text.match(TOKENS) ?? [];
    this.#variables = variables;
  }

  /** One level deeper; without a value where that is too deep. */
  #nested(evaluate: () => bigint): bigint {
    this.#depth += 1;
    if (this.#depth > deepest) this.#problem ??= 'expression recursion loop detected';
    const value = this.#problem === undefined ? evaluate() : 0n;
    this.#depth -= 1;
    return value;
  }

  #assignment(): bigint {
    return this.#nested(() => this.#assigned());
  }

  #assigned(): bigint {
    const name = this.#tokens[this.#at];
    const operator = this.#tokens[this.#at + 1];
    if (name !== undefined && /^[A-Za-z_]/.test(name) && operator !== undefined && /^[-+*/%]?=$/.test(operator)) {
      this.#at += 2;
      const right = this.#assignment();
      return this.#store(name, operator === '=' ? right : this.#apply(operator.slice(0, 1), this.#read(name), right));
    }
    return this.#conditional();
  }

  #conditional(): bigint {
    const test = this.#level(0);
    if (this.#tokens[this.#at] !== '?') return test;
    this.#at += 1;
    const yes = this.#assignment();
    if (this.#tokens[this.#at] === ':') this.#at += 1;
    const no = this.#assignment();
    return test !== 0n ? yes : no;
  }

  #level(step: number): bigint {
    const operators = LEVELS[step];
    if (operators === undefined) return this.#power();
    let value = this.#level(step + 1);
    for (;;) {
      const token = this.#tokens[this.#at];
      if (token === undefined || !operators.includes(token)) return value;
      this.#at += 1;
      value = this.#apply(token, value, this.#level(step + 1));
    }
  }

  #power(): bigint {
    const base = this.#unary();
    if (this.#tokens[this.#at] !== '**') return base;
    this.#at += 1;
    const exponent = this.#nested(() => this.#power());
    if (exponent < 0n) this.#problem ??= 'exponent less than 0';
    return exponent < 0n ? 0n : raised(base, exponent);
  }

  #unary(): bigint {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    return this.#nested(() => this.#operand(token));
  }

  #operand(token: string | undefined): bigint {
    if (token === '-') return wrapped(-this.#unary());
    if (token === '+') return this.#unary();
    if (token === '!') return this.#unary() === 0n ? 1n : 0n;
    if (token === '~') return ~this.#unary();
    if (token === '++' || token === '--') {
      const name = this.#tokens[this.#at] ?? '';
      this.#at += 1;
      return this.#store(name, wrapped(this.#read(name) + (token === '++' ? 1n : -1n)));
    }
    if (token === '(') {
      const value = this.#assignment();
      if (this.#tokens[this.#at] === ')') this.#at += 1;
      return value;
    }
    if (token === undefined) return 0n;
    if (/^\d/.test(token)) return numberOf(token);
    if (/^[A-Za-z_]/.test(token)) return this.#named(token);
    this.#problem ??= 'arithmetic syntax error';
    return 0n;
  }

  #named(token: string): bigint {
    const value = this.#read(token);
    const after = this.#tokens[this.#at];
    if (after === '++' || after === '--') {
      this.#at += 1;
      this.#store(token, wrapped(value + (after === '++' ? 1n : -1n)));
    }
    return value;
  }

  #read(variable: string): bigint {
    const text = (this.#variables.get(variable) ?? '').trim();
    return /^-?\d/.test(text) ? (text.startsWith('-') ? -numberOf(text.slice(1)) : numberOf(text)) : 0n;
  }

  #store(name: string, value: bigint): bigint {
    this.#variables.set(name, String(value));
    return value;
  }

  #apply(operator: string, a: bigint, b: bigint): bigint {
    if ((operator === '/' || operator === '%') && b === 0n) {
      this.#problem ??= 'divide by zero';
      return 0n;
    }
    return wrapped(operate(operator, a, b));
  }
  result(): { readonly value: string } | { readonly error: string } {
    const value = this.#assignment();
    if (this.#at < this.#tokens.length) this.#problem ??= 'arithmetic syntax error';
    return this.#problem === undefined ? { value: String(value) } : { error: this.#problem };
  }
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
