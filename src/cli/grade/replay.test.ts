/**
 * A universe that failed in a process of its own fails at the same moment by `lesson universe`, and opens in the page at that moment: the
 * port makes one history, whatever it runs over and whatever went wrong on the way.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { Fault } from '../../engine/index.ts';
import { loadCheck, readLesson } from '../../lesson/node/lesson-folder.ts';
import { runUniverse, type UniverseOptions } from '../../lesson/universes/universe.ts';
import type { Failed } from '../../lesson/universes/types.ts';
import { createNodeRuntime } from '../../runtimes/node/node-runtime.ts';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { rememberingCompile } from '../../session/learner/compile.ts';
import { loadTypeScript } from '../../session/learner/toolchain.ts';
import { parseLog } from '../../session/parse-log.ts';
import { sessionParts } from '../../session/parts.ts';
import { openSession, type SessionParts } from '../../session/session.ts';
import type { SessionLog } from '../../session/types.ts';
import { findIsolation } from './isolation.ts';
import { createSubjectProcesses } from './process-link.ts';
import { everyNth } from '../../../tests/scope.ts';

await loadTypeScript();
const programs = fileURLToPath(new URL('../../../.generated/grade/', import.meta.url));
const processes = createSubjectProcesses({ subject: `${programs}subject.cjs`, inside: `${programs}inside.txt` }, findIsolation());
afterAll(() => processes.end());

const here = sessionParts(nodePlatform());
const near: SessionParts = { ...here, compile: rememberingCompile(here.compile) };
const far: SessionParts = { ...near, openSubject: () => processes.open() };

const { exercise, folder } = readLesson('12-replicaset');
const check = await loadCheck(folder);
const wrong = (name: string): Readonly<Record<string, string>> => {
  const answer = exercise?.wrong.find((each) => each.name === name);
  if (exercise === undefined || answer === undefined) throw new Error(`lesson 12 has no wrong answer ${name}`);
  return { ...exercise.start, [exercise.file]: answer.text };
};
const component = `controller/${check.controller}`;

type Logged = Failed & { readonly log: SessionLog };

async function failed(options: Omit<UniverseOptions, 'check'>): Promise<Logged> {
  const verdict = await runUniverse({ ...options, check });
  if (verdict.ok || verdict.log === undefined) throw new Error('it was to fail, and to leave a log');
  return { ...verdict, log: verdict.log };
}

async function replay(log: SessionLog, parts: SessionParts) {
  const { session } = await openSession(parseLog(JSON.parse(JSON.stringify(log))), parts);
  const lived = { now: session.now(), historyHash: session.historyHash() };
  session.close();
  return lived;
}

async function replayInPage(log: SessionLog) {
  const runtime = createNodeRuntime(near);
  await runtime.reset(log);
  const { now, historyHash } = await runtime.snapshot();
  runtime.stop();
  return { now, historyHash };
}

/** Fails wherever it is put; what goes wrong around it comes first. */
const restless = wrong('never-satisfied');
const around: Readonly<Record<string, Fault>> = {
  'a crash right after a write': { type: 'crash-after-write', component, write: 2, downMs: 3_000 },
  'a cache from before a write': { type: 'stale-after-write', component, write: 2, lagMs: 5_000 },
  'a restart with a cache from before a write': { type: 'stale-after-write', component, write: 2, lagMs: 5_000, restart: true },
  'a withheld event': { type: 'withhold', component, event: 3 },
  'a lost event': { type: 'withhold', component, event: 3, lost: true },
};

async function expectOneHistory(options: Omit<UniverseOptions, 'check' | 'parts'>): Promise<Logged> {
  const seen = await failed({ ...options, parts: far });
  expect(await failed({ ...options, parts: near })).toEqual(seen);
  const replays = [await replay(seen.log, far), await replay(seen.log, near), await replayInPage(seen.log)];
  expect(replays.map(({ now }) => now)).toEqual(replays.map(() => ({ t: seen.at, revision: seen.revision })));
  expect(new Set(replays.map(({ historyHash }) => historyHash)).size).toBe(1);
  return seen;
}

test.each(everyNth(2, Object.entries(around)))('one history everywhere, with %s', async (words, fault) => {
  const faults = [{ at: 0, forMs: 600_000, fault, words }];
  const seen = await expectOneHistory({ seed: 5, files: restless, faults });
  expect(seen.weather).toBe(words);
  expect(seen.log.inputs).toContainEqual(expect.objectContaining({ type: 'fault', fault }));
});

/** Seeds that end in 3, 6 and 9 derive their universes from a calm run, others draw them. */
test.each(everyNth(2, [3, 5, 6, 8]))('one history everywhere, for whatever seed %i makes go wrong', async (seed) => {
  await expectOneHistory({ seed, files: restless });
});

test('one history everywhere, where the code itself threw', async () => {
  const files = { ...restless, 'reconcile.ts': 'export const reconcile = async (key: string) => {\n  throw new TypeError(key);\n};' };
  const { problem } = await expectOneHistory({ seed: 5, files });
  expect(problem).toMatchObject({ file: 'reconcile.ts', line: 2 });
});
