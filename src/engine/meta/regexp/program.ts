/** A pattern as instructions for a machine that is in many of them at once. */
import type { Ranges } from './classes.ts';
import { type Assertion, type Node, PatternError, weight } from './node.ts';

export type Instruction =
  | { readonly op: 'set'; readonly ranges: Ranges }
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; first: number }
  | { readonly op: 'assert'; readonly what: Assertion }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'match' };

const MAX_SIZE = 30_000;

/** Instructions of a pattern; one that matches stands at the end. Throws a PatternError for one that is too large. */
export function compile(node: Node, maxSize = MAX_SIZE): readonly Instruction[] {
  if (weight(node) > maxSize) throw new PatternError('expression too large', '');
  const program: Instruction[] = [];
  emit(node, program);
  program.push({ op: 'match' });
  return program;
}

function emit(node: Node, program: Instruction[]): void {
  switch (node.type) {
    case 'set':
      program.push({ op: 'set', ranges: node.ranges });
      return;
    case 'assert':
      program.push({ op: 'assert', what: node.what });
      return;
    case 'group':
      program.push({ op: 'save', slot: 2 * node.index });
      emit(node.node, program);
      program.push({ op: 'save', slot: 2 * node.index + 1 });
      return;
    case 'concat':
      for (const part of node.parts) emit(part, program);
      return;
    case 'either':
      emitEither(node.parts, program);
      return;
    case 'repeat':
      for (let count = 0; count < node.min; count += 1) emit(node.node, program);
      if (node.max === Infinity) emitLoop(node.node, node.greedy, program);
      else emitOptional(node.node, node.max - node.min, node.greedy, program);
      return;
  }
}

function emitEither(parts: readonly Node[], program: Instruction[]): void {
  const ends: { first: number }[] = [];
  parts.forEach((part, index) => {
    if (index === parts.length - 1) return emit(part, program);
    const split = { op: 'split' as const, first: program.length + 1, second: 0 };
    program.push(split);
    emit(part, program);
    const end = { op: 'jump' as const, first: 0 };
    program.push(end);
    ends.push(end);
    split.second = program.length;
  });
  for (const end of ends) end.first = program.length;
}

function emitLoop(node: Node, greedy: boolean, program: Instruction[]): void {
  const start = program.length;
  const split = { op: 'split' as const, first: 0, second: 0 };
  program.push(split);
  emit(node, program);
  program.push({ op: 'jump', first: start });
  setBranches(split, start + 1, program.length, greedy);
}

function emitOptional(node: Node, times: number, greedy: boolean, program: Instruction[]): void {
  const splits: { split: { first: number; second: number }; inside: number }[] = [];
  for (let count = 0; count < times; count += 1) {
    const split = { op: 'split' as const, first: 0, second: 0 };
    program.push(split);
    splits.push({ split, inside: program.length });
    emit(node, program);
  }
  for (const { split, inside } of splits) setBranches(split, inside, program.length, greedy);
}

function setBranches(split: { first: number; second: number }, inside: number, behind: number, greedy: boolean): void {
  split.first = greedy ? inside : behind;
  split.second = greedy ? behind : inside;
}
