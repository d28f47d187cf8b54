/** Runs an awk program over lines. Its statements are counted as steps of matching are: a loop without end ends. */
import { checkLength } from '../../limits.ts';
import type { Expression, Match } from '../../regexp/index.ts';
import { formatted } from '../compute.ts';
import type { Tool } from '../tool.ts';
import { Memory } from './memory.ts';
import { AwkError, type Expr, type Rule, type Statement, type Target } from './syntax.ts';
import { compare, isTrue, numberOf, textOf, type Value } from './values.ts';

/** Steps that a statement or an operator counts for. */
const cost = 3;

type Leaves = 'next' | 'break' | 'continue' | 'exit' | undefined;

export class AwkRunner {
  readonly memory: Memory;
  exitCode = 0;
  readonly #tool: Tool;
  readonly #rules: readonly Rule[];
  /** Ranges that have begun. */
  readonly #active = new Set<Rule>();

  constructor(rules: readonly Rule[], tool: Tool) {
    this.#rules = rules;
    this.#tool = tool;
    this.memory = new Memory(tool.expressions, tool.cpu);
  }

  /** Whether it goes on. */
  special(when: 'BEGIN' | 'END'): boolean {
    for (const rule of this.#rules) {
      if (rule.when === when && this.#block(rule.body ?? []) === 'exit') return false;
    }
    return true;
  }

  /** Whether it goes on. */
  line(text: string): boolean {
    const { memory } = this;
    memory.set('NR', numberOf(memory.get('NR')) + 1);
    memory.setLine(text);
    for (const rule of this.#rules) {
      if (rule.when === 'BEGIN' || rule.when === 'END' || !this.#applies(rule)) continue;
      const leaves = rule.body === undefined ? this.#print([]) : this.#block(rule.body);
      if (leaves === 'exit') return false;
      if (leaves === 'next') break;
    }
    return true;
  }

  #applies(rule: Rule): boolean {
    const { when } = rule;
    if (typeof when === 'string') return true;
    if (!('from' in when)) return isTrue(this.#value(when));
    if (!this.#active.has(rule)) {
      if (!isTrue(this.#value(when.from))) return false;
      this.#active.add(rule);
    }
    if (isTrue(this.#value(when.to))) this.#active.delete(rule);
    return true;
  }

  #count(): void {
    this.#tool.cpu.spend(cost);
  }

  #block(body: readonly Statement[]): Leaves {
    for (const each of body) {
      const leaves = this.#run(each);
      if (leaves !== undefined) return leaves;
    }
    return undefined;
  }

  #run(statement: Statement): Leaves {
    this.#count();
    switch (statement.type) {
      case 'expr':
        this.#value(statement.of);
        return undefined;
      case 'print':
        return this.#print(statement.args);
      case 'printf': {
        const [format = '', ...values] = statement.args.map((each) => textOf(this.#value(each)));
        this.#write(formatted(format, values));
        return undefined;
      }
      case 'block':
        return this.#block(statement.body);
      case 'if': {
        const chosen = isTrue(this.#value(statement.test)) ? statement.yes : statement.no;
        return chosen === undefined ? undefined : this.#run(chosen);
      }
      case 'while':
      case 'do':
      case 'for':
      case 'each':
        return this.#loop(statement);
      case 'delete':
        if (statement.keys.length === 0) this.memory.array(statement.array).clear();
        else this.memory.array(statement.array).delete(this.#key(statement.keys));
        return undefined;
      case 'exit':
        if (statement.code !== undefined) this.exitCode = numberOf(this.#value(statement.code)) & 255;
        return 'exit';
      default:
        return statement.type;
    }
  }

  #loop(statement: Extract<Statement, { type: 'while' | 'do' | 'for' | 'each' }>): Leaves {
    if (statement.type === 'each') {
      for (const key of [...this.memory.array(statement.array).keys()]) {
        this.memory.set(statement.name, { text: key });
        const leaves = this.#run(statement.body);
        if (leaves === 'break') break;
        if (leaves === 'next' || leaves === 'exit') return leaves;
      }
      return undefined;
    }
    if (statement.type === 'for' && statement.first !== undefined) this.#run(statement.first);
    for (let first = true; ; first = false) {
      const tests = statement.test !== undefined && !(first && statement.type === 'do');
      if (tests && statement.test !== undefined && !isTrue(this.#value(statement.test))) return undefined;
      const leaves = this.#run(statement.body);
      if (leaves === 'break') return undefined;
      if (leaves === 'next' || leaves === 'exit') return leaves;
      if (statement.type === 'for' && statement.next !== undefined) this.#run(statement.next);
    }
  }

  #print(args: readonly Expr[]): undefined {
    const values = args.length === 0 ? [this.memory.field(0)] : args.map((each) => this.#value(each));
    this.#write(values.map(textOf).join(this.memory.text('OFS')) + this.memory.text('ORS'));
    return undefined;
  }

  #write(text: string): void {
    checkLength(text.length);
    this.#tool.output.write(text);
  }

  #key(keys: readonly Expr[]): string {
    return keys.map((each) => textOf(this.#value(each))).join(this.memory.text('SUBSEP'));
  }

  #value(expr: Expr): Value {
    this.#count();
    switch (expr.type) {
      case 'number':
      case 'string':
        return expr.value;
      case 'regex':
        return Number(this.#expression(expr).test(textOf(this.memory.field(0))));
      case 'name':
      case 'field':
      case 'element':
        return this.#read(expr);
      case 'in':
        return Number(this.memory.array(expr.array).has(this.#keyOf(expr.key)));
      case 'not':
        return Number(!isTrue(this.#value(expr.of)));
      case 'minus':
        return -numberOf(this.#value(expr.of));
      case 'plus':
        return numberOf(this.#value(expr.of));
      case 'binary':
        return this.#binary(expr);
      case 'choice':
        return this.#value(isTrue(this.#value(expr.test)) ? expr.yes : expr.no);
      case 'assign': {
        const right = this.#value(expr.value);
        const value =
          expr.operator === '='
            ? right
            : operate(expr.operator.slice(0, -1), numberOf(this.#read(expr.to)), numberOf(right));
        return this.#assign(expr.to, value);
      }
      case 'step': {
        const before = numberOf(this.#read(expr.of));
        this.#assign(expr.of, before + expr.by);
        return expr.before ? before + expr.by : before;
      }
      case 'call':
        return this.#call(expr);
    }
  }

  #keyOf(expr: Expr): string {
    return expr.type === 'call' && expr.name === '(' ? this.#key(expr.args) : this.#key([expr]);
  }

  #read(target: Target): Value {
    if (target.type === 'name') return this.memory.get(target.name);
    if (target.type === 'field') return this.memory.field(Math.trunc(numberOf(this.#value(target.of))));
    const key = this.#key(target.keys);
    const value = this.memory.array(target.array).get(key);
    // As in awk, an element is there once it has been read.
    if (value === undefined) this.memory.setElement(target.array, key, { text: '' });
    return value ?? { text: '' };
  }

  #assign(target: Target, value: Value): Value {
    if (target.type === 'name') this.memory.set(target.name, value);
    else if (target.type === 'field') this.memory.setField(Math.trunc(numberOf(this.#value(target.of))), textOf(value));
    else this.memory.setElement(target.array, this.#key(target.keys), value);
    return value;
  }

  #binary({ operator, left, right }: Extract<Expr, { type: 'binary' }>): Value {
    if (operator === '&&') return Number(isTrue(this.#value(left)) && isTrue(this.#value(right)));
    if (operator === '||') return Number(isTrue(this.#value(left)) || isTrue(this.#value(right)));
    const a = this.#value(left);
    if (operator === '~' || operator === '!~')
      return Number(this.#expression(right).test(textOf(a)) === (operator === '~'));
    const b = this.#value(right);
    if (operator === ' ') {
      const text = textOf(a) + textOf(b);
      checkLength(text.length);
      return text;
    }
    const order = ['<', '<=', '==', '!=', '>', '>='].includes(operator) ? compare(a, b) : undefined;
    return order === undefined ? operate(operator, numberOf(a), numberOf(b)) : Number(holds(operator, order));
  }

  #expression(expr: Expr): Expression {
    const pattern = expr.type === 'regex' ? expr.value : textOf(this.#value(expr));
    return this.#tool.expressions.compile(pattern, { extended: true, escapes: true });
  }

  #call({ name, args }: Extract<Expr, { type: 'call' }>): Value {
    switch (name) {
      case 'split':
        return this.#split(args);
      case 'sub':
      case 'gsub':
        return this.#replace(args, name === 'gsub');
      case 'match': {
        const [of, pattern] = args;
        const found = of && pattern ? this.#expression(pattern).find(textOf(this.#value(of))) : undefined;
        this.memory.set('RSTART', found === undefined ? 0 : found.from + 1);
        this.memory.set('RLENGTH', found === undefined ? -1 : found.to - found.from);
        return found === undefined ? 0 : found.from + 1;
      }
      case 'length': {
        const [of] = args;
        if (of?.type === 'name' && this.memory.arrays.has(of.name)) return this.memory.array(of.name).size;
        return textOf(of === undefined ? this.memory.field(0) : this.#value(of)).length;
      }
      case 'rand':
        return this.#tool.host.random();
      case 'srand':
        return 0;
      default:
        return pure(name, args.map((each) => this.#value(each)));
    }
  }

  #split([of, array, separator]: readonly Expr[]): number {
    if (of === undefined || array?.type !== 'name') throw new AwkError('split needs a text and an array');
    const by = separator?.type === 'regex' ? separator.value : separator && textOf(this.#value(separator));
    const parts = this.memory.split(textOf(this.#value(of)), by ?? this.memory.text('FS'));
    this.memory.array(array.name).clear();
    parts.forEach((part, index) => this.memory.setElement(array.name, String(index + 1), { text: part }));
    return parts.length;
  }

  #replace([pattern, by, target]: readonly Expr[], all: boolean): number {
    if (pattern === undefined || by === undefined) throw new AwkError('sub needs an expression and a text');
    const field: Target = { type: 'field', of: { type: 'number', value: 0 } };
    const to = target?.type === 'name' || target?.type === 'field' || target?.type === 'element' ? target : field;
    const text = textOf(this.#read(to));
    const replacement = textOf(this.#value(by));
    let result = '';
    let end = 0;
    let count = 0;
    for (const match of this.#expression(pattern).all(text)) {
      result += text.slice(end, match.from) + replaced(replacement, match);
      checkLength(result.length);
      end = match.to;
      count += 1;
      if (!all) break;
    }
    if (count > 0) this.#assign(to, result + text.slice(end));
    return count;
  }
}

function replaced(by: string, { groups }: Match): string {
  return by.replace(/\\([\\&])|&/g, (_, escaped: string | undefined) => escaped ?? groups[0] ?? '');
}

function holds(operator: string, order: number): boolean {
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    case '>':
      return order > 0;
    default:
      return order >= 0;
  }
}

function operate(operator: string, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '^':
    case '**':
      return a ** b;
    default:
      if (b === 0) throw new AwkError('division by zero');
      return operator === '/' ? a / b : a % b;
  }
}

/** Functions of their arguments alone. */
function pure(name: string, args: readonly Value[]): Value {
  const [a = '', b = '', c] = args;
  const text = textOf(a);
  switch (name) {
    case 'substr': {
      const from = Math.round(numberOf(b));
      const to = c === undefined ? Number.POSITIVE_INFINITY : from + Math.round(numberOf(c));
      return text.slice(Math.max(0, from - 1), Math.max(0, to - 1));
    }
    case 'index':
      return text.indexOf(textOf(b)) + 1;
    case 'toupper':
      return text.toUpperCase();
    case 'tolower':
      return text.toLowerCase();
    case 'sprintf':
      return formatted(text, args.slice(1).map(textOf));
    case 'int':
      return Math.trunc(numberOf(a));
    case 'sqrt':
      return Math.sqrt(numberOf(a));
    default:
      throw new AwkError(`function ${name} is not defined`);
  }
}
