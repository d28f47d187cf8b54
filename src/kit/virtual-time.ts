/**
 * Time and chance of a universe for the program that runs in it. While it is installed, `setTimeout`, `Date` and the like ask which program
 * their caller belongs to; code that belongs to none (the test, Vitest, Node itself) gets the machine's own.
 */
import { syncBuiltinESMExports } from 'node:module';
import crypto from 'node:crypto';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { format, promisify } from 'node:util';
import { currentProgram, type Program, type ProgramTimer } from './program.ts';
import { type AnyFunction, replace } from './replace.ts';
import { virtualPromises } from './virtual-promises.ts';

type Callback = (...args: readonly unknown[]) => void;

/** What `setTimeout` returns to a program: the members of Node's own. */
class VirtualTimer {
  readonly #program: Program;
  readonly #work: () => void;
  readonly #delayMs: number;
  readonly #repeats: boolean;
  #timer: ProgramTimer | undefined;

  constructor(program: Program, work: () => void, delayMs: number, repeats: boolean) {
    this.#program = program;
    this.#work = work;
    this.#delayMs = delayMs;
    this.#repeats = repeats;
    this.refresh();
  }

  refresh(): this {
    this.close();
    this.#timer = this.#program.after(this.#delayMs, () => {
      this.#timer = undefined;
      if (this.#repeats) this.refresh();
      this.#work();
    });
    return this;
  }

  close(): this {
    this.#timer?.cancel();
    this.#timer = undefined;
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return this.#timer !== undefined;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/** Every program's functions, in place of the machine's. Returns what puts those back. */
export function installVirtualTime(): () => void {
  const undo = [
    ...['setTimeout', 'setInterval'].flatMap((name) => onBoth(name, (real) => virtualTimer(real, name === 'setInterval'))),
    ...onBoth('setImmediate', virtualImmediate),
    ...['clearTimeout', 'clearInterval', 'clearImmediate'].flatMap((name) => onBoth(name, virtualClear)),
    ...virtualPromises.map(([name, make]) => replace(timersPromises, name, make)),
    replace(globalThis, 'Date', (real) => virtualDate(real as DateConstructor)),
    replace(performance, 'now', (real) => () => {
      const program = currentProgram();
      return program === undefined ? Reflect.apply(real, performance, []) : program.now();
    }),
    replace(Math, 'random', (real) => () => currentProgram()?.random() ?? real()),
    replace(AbortSignal, 'timeout', (real) => (delayMs: number) => virtualDeadline(delayMs) ?? Reflect.apply(real, AbortSignal, [delayMs])),
    ...['log', 'info', 'debug', 'warn', 'error'].map((name) => replace(console, name, virtualPrint)),
    replace(globalThis.crypto, 'randomUUID', virtualUuid),
    replace(crypto, 'randomUUID', virtualUuid),
  ];
  syncBuiltinESMExports();
  return () => {
    for (const each of undo) each();
    syncBuiltinESMExports();
  };
}

/** The globals, and what `node:timers` exports. */
const onBoth = (name: string, make: (real: AnyFunction) => unknown): readonly (() => void)[] => [
  replace(globalThis, name, make),
  replace(timers, name, make),
];

function virtualTimer(real: AnyFunction, repeats: boolean): AnyFunction {
  const set = (work: Callback, delayMs?: number, ...args: readonly unknown[]): unknown => {
    const program = currentProgram();
    if (program === undefined) return real(work, delayMs, ...args);
    return new VirtualTimer(program, () => work(...args), delayMs ?? 1, repeats);
  };
  const custom: unknown = Reflect.get(timersPromises, 'setTimeout');
  if (!repeats) Object.defineProperty(set, promisify.custom, { value: (...args: readonly unknown[]) => Reflect.apply(custom as AnyFunction, undefined, args) });
  return set as AnyFunction;
}

function virtualImmediate(real: AnyFunction): AnyFunction {
  return ((work: Callback, ...args: readonly unknown[]) => {
    const program = currentProgram();
    return program === undefined ? real(work, ...args) : new VirtualTimer(program, () => work(...args), 1, false);
  }) as AnyFunction;
}

const virtualClear =
  (real: AnyFunction): AnyFunction =>
  (timer) =>
    timer instanceof VirtualTimer ? timer.close() : real(timer);

function virtualDate(real: DateConstructor): DateConstructor {
  const now = (): number => currentProgram()?.now() ?? real.now();
  return new Proxy(real, {
    apply: () => new real(now()).toString(),
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

function virtualDeadline(delayMs: number): AbortSignal | undefined {
  const program = currentProgram();
  if (program === undefined) return undefined;
  const controller = new AbortController();
  program.after(delayMs, () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')));
  return controller.signal;
}

function virtualPrint(real: AnyFunction): AnyFunction {
  return (...values) => {
    const program = currentProgram();
    if (program === undefined) real(...values);
    else program.log(format(...values));
  };
}

function virtualUuid(real: AnyFunction): AnyFunction {
  return (...args) => {
    const program = currentProgram();
    if (program === undefined) return Reflect.apply(real, globalThis.crypto, args);
    const digits = Array.from({ length: 32 }, (_, at) => hexDigit(at, program.random()));
    return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
}

/** Of a UUID of version 4. */
function hexDigit(at: number, random: number): string {
  if (at === 12) return '4';
  return Math.floor(at === 16 ? 8 + random * 4 : random * 16).toString(16);
}
