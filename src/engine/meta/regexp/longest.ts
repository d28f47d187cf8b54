/**
 * The leftmost-longest match, as POSIX wants it, by a machine that is in many places of a program at once (Thompson's construction, after
 * Pike): its time is bounded by program times text, whatever the pattern. Steps are counted, so that a caller can set a limit.
 */
import type { Instruction } from './program.ts';
import { contains, holds } from './search.ts';

/** Steps that are left; shared by the searches that one program makes. */
export interface StepMeter {
  left: number;
}

/** Thrown when a search has used up its steps. */
export class StepLimitError extends Error {
  constructor() {
    super('too many steps');
  }
}

/** Begin and end of the match, then of each group: -1 where a group took no part. */
export type Slots = readonly number[];

/** A program made ready for searching. */
export interface LongestProgram {
  readonly instructions: readonly Instruction[];
  /** Two for the match and two for each group. */
  readonly slots: number;
  /** By character code below 256: whether a match can begin with it. Undefined: a match can be empty, or begin with an assertion. */
  readonly first: Uint8Array | undefined;
  /** It begins at the text's beginning, or nowhere. */
  readonly anchored: boolean;
  /** Room for a search, used by one after the other. */
  readonly places: readonly [Places, Places];
}

interface Thread {
  readonly pc: number;
  readonly slots: Slots;
}

/** One step of time over all places: a set of places without doubles, in order of priority. */
interface Places {
  readonly seen: Uint32Array;
  mark: number;
  threads: Thread[];
}

/** Prepares a program for `searchLongest`. */
export function prepareLongest(instructions: readonly Instruction[], groups: number): LongestProgram {
  const { length } = instructions;
  const places = [createPlaces(length), createPlaces(length)] as const;
  return { instructions, slots: 2 * (groups + 1), first: firstCodes(instructions), anchored: isAnchored(instructions), places };
}

/** The leftmost match from a position on, the longest of them; `anyMatch` stops at the first one found, whatever its length. */
export function searchLongest(
  program: LongestProgram,
  text: ArrayLike<number>,
  from: number,
  meter: StepMeter,
  anyMatch = false,
): Slots | undefined {
  let [now, next] = program.places;
  clearPlaces(now);
  clearPlaces(next);
  let best: Slots | undefined;
  for (let at = from; ; at += 1) {
    if (best === undefined) {
      if (program.anchored && at > 0 && now.threads.length === 0) return undefined;
      if (now.threads.length === 0) at = nextStart(program, text, at, meter);
      if (at > text.length) return undefined;
      addThread(program, now, { pc: 0, slots: startSlots(program.slots, at) }, text, at, meter);
    }
    if (now.threads.length === 0 && best !== undefined) return best;
    best = stepThreads(program, now, next, text, at, meter, best);
    if (at >= text.length || (anyMatch && best !== undefined)) return best;
    [now, next] = [next, now];
    clearPlaces(next);
  }
}

function createPlaces(size: number): Places {
  return { seen: new Uint32Array(size), mark: 1, threads: [] };
}

function clearPlaces(places: Places): void {
  places.mark += 1;
  places.threads = [];
}

function startSlots(count: number, at: number): number[] {
  const slots = new Array<number>(count).fill(-1);
  slots[0] = at;
  return slots;
}

/** Passes over characters that no match begins with. */
function nextStart({ first }: LongestProgram, text: ArrayLike<number>, from: number, meter: StepMeter): number {
  if (first === undefined) return from;
  let at = from;
  while (at < text.length && first[Math.min(text[at] ?? 0, 255)] === 0) at += 1;
  meter.left -= (at - from) >> 3;
  if (meter.left < 0) throw new StepLimitError();
  return at;
}

/** Moves every thread over one character; a match that is longer, or begins earlier, replaces the best one. */
function stepThreads(
  program: LongestProgram,
  now: Places,
  next: Places,
  text: ArrayLike<number>,
  at: number,
  meter: StepMeter,
  before: Slots | undefined,
): Slots | undefined {
  let best = before;
  const code = at < text.length ? text[at] : undefined;
  for (const { pc, slots } of now.threads) {
    if (best !== undefined && (slots[0] ?? 0) > (best[0] ?? 0)) continue;
    const instruction = program.instructions[pc];
    if (instruction?.op === 'match') {
      const isEarlier = best === undefined || (slots[0] ?? 0) < (best[0] ?? 0);
      if (isEarlier || at > (best?.[1] ?? -1)) best = [slots[0] ?? 0, at, ...slots.slice(2)];
    } else if (instruction?.op === 'set' && code !== undefined && contains(instruction.ranges, code)) {
      addThread(program, next, { pc: pc + 1, slots }, text, at + 1, meter);
    }
  }
  meter.left -= now.threads.length;
  if (meter.left < 0) throw new StepLimitError();
  return best;
}

/** Adds a place and those that are reached from it without a character. */
function addThread(
  { instructions }: LongestProgram,
  places: Places,
  thread: Thread,
  text: ArrayLike<number>,
  at: number,
  meter: StepMeter,
): void {
  const stack: Thread[] = [thread];
  for (let each = stack.pop(); each !== undefined; each = stack.pop()) {
    let { pc, slots } = each;
    for (;;) {
      if (places.seen[pc] === places.mark) break;
      places.seen[pc] = places.mark;
      meter.left -= 1;
      const instruction = instructions[pc];
      if (instruction === undefined) break;
      if (instruction.op === 'jump') pc = instruction.first;
      else if (instruction.op === 'split') {
        stack.push({ pc: instruction.second, slots });
        pc = instruction.first;
      } else if (instruction.op === 'save') {
        slots = slots.with(instruction.slot, at);
        pc += 1;
      } else if (instruction.op === 'assert') {
        if (!holds(instruction.what, text, at)) break;
        pc += 1;
      } else {
        places.threads.push({ pc, slots });
        break;
      }
    }
  }
}

function isAnchored(instructions: readonly Instruction[]): boolean {
  const first = instructions.find(({ op }) => op !== 'save');
  return first?.op === 'assert' && first.what === 'begin';
}

function firstCodes(instructions: readonly Instruction[]): Uint8Array | undefined {
  const codes = new Uint8Array(256);
  const seen = new Set<number>();
  const stack = [0];
  for (let pc = stack.pop(); pc !== undefined; pc = stack.pop()) {
    const instruction = instructions[pc];
    if (instruction === undefined || seen.has(pc)) continue;
    seen.add(pc);
    if (instruction.op === 'match' || instruction.op === 'assert') return undefined;
    if (instruction.op === 'split') stack.push(instruction.second, instruction.first);
    else if (instruction.op === 'jump') stack.push(instruction.first);
    else if (instruction.op === 'save') stack.push(pc + 1);
    else
      for (const [low, high] of instruction.ranges)
        for (let code = Math.min(low, 255); code <= Math.min(high, 255); code += 1) codes[code] = 1;
  }
  return codes;
}
