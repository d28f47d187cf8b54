/** A universe that broke an invariant or in which something never came about: what went wrong around the controller, and how to replay it. */
import type { Breach, Pattern } from './types.ts';

/** A message has the newest lines of the trace, so many. */
const mostLines = 60;

export interface UniverseFailure {
  /** Undefined: the run in which nothing goes wrong. */
  readonly seed: number | undefined;
  readonly pattern: Pattern | 'nothing goes wrong';
  /** "your controller crashed right after its 2nd write (delete of pods/web-0) and was gone for 3 s" */
  readonly weather: string;
  readonly breach: Breach;
  /** The universe up to that moment, a line an event. */
  readonly trace: readonly string[];
}

export class UniverseFailed extends Error {
  readonly seed: number | undefined;
  readonly pattern: UniverseFailure['pattern'];
  readonly weather: string;
  /** What didn't hold, as the scenario has named it. */
  readonly condition: string;
  /** The universe up to that moment, a line an event. */
  readonly trace: readonly string[];

  constructor(failure: UniverseFailure) {
    super(messageOf(failure), { cause: failure.breach.reason });
    this.name = 'UniverseFailed';
    this.seed = failure.seed;
    this.pattern = failure.pattern;
    this.weather = failure.weather;
    this.condition = failure.breach.name;
    this.trace = failure.trace;
  }
}

function messageOf({ seed, pattern, weather, breach, trace }: UniverseFailure): string {
  const { name, type, reason, t } = breach;
  const at = `at t = ${(t / 1000).toFixed(3)} s`;
  const what = { always: `the invariant “${name}” broke ${at}`, eventually: `“${name}” still didn’t hold ${at}`, scenario: `${name} failed ${at}` }[type];
  const where = seed === undefined ? 'Even where nothing goes wrong' : `In universe ${seed} (${pattern})`;
  const why = reason instanceof Error ? `\n\n${indented(reason.message)}` : '';
  const around = seed === undefined ? '' : `\n\nAround it: ${weather}.`;
  const again = seed === undefined ? '' : `\n\nReplay it alone: CONVERGE_UNIVERSE=${seed} npx vitest run <this file>, or { seed: ${seed}, universes: 1 }.`;
  return `${where}, ${what}.${why}${around}\n\n${newest(trace).join('\n')}${again}`;
}

function newest(trace: readonly string[]): readonly string[] {
  const left = trace.length - mostLines;
  return left > 0 ? [`(${left} earlier lines, in the error’s “trace”)`, ...trace.slice(left)] : trace;
}

const indented = (text: string): string => text.replaceAll(/^/gm, '  ');
