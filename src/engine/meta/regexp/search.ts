/** Runs a program over a text: backtracking that never is in the same place twice, so its time is bounded (RE2's BitState). */
import type { Ranges } from './classes.ts';
import type { Instruction } from './program.ts';
import type { Assertion } from './node.ts';

/** Places (instruction and position) a search may visit. More is a text too long for its pattern: it counts as no match. */
const MAX_PLACES = 2 ** 27;

/** Where the leftmost match from a position on begins and ends, counted in code points. */
export function search(
  program: readonly Instruction[],
  text: readonly number[],
  from: number,
): readonly [number, number] | undefined {
  const width = text.length + 1;
  if (program.length * width > MAX_PLACES) return undefined;
  const visited = new Uint8Array(Math.ceil((program.length * width) / 8));
  const anchored = program[0]?.op === 'assert' && program[0].what === 'begin';
  for (let start = from; start <= text.length; start += 1) {
    const end = matchAt(program, text, start, visited, width);
    if (end !== undefined) return [start, end];
    if (anchored) return undefined;
  }
  return undefined;
}

function matchAt(
  program: readonly Instruction[],
  text: readonly number[],
  start: number,
  visited: Uint8Array,
  width: number,
): number | undefined {
  const stack: number[] = [0, start];
  while (stack.length > 0) {
    let at = stack.pop() ?? 0;
    let pc = stack.pop() ?? 0;
    for (;;) {
      const place = pc * width + at;
      const bits = visited[place >> 3] ?? 0;
      if ((bits & (1 << (place & 7))) !== 0) break;
      visited[place >> 3] = bits | (1 << (place & 7));
      const instruction = program[pc];
      if (instruction === undefined) break;
      if (instruction.op === 'match') return at;
      if (instruction.op === 'split') {
        stack.push(instruction.second, at);
        pc = instruction.first;
      } else if (instruction.op === 'save') {
        pc += 1;
      } else if (instruction.op === 'jump') {
        pc = instruction.first;
      } else if (instruction.op === 'assert') {
        if (!holds(instruction.what, text, at)) break;
        pc += 1;
      } else {
        const point = text[at];
        if (point === undefined || !contains(instruction.ranges, point)) break;
        pc += 1;
        at += 1;
      }
    }
  }
  return undefined;
}

export function contains(ranges: Ranges, point: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined || point < range[0]) high = middle - 1;
    else if (point > range[1]) low = middle + 1;
    else return true;
  }
  return false;
}

export function holds(what: Assertion, text: ArrayLike<number>, at: number): boolean {
  switch (what) {
    case 'begin':
      return at === 0;
    case 'end':
      return at === text.length;
    case 'line begin':
      return at === 0 || text[at - 1] === 10;
    case 'line end':
      return at === text.length || text[at] === 10;
    default: {
      const boundary = isWord(text[at - 1]) !== isWord(text[at]);
      return boundary === (what === 'word');
    }
  }
}

function isWord(point: number | undefined): boolean {
  if (point === undefined) return false;
  return (point >= 48 && point <= 57) || (point >= 65 && point <= 90) || point === 95 || (point >= 97 && point <= 122);
}
