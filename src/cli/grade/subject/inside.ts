/**
 * What stands in the context in which handed-in code runs: the SDK, informers, and the far end of the port. Bundled as one script. Nothing
 * of Node goes in but texts, and functions of the context's own; nothing but texts comes out, and only when it is asked for.
 */
import * as sdk from 'converge/sdk';
import { hardenRealm } from '../../../lesson/universes/harden.ts';
import { createSubjectHost } from '../../../session/apart/subject-host.ts';
import type { Answer, Batch } from '../../../session/apart/messages.ts';
import { compileNotingCatches } from '../../../session/learner/catches.ts';
import { rememberingCompile } from '../../../session/learner/compile.ts';
import { learnerGlobals } from '../../../session/learner/globals.ts';
import { type Evaluate, moduleBody, moduleParameters } from '../../../session/learner/linker.ts';

// Taken before any code is loaded that could put something else in their place.
const { parse, stringify } = JSON;

/** Modules' functions by their bodies, or why there is none. */
const made = new Map<string, Evaluate | string>();
const compile = rememberingCompile(compileNotingCatches);
let turns: (() => void)[] = [];
let answer: string | undefined;

const host = createSubjectHost({
  sdk,
  compile,
  settle: () => new Promise((resolve) => void turns.push(resolve)),
  makeFunction(_names, body) {
    const found = made.get(body);
    if (typeof found !== 'function') throw new SyntaxError(found ?? 'this module was made while it ran');
    return found;
  },
});

const names = moduleParameters(
  learnerGlobals({ now: () => 0, random: () => 0, after: () => () => {}, log() {}, caught() {} }).keys(),
);

hardenRealm(sdk);

/** The batch that has come and isn't delivered yet. */
let batch: Batch = { nowMs: 0, events: [] };

/** Takes a batch. What is still to be made for the program in it, if it brings one: the bodies of its modules, and what their functions take. */
function receive(text: string): string {
  batch = parse(text);
  const [first] = batch.events;
  if (first?.type !== 'load') return '';
  const bodies = Object.entries(first.program.files).flatMap(([file, source]) => {
    if (!file.endsWith('.ts')) return [];
    try {
      const body = moduleBody(file, compile(file, source));
      return made.has(body) ? [] : [body];
    } catch {
      // Linking says where it doesn't parse, if it is imported at all.
      return [];
    }
  });
  return stringify({ names, bodies });
}

function deliver(): void {
  answer = undefined;
  const heard = (result: Answer): void => {
    answer = stringify(result);
  };
  host.deliver(batch).then(heard, () => {
    answer = 'null';
  });
}

export const inside = {
  receive,
  made: (body: string, run: Evaluate | string): void => void made.set(body, run),
  deliver,
  /** A macrotask has passed. */
  turn(): void {
    const waiting = turns;
    turns = [];
    for (const resolve of waiting) resolve();
  },
  /** What the code did, once all of it has settled. */
  answer: (): string | undefined => answer,
  rejected: (error: unknown): boolean => host.rejected(error),
};

export type Inside = typeof inside;
