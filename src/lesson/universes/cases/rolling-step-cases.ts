/** What a step of a rolling update must do, tried without a cluster: sets of all sizes, from small to large, and what each step writes. */
import type { Resize, RollingUpdate, SetSize } from 'converge/sdk';
import type { Random } from '../../../engine/index.ts';
import type { Mistake } from '../finding.ts';
import type { Case, CaseFinding } from '../types.ts';
import { mistakeOfRest, mistakeOfStep, mistakeOfWrite, resized, wordsOfUpdate } from '../rules/rolling-rules.ts';
import type { RunCalls } from './calls.ts';

/** Steps that are tried in a case; they grow, so that the first mistake is found in a small one. */
const tries = 60;

interface Draw {
  /** Old sets at most. */
  readonly sets: number;
  /** Some old Pods aren't available. */
  readonly broken?: true;
  /** Some statuses count Pods that their set has given up. */
  readonly late?: true;
}

const stepCase = (name: string, draw: Draw): Case => ({ name, judge: (run, random) => judgeSteps(run, random, draw) });

export const rollingStepCases: readonly Case[] = [
  stepCase('one old set, and all of its Pods work', { sets: 1 }),
  stepCase('several old sets, and some of their Pods don’t work', { sets: 5, broken: true }),
  stepCase('a status that is late', { sets: 2, broken: true, late: true }),
];

async function judgeSteps(run: RunCalls, random: Random, draw: Draw): Promise<CaseFinding | undefined> {
  for (let count = 0; count < tries; count += 1) {
    const most = count === tries - 1 ? 60 : 1 + Math.floor(count / 5);
    const found = await judgeStep(run, drawUpdate(random, most, draw));
    if (found !== undefined) return found;
  }
  return undefined;
}

function drawUpdate(random: Random, most: number, { sets, broken, late }: Draw): RollingUpdate {
  const replicas = random.int(most + 1);
  const upToHalf = (): number => random.int(Math.ceil(replicas / 2) + 1);
  const maxSurge = upToHalf();
  // Both zero would let nothing move: the controller makes one of them 1.
  const maxUnavailable = Math.max(maxSurge === 0 && replicas > 0 ? 1 : 0, upToHalf());
  // A Deployment that was scaled down may have too many of either.
  const newSize = random.chance(0.1) ? replicas + random.int(3) : random.int(replicas + 1);
  const newWorks = random.chance(0.3) ? newSize : random.int(newSize + 1);
  // It was larger a moment ago, as the Deployment was.
  const isNewLate = late === true && random.chance(0.3);
  const newSet = { name: 'new', replicas: newSize, available: isNewLate ? newSize + 1 + random.int(most) : newWorks };
  let left = replicas + maxSurge - newSize + random.int(3) - (random.chance(0.6) ? random.int(most) : 0);
  const oldSets: SetSize[] = [];
  for (let index = 1 + random.int(sets); index > 0 && left > 0; index -= 1) {
    const size = index === 1 ? left : 1 + random.int(left);
    left -= size;
    const isLate = late === true && random.chance(0.5);
    const available = isLate ? size + 1 + random.int(most) : broken === true ? random.int(size + 1) : size;
    oldSets.push({ name: `old-${oldSets.length + 1}`, replicas: size, available });
  }
  return { replicas, maxSurge, maxUnavailable, newSet, oldSets };
}

async function judgeStep(run: RunCalls, update: RollingUpdate): Promise<CaseFinding | undefined> {
  const text = JSON.stringify(update);
  const { returned, problem } = await run([{ name: 'rollingStep', values: [JSON.parse(text)], atMs: 0 }]);
  const seen = wordsOfUpdate(update);
  if (problem !== undefined) return { problem, seen };
  const [answer] = returned;
  if (!Array.isArray(answer)) return undefined;
  // The session has checked it already: see `learner/parts/rolling-step.ts`.
  const resizes = answer as unknown as readonly Resize[];
  let after = update;
  let wrong: Mistake | undefined;
  for (const resize of resizes) {
    wrong ??= mistakeOfWrite(after, resize);
    after = resized(after, resize);
  }
  wrong ??= JSON.stringify(after) === text ? mistakeOfRest(update) : mistakeOfStep(update, after);
  return wrong && { ...wrong, seen: `${seen} ${wordsOfStep(resizes)}` };
}

const wordsOfStep = (resizes: readonly Resize[]): string =>
  resizes.length === 0 ? 'Your step changed nothing.' : `Your step wrote, in this order: ${resizes.map(({ name, to }) => `\`${name}\` ${to}`).join(', ')}.`;
