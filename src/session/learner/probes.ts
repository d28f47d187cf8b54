/**
 * Probes: where a statement of a swapped controller begins, a call is put in that evaluates the watch expressions of that line in scope. A
 * function remembers for which call of reconcile it runs (`__c`), for several are under way at a time and each goes on after its own await.
 */
import type { WatchExpression, WatchView } from '../../viz/reconciles-model.ts';
import type { Compile } from './compile.ts';
import { expressionCode, type InstrumentedFile, instrumentFile, statementOf } from './instrument.ts';
import { tame } from './problem.ts';
import { createReadOnlyProxy, type ReadOnlyProxy } from './read-only-proxy.ts';
import { shortText } from './short-text.ts';

/** What compiled modules see as `__w`. */
interface Hook<C> {
  call: C | undefined;
  /** By number of the probe: something is evaluated there. */
  readonly on: boolean[];
  see(probe: number, evaluate: (code: string) => unknown): void;
  /** What an expression sees of a value. */
  view(value: unknown): unknown;
}

export interface Probes<C> {
  readonly hook: Hook<C>;
  /** The source with probes in it; as it was where that can't be. */
  instrument(file: string, source: string): string;
  /** From now on these are evaluated, and no others. */
  watch(expressions: readonly WatchExpression[]): void;
  readonly watched: readonly WatchExpression[];
  /** Each expression, with the line where it is evaluated and why it can't be. */
  views(): readonly WatchView[];
  /** An expression is being evaluated: nothing may change. */
  readonly evaluating: boolean;
}

export interface ProbeListener<C> {
  /** Called with each value, for the call it belongs to. */
  seen(call: C, id: string, text: string): void;
  /** Called before an expression is evaluated, and with nothing after it: should it never end, it is known which it was. */
  evaluating(watch?: WatchExpression): void;
}

interface Point {
  readonly watch: WatchExpression;
  readonly code: string;
}

/** Evaluations within one call that the listener hears of beforehand. */
const mostReported = 500;

/** `shared`: values that expressions see as they are. */
export function createProbes<C>(compile: Compile, shared: ReadonlySet<unknown>, listener: ProbeListener<C>): Probes<C> {
  return new ExpressionProbes(compile, shared, listener);
}

class ExpressionProbes<C> implements Probes<C> {
  /** An object of its own: modules hold it, and see nothing else of this. */
  readonly hook: Hook<C>;
  readonly #compile: Compile;
  readonly #shared: ReadonlySet<unknown>;
  readonly #listener: ProbeListener<C>;
  readonly #files = new Map<string, InstrumentedFile>();
  /** By number of the probe. */
  readonly #points = new Map<number, Point[]>();
  /** By id of the expression: why it isn't evaluated. */
  readonly #problems = new Map<string, string>();
  #watched: readonly WatchExpression[] = [];
  #lastProbe = 0;
  /** Evaluations reported in the call that was under way last. */
  #reported: { readonly call: C | undefined; readonly count: number } = { call: undefined, count: 0 };
  /** What the expression that is being evaluated sees; undefined: none is. */
  #proxy: ReadOnlyProxy | undefined;

  constructor(compile: Compile, shared: ReadonlySet<unknown>, listener: ProbeListener<C>) {
    this.#compile = compile;
    this.#shared = shared;
    this.#listener = listener;
    this.hook = {
      call: undefined,
      on: [],
      see: (probe, evaluate) => this.#see(probe, evaluate),
      view: (value) => this.#view(value),
    };
  }

  get watched(): readonly WatchExpression[] {
    return this.#watched;
  }

  get evaluating(): boolean {
    return this.#proxy !== undefined;
  }

  instrument(file: string, source: string): string {
    const known = this.#files.get(file);
    if (known?.source === source) return known.text;
    const instrumented = instrumentFile(this.#compile, file, source, this.#lastProbe + 1);
    if (instrumented === undefined) return source;
    this.#lastProbe += instrumented.probes.size;
    this.#files.set(file, instrumented);
    this.#place();
    return instrumented.text;
  }

  watch(expressions: readonly WatchExpression[]): void {
    this.#watched = expressions;
    this.#place();
  }

  views(): readonly WatchView[] {
    return this.#watched.map((expression) => {
      const file = this.#files.get(expression.file);
      const at = file && statementOf(file, expression.line);
      const problem = this.#problems.get(expression.id);
      return { ...expression, ...(at === undefined ? {} : { at }), ...(problem === undefined ? {} : { problem }) };
    });
  }

  /** Each expression gets its code in every file of that name that runs. */
  #place(): void {
    this.#points.clear();
    this.#problems.clear();
    this.hook.on.length = 0;
    for (const watch of this.#watched) {
      const { id, file, line, text } = watch;
      const instrumented = this.#files.get(file);
      const statement = instrumented && statementOf(instrumented, line);
      const probe = statement === undefined ? undefined : instrumented?.probes.get(statement);
      if (instrumented === undefined || statement === undefined || probe === undefined) continue;
      const { source, statements } = instrumented;
      const compiled = expressionCode(this.#compile, file, source, statements.get(statement) ?? 0, text);
      if ('problem' in compiled) {
        this.#problems.set(id, compiled.problem);
        continue;
      }
      this.#points.set(probe, [...(this.#points.get(probe) ?? []), { watch, code: compiled.code }]);
      this.hook.on[probe] = true;
    }
  }

  #see(probe: number, evaluate: (code: string) => unknown): void {
    const { call } = this.hook;
    if (call === undefined || this.#proxy !== undefined) return;
    for (const { watch, code } of this.#points.get(probe) ?? []) {
      const isReported = this.#countReported(call);
      if (isReported) this.#listener.evaluating(watch);
      try {
        this.#listener.seen(call, watch.id, this.#textOf(evaluate, code));
      } finally {
        if (isReported) this.#listener.evaluating();
      }
    }
    this.hook.call = call;
  }

  /** After so many, it is the loop around them that may not end; and the page would receive nothing else. */
  #countReported(call: C): boolean {
    const count = call === this.#reported.call ? this.#reported.count + 1 : 1;
    this.#reported = { call, count };
    return count <= mostReported;
  }

  #view(value: unknown): unknown {
    if (this.#proxy === undefined) throw readOnlyError('nothing of it runs later');
    return this.#proxy.of(value);
  }

  #textOf(evaluate: (code: string) => unknown, code: string): string {
    this.#proxy = createReadOnlyProxy(this.#shared);
    try {
      return shortText(evaluate(code));
    } catch (thrown) {
      const text = wordsOf(thrown);
      return /before initialization|can't access lexical/.test(text) ? '(not yet)' : `(${shortText(text).replaceAll('"', '')})`;
    } finally {
      this.#proxy = undefined;
    }
  }
}

/** Of what was thrown, which may throw when it is read. */
function wordsOf(thrown: unknown): string {
  try {
    const error = tame(thrown);
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'what was thrown can’t be shown';
  }
}

/** What is thrown where an expression would do more than read. */
export const readOnlyError = (what: string): Error => new Error(`a watch expression is read-only: ${what}`);

/** The same function, which throws when an expression calls it. */
export const unlessEvaluating =
  (isEvaluating: () => boolean, what: string) =>
  <A extends readonly unknown[], R>(run: (...args: A) => R) =>
  (...args: A): R => {
    if (isEvaluating()) throw readOnlyError(what);
    return run(...args);
  };
