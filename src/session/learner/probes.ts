/**
 * Probes: where a statement of a swapped controller begins, a call is put in that evaluates the watch expressions of that line in scope. Lines
 * are kept. A function remembers for whom it was called (`__c`), for several calls of reconcile are under way at a time and each goes on
 * after its own await.
 */
import type { WatchExpression, WatchView } from '../../viz/reconciles-model.ts';
import type { Compile } from './compile.ts';
import { createReadOnlyProxy, type ReadOnlyProxy } from './read-only-proxy.ts';
import type { Places } from './statements.ts';
import { tame } from './problem.ts';
import { shortText } from './short-text.ts';
import { typeScriptTools } from './toolchain.ts';

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
  /** How each stands. */
  views(): readonly WatchView[];
  /** An expression is being evaluated: it only looks. */
  readonly looking: boolean;
}

interface Probed {
  readonly source: string;
  /** With probes in it. */
  readonly text: string;
  /** Line -> offset of the statement. */
  readonly statements: ReadonlyMap<number, number>;
  /** Line -> number of its probe. */
  readonly lines: ReadonlyMap<number, number>;
}

interface Point {
  readonly watch: WatchExpression;
  readonly code: string;
}

export interface Onlooker<C> {
  /** Told each value, for the call it belongs to. */
  seen(call: C, id: string, text: string): void;
  /** Told before one is evaluated, and with nothing behind it: should it never end, it is known which it was. */
  looking(watch?: WatchExpression): void;
}

/** Looks of one call that are told. */
const mostTold = 500;

