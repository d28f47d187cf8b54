/** What an awk program remembers: variables, arrays, and the fields of the line it is at. */
import type { CpuTime } from '../../cpu-time.ts';
import { checkLength } from '../../limits.ts';
import type { Expressions } from '../../regexp/index.ts';
import { AwkError } from './syntax.ts';
import { numberOf, textOf, type Value } from './values.ts';

/** Fields of a line, and elements of all arrays. */
const mostFields = 100_000;
const mostElements = 1_000_000;
/** Of an element that is set, and characters that are split in a step. */
const elementSteps = 25;
const charsPerStep = 4;

export class Memory {
  readonly arrays = new Map<string, Map<string, Value>>();
  readonly #variables = new Map<string, Value>([
    ['FS', ' '],
    ['OFS', ' '],
    ['ORS', '\n'],
    ['SUBSEP', '\x1c'],
    ['NR', 0],
  ]);
  readonly #expressions: Expressions;
  readonly #cpu: CpuTime;
  #line = '';
  #fields: string[] = [];
  /** The line is to be made of its fields. */
  #stale = false;
  #elements = 0;

  constructor(expressions: Expressions, cpu: CpuTime) {
    this.#cpu = cpu;
    this.#expressions = expressions;
  }

  get(name: string): Value {
    if (name === 'NF') return this.#fields.length;
    return this.#variables.get(name) ?? { text: '' };
  }

  set(name: string, value: Value): void {
    checkLength(typeof value === 'number' ? 0 : textOf(value).length);
    if (name === 'NF') this.#resize(numberOf(value));
    else this.#variables.set(name, value);
  }

  text(name: string): string {
    return textOf(this.get(name));
  }

  /** The next line of the input. */
  setLine(line: string): void {
    this.#line = line;
    this.#stale = false;
    this.#fields = this.split(line, this.text('FS'));
  }

  field(index: number): Value {
    if (!(index >= 0)) throw new AwkError(`attempt to access field ${index}`);
    if (index > 0) return { text: this.#fields[index - 1] ?? '' };
    if (this.#stale) this.#line = this.#fields.join(this.text('OFS'));
    this.#stale = false;
    return { text: this.#line };
  }

  setField(index: number, value: string): void {
    checkLength(value.length);
    if (index === 0) return this.setLine(value);
    if (index > this.#fields.length) this.#resize(index);
    this.#fields[index - 1] = value;
    this.#stale = true;
  }

  #resize(count: number): void {
    if (!(count >= 0 && count <= mostFields)) throw new AwkError('too many fields');
    while (this.#fields.length < count) this.#fields.push('');
    this.#fields.length = Math.trunc(count);
    this.#stale = true;
  }

  array(name: string): Map<string, Value> {
    let array = this.arrays.get(name);
    if (array === undefined) {
      array = new Map();
      this.arrays.set(name, array);
    }
    return array;
  }

  setElement(name: string, key: string, value: Value): void {
    this.#cpu.spend(elementSteps);
    const array = this.array(name);
    if (!array.has(key)) this.#elements += 1;
    if (this.#elements > mostElements) throw new AwkError('too many elements');
    array.set(key, value);
  }

  /** Cuts a text as FS says: at blanks, at a character, or at an expression. */
  split(text: string, separator: string): string[] {
    this.#cpu.spend(Math.ceil(text.length / charsPerStep));
    if (separator === ' ') return text.trim() === '' ? [] : text.trim().split(/[ \t\n]+/);
    if (text === '') return [];
    if (separator === '') return [...text];
    if (separator.length === 1 && separator !== '\\') return text.split(separator);
    const parts: string[] = [];
    let end = 0;
    for (const { from, to } of this.#expressions.compile(separator, { extended: true, escapes: true }).all(text)) {
      if (from === to) continue;
      parts.push(text.slice(end, from));
      end = to;
    }
    return [...parts, text.slice(end)];
  }
}
