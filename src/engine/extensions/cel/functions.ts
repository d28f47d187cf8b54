/** Functions by name, each with its overloads; signatures are written as `string.contains(string): bool`. */
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  opaque,
  optionalOf,
  STRING,
  TIMESTAMP,
  type Type,
} from './types.ts';
import { isCompound, type Spend, type Value } from './values.ts';

/** What a function does with arguments that fit its signature; the receiver comes first. */
export type Run = (args: readonly Value[], spend: Spend) => Value;

export interface Overload {
  readonly member: boolean;
  readonly args: readonly Type[];
  readonly result: Type;
  readonly run: Run;
}

/** By name. */
export type Functions = ReadonlyMap<string, readonly Overload[]>;

/** Signature and function, in the order in which overloads are tried. */
export type Library = readonly (readonly [signature: string, run: Run])[];

/** All functions of some libraries. */
export function functionsOf(libraries: readonly Library[]): Functions {
  const functions = new Map<string, Overload[]>();
  for (const [signature, run] of libraries.flat()) {
    const { name, ...overload } = parseSignature(signature);
    const known = functions.get(name);
    if (known === undefined) functions.set(name, [{ ...overload, run }]);
    else known.push({ ...overload, run });
  }
  return functions;
}

function parseSignature(signature: string): Omit<Overload, 'run'> & { readonly name: string } {
  const reader = new Reader(signature);
  // `cel.@x` and `ip.isCanonical` are names with a dot; `string.size` is a receiver. The table marks receivers with `->`.
  const arrow = signature.indexOf('->');
  const receiver = arrow < 0 ? [] : [reader.type()];
  if (arrow >= 0) reader.skip('->');
  const name = reader.until('(');
  const args: Type[] = [...receiver];
  while (!reader.ends(')')) {
    args.push(reader.type());
    reader.ends(',', true);
  }
  reader.skip('):');
  return { name, member: arrow >= 0, args, result: reader.type() };
}

class Reader {
  #rest: string;

  constructor(text: string) {
    this.#rest = text;
  }

  skip(text: string): void {
    this.#rest = this.#rest.trimStart();
    if (!this.#rest.startsWith(text)) throw new Error(`expected ${text} before ${this.#rest}`);
    this.#rest = this.#rest.slice(text.length);
  }

  ends(text: string, take = false): boolean {
    const found = this.#rest.trimStart().startsWith(text);
    if (found && take) this.skip(text);
    return found;
  }

  until(text: string): string {
    const at = this.#rest.indexOf(text);
    const found = this.#rest.slice(0, at).trim();
    this.#rest = this.#rest.slice(at + text.length);
    return found;
  }

  type(): Type {
    this.#rest = this.#rest.trimStart();
    const name = /^[A-Za-z_.]+/.exec(this.#rest)?.[0] ?? '';
    this.#rest = this.#rest.slice(name.length);
    if (name === 'list' || name === 'map' || name === 'optional') {
      this.skip('(');
      const first = this.type();
      if (name !== 'map') {
        this.skip(')');
        return name === 'list' ? listOf(first) : optionalOf(first);
      }
      this.skip(',');
      const second = this.type();
      this.skip(')');
      return mapOf(first, second);
    }
    const simple = SIMPLE.get(name);
    if (simple !== undefined) return simple;
    return name.length === 1 ? { kind: 'param', name } : opaque(name);
  }
}

const SIMPLE: ReadonlyMap<string, Type> = new Map([
  ['bool', BOOL],
  ['int', INT],
  ['uint', { kind: 'uint' }],
  ['double', DOUBLE],
  ['string', STRING],
  ['bytes', BYTES],
  ['dyn', DYN],
  ['null', NULL],
  ['timestamp', TIMESTAMP],
  ['duration', DURATION],
  ['type', { kind: 'type' }],
]);

/** The first overload whose parameters take these values. */
export function overloadFor(
  overloads: readonly Overload[],
  member: boolean,
  args: readonly Value[],
): Overload | undefined {
  return overloads.find(
    (overload) =>
      overload.member === member &&
      overload.args.length === args.length &&
      overload.args.every((type, index) => fits(type, args[index])),
  );
}

/** Elements of lists and maps aren't checked: the function does that. */
function fits(type: Type, value: Value | undefined): boolean {
  switch (type.kind) {
    case 'dyn':
    case 'param':
      return value !== undefined;
    case 'bool':
      return typeof value === 'boolean';
    case 'int':
      return typeof value === 'bigint';
    case 'double':
      return typeof value === 'number';
    case 'string':
      return typeof value === 'string';
    case 'bytes':
      return value instanceof Uint8Array;
    case 'null_type':
      return value === null;
    case 'opaque':
      return isCompound(value) && value.kind === 'opaque' && value.type === type.name;
    case 'object':
      return isCompound(value) && value.kind === 'map';
    default:
      return isCompound(value) && value.kind === type.kind;
  }
}