/** `shared`: values that expressions see as they are. */
export function createProbes<C>(compile: Compile, shared: ReadonlySet<unknown>, onlooker: Onlooker<C>): Probes<C> {
  const files = new Map<string, Probed>();
  const points = new Map<number, Point[]>();
  const problems = new Map<string, string>();
  let watched: readonly WatchExpression[] = [];
  let numbered = 0;
  /** How often it was told in this call that somebody looks. */
  let told = 0;
  let toldOf: C | undefined;
  /** What the expression that is being evaluated sees. */
  let view: ReadOnlyProxy | undefined;

  const hook: Hook<C> = {
    call: undefined,
    on: [],
    see(probe, evaluate) {
      const { call } = hook;
      if (call === undefined || view !== undefined) return;
      for (const { watch, code } of points.get(probe) ?? []) {
        if (call !== toldOf) [toldOf, told] = [call, 0];
        told += 1;
        // Behind so many, it is the loop around them that may not end; and the page would hear of nothing else.
        const tells = told <= mostTold;
        if (tells) onlooker.looking(watch);
        try {
          onlooker.seen(call, watch.id, textOf(evaluate, code));
        } finally {
          if (tells) onlooker.looking();
        }
      }
      hook.call = call;
    },
    view(value) {
      if (view === undefined) throw onlyLooks('nothing of it runs later');
      return view.of(value);
    },
  };

  function textOf(evaluate: (code: string) => unknown, code: string): string {
    view = createReadOnlyProxy(shared);
    try {
      return shortText(evaluate(code));
    } catch (thrown) {
      const text = wordsOf(thrown);
      return /before initialization|can't access lexical/.test(text) ? '(not yet)' : `(${shortText(text).replaceAll('"', '')})`;
    } finally {
      view = undefined;
    }
  }

  /** Each expression gets its code in every file of that name that runs. */
  function place(): void {
    points.clear();
    problems.clear();
    hook.on.length = 0;
    for (const watch of watched) {
      const { id, file, line, text } = watch;
      const probed = files.get(file);
      const statement = probed && statementOf(probed, line);
      const at = statement === undefined ? undefined : probed?.lines.get(statement);
      if (probed === undefined || statement === undefined || at === undefined) continue;
      const code = codeOf(compile, file, probed.source, probed.statements.get(statement) ?? 0, text);
      if ('problem' in code) {
        problems.set(id, code.problem);
        continue;
      }
      points.set(at, [...(points.get(at) ?? []), { watch, code: code.code }]);
      hook.on[at] = true;
    }
  }

  return {
    hook,
    instrument(file, source) {
      const known = files.get(file);
      if (known?.source === source) return known.text;
      const places = triedPlaces(source);
      if (places === undefined) return source;
      const first = numbered + 1;
      const lines = new Map([...places.statements.keys()].map((line, index) => [line, first + index] as const));
      numbered += lines.size;
      const text = withProbes(source, places, lines);
      try {
        compile(file, text);
      } catch {
        return source;
      }
      files.set(file, { source, text, statements: places.statements, lines });
      place();
      return text;
    },
    watch(expressions) {
      watched = expressions;
      place();
    },
    get watched() {
      return watched;
    },
    views: () =>
      watched.map((expression) => {
        const probed = files.get(expression.file);
        const at = probed && statementOf(probed, expression.line);
        const problem = problems.get(expression.id);
        return { ...expression, ...(at === undefined ? {} : { at }), ...(problem === undefined ? {} : { problem }) };
      }),
    get looking() {
      return view !== undefined;
    },
  };
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

/** What is thrown where an expression would do more. */
export const onlyLooks = (what: string): Error => new Error(`a watch expression only looks: ${what}`);

/** What is done for everybody but an expression. */
export const unlessLooking =
  (looking: () => boolean, what: string) =>
  <A extends readonly unknown[], R>(run: (...args: A) => R) =>
  (...args: A): R => {
    if (looking()) throw onlyLooks(what);
    return run(...args);
  };

/** What is put into sources; `inserted` finds it again. */
const capture = 'const __c=__w.call;';
const probe = (number: number): string => `__w.call=__c;__w.on[${number}]&&__w.see(${number},__e=>eval(__e));`;
const insertedPattern = /const __c=__w\.call;|__w\.call=__c;__w\.on\[\d+\]&&__w\.see\(\d+,__e=>eval\(__e\)\);/g;

/** So many columns of a compiled line, up to a column, aren't the author's. */
export function insertedBefore(compiled: string, column: number): number {
  let sum = 0;
  for (const match of compiled.matchAll(insertedPattern)) if (match.index < column - 1) sum += match[0].length;
  return sum;
}

function triedPlaces(source: string): Places | undefined {
  try {
    return typeScriptTools().placesIn(source);
  } catch {
    return undefined;
  }
}

function withProbes(source: string, { statements, bodies }: Places, lines: ReadonlyMap<number, number>): string {
  const inserts = [
    ...bodies.map((at) => ({ at, text: capture })),
    ...[...statements].map(([line, at]) => ({ at, text: probe(lines.get(line) ?? 0) })),
  ].sort((a, b) => a.at - b.at);
  let text = '';
  let from = 0;
  for (const insert of inserts) {
    text += source.slice(from, insert.at) + insert.text;
    from = insert.at;
  }
  return text + source.slice(from);
}

/** The line at which the statement begins that a line belongs to: that one, else the nearest above it, else below. */
function statementOf({ lines }: Probed, line: number): number | undefined {
  const all = [...lines.keys()].sort((a, b) => a - b);
  return all.findLast((each) => each <= line) ?? all[0];
}

const before = '"__w[";';
const behind = '"]__w";';

/** Compiled where it is evaluated, so that what is imported, exported or hidden by a nearer name is called what it is called there. */
function codeOf(compile: Compile, file: string, source: string, at: number, text: string): { code: string } | { problem: string } {
  const line = text.replaceAll(/\s*\n\s*/g, ' ').trim();
  if (line === '') return { problem: 'There is nothing to evaluate.' };
  try {
    const inPlace = (expression: string): string => compile(file, `${source.slice(0, at)}${before}(${expression}\n);${behind}${source.slice(at)}`);
    inPlace(line);
    const { withNames, writes } = typeScriptTools();
    if (writes(line)) return { problem: 'An expression only looks: it changes nothing. To compare, write ===.' };
    const compiled = inPlace(withNames(line, (name) => `(__w.view(${name}))`));
    return { code: compiled.slice(compiled.indexOf(before) + before.length, compiled.lastIndexOf(behind)) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
