/** Calls of a learner's part without a cluster: they cross the same port, to the same realm, and what comes back is compared out here. */
import { createKernel, epochMs, type WorkQueueOptions } from '../../../engine/index.ts';
import type { Answer, CallValue, SubjectLink, SubjectProgram } from '../../../session/apart/messages.ts';
import { parseAnswer } from '../../../session/apart/parse-answer.ts';
import type { Problem } from '../../../session/types.ts';
import type { LoggedLine } from '../logged-line.ts';

export interface Call {
  readonly name: string;
  readonly values: readonly CallValue[];
  /** Milliseconds since the script began. */
  readonly atMs: number;
}

export interface CallsRun {
  /** What each call returned. */
  readonly returned: readonly (CallValue | undefined)[];
  /** What the code threw, the first time. */
  readonly problem?: Problem;
}

/** Makes the part anew and calls it. */
export type RunCalls = (calls: readonly Call[]) => Promise<CallsRun>;

export interface CallsPort {
  readonly run: RunCalls;
  /** Why it can't be run at all. */
  unfit(): Problem | undefined;
  close(): void;
}

/** @param logged Is given each line that the code prints. @throws SubjectLost from `run` when the code won't answer any more. */
export function openCalls(link: SubjectLink, program: Omit<SubjectProgram, 'startMs'>, logged: (line: LoggedLine) => void = () => {}): CallsPort {
  let nowMs = epochMs;
  let lastCall = 0;
  let isLoaded = false;
  let unfit: Problem | undefined;

  async function run(calls: readonly Call[]): Promise<CallsRun> {
    const beganMs = nowMs;
    const first = lastCall + 1;
    lastCall += calls.length + 1;
    nowMs = beganMs + (calls.at(-1)?.atMs ?? 0);
    const load = isLoaded ? [] : [{ type: 'load', program: { ...program, startMs: beganMs } } as const];
    isLoaded = true;
    const made = { type: 'call', call: first, name: 'new', values: [], atMs: beganMs } as const;
    const asked = calls.map(({ name, values, atMs }, index) => ({ type: 'call', call: first + 1 + index, name, values, atMs: beganMs + atMs }) as const);
    const { actions } = parseAnswer(await link.exchange({ nowMs, events: [...load, { type: 'renew' }, made, ...asked] }));
    for (const action of actions) if (action.type === 'print') logged({ t: nowMs - epochMs, level: action.level, text: action.text });
    unfit ??= actions.find((action) => action.type === 'unfit')?.problem;
    const problem = actions.find((action) => action.type === 'problem')?.problem;
    const returned = valuesOf(actions);
    return { returned: calls.map((_, index) => returned.get(first + 1 + index)), ...(problem === undefined ? {} : { problem }) };
  }

  return { run, unfit: () => unfit, close: () => link.close() };
}

function valuesOf(actions: Answer['actions']): ReadonlyMap<number, CallValue | undefined> {
  return new Map(actions.flatMap((action) => (action.type === 'returned' ? [[action.call, action.value] as const] : [])));
}

/** What is wrong with the fewest that fail. Code that remembers earlier runs may not show it again: what was found last stays. */
export async function findingOfFewest<T, F>(all: readonly T[], found: F, findingOf: (fewer: readonly T[]) => Promise<F | undefined>): Promise<F> {
  let last = found;
  await smallest(all, async (fewer) => {
    const finding = await findingOf(fewer);
    last = finding ?? last;
    return finding !== undefined;
  });
  return last;
}

/** The fewest that fail all the same: leaves out one after another as long as any can be left out. */
async function smallest<T>(all: readonly T[], fails: (fewer: readonly T[]) => Promise<boolean>): Promise<readonly T[]> {
  let kept = all;
  for (let index = kept.length - 1; index >= 0; index -= 1) {
    const fewer = kept.toSpliced(index, 1);
    if (fewer.length > 0 && (await fails(fewer))) kept = fewer;
  }
  return kept;
}

/** So many calls of one name are told one by one. */
const fewCalls = 8;

/** "`add('default/a')`, 5 ms later `get()`" */
export function callWords(calls: readonly Call[], valueWords: (value: CallValue) => string): string {
  let lastMs = 0;
  /** Calls of one name that follow each other. */
  const runs: { readonly name: string; readonly words: string[] }[] = [];
  for (const { name, values, atMs } of calls) {
    const wait = atMs > lastMs ? `${atMs - lastMs} ms later ` : '';
    lastMs = atMs;
    const words = `${wait}\`${name}(${values.map(valueWords).join(', ')})\``;
    const run = runs.at(-1);
    if (run?.name === name) run.words.push(words);
    else runs.push({ name, words: [words] });
  }
  return runs.flatMap(({ words }) => (words.length > fewCalls ? [...words.slice(0, 2), '…', ...words.slice(-1)] : words)).join(', ');
}

/** Brings calls to a part of the engine's own, each at its time. */
export async function playCalls<T>(make: (clock: WorkQueueOptions['clock']) => T, calls: readonly Call[], visit: (made: T, call: Call) => void): Promise<void> {
  const kernel = createKernel({ seed: 1, settle: async () => {} });
  const made = make(kernel.clock);
  const beganMs = kernel.clock.now();
  for (const call of calls) kernel.clock.after(beganMs + call.atMs - kernel.clock.now(), () => visit(made, call));
  await kernel.run({ until: beganMs + (calls.at(-1)?.atMs ?? 0) });
}
