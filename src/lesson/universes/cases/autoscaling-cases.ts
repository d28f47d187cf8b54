/** What the three steps of an autoscaler must do, tried without a cluster: Pods, recommendations and limits that are drawn, small ones first. */
import type { PodUse, Recommendations, ReplicaLimits, TargetUse } from 'converge/sdk';
import type { Json, Random } from '../../../engine/index.ts';
import type { Mistake } from '../finding.ts';
import {
  countedStarting,
  forgot,
  heldBack,
  idleIsMissing,
  leftLimits,
  missingIsIdle,
  missingIsUse,
  oneMore,
  otherNumber,
  roundedDown,
  stoodStill,
  tolerated,
  tooFast,
  tooOld,
  turnedAround,
} from '../rules/autoscaling-rules.ts';
import type { Case } from '../types.ts';

/** Calls that are tried in a case. */
const tries = 60;

type Judged = readonly [expected: number, mistakeOf: (returned: number) => Mistake, words: string];

function stepCase<T>(name: string, step: string, draw: (random: Random, most: number) => T, judge: (drawn: T) => Judged | undefined): Case {
  return {
    name,
    async judge(run, random) {
      for (let count = 0; count < tries; count += 1) {
        const drawn = draw(random, 1 + Math.floor(count / 5));
        const judged = judge(drawn);
        if (judged === undefined) continue;
        const [expected, mistakeOf, words] = judged;
        const values: readonly Json[] = [JSON.parse(JSON.stringify(drawn))];
        const { returned, problem } = await run([{ name: step, values, atMs: 0 }]);
        if (problem !== undefined) return { problem, seen: words };
        const [value] = returned;
        if (value === expected || typeof value !== 'number') continue;
        return { ...mistakeOf(value), seen: `${words} Your \`${step}\` returned ${value}; expected: ${expected}.` };
      }
      return undefined;
    },
  };
}

interface Odd {
  readonly starting?: number;
  readonly missing?: number;
}

const drawUse = ({ starting = 0, missing = 0 }: Odd) => (random: Random, most: number): TargetUse => {
  const target = random.pick([25, 50, 75, 80, 100]);
  // All alike: the load may need a whole number of Pods.
  const isEven = random.chance(0.2);
  const level = random.pick(isEven ? [25, 100, 150, 200] : [5, 20, 44, 47, 50, 53, 56, 70, 130, 300]) * (target / 50);
  const count = 1 + random.int(most);
  const pods = Array.from({ length: count }, (_, index): PodUse => {
    const requests = random.pick([100, 100, 200]);
    const isIdle = index > 0 && random.chance(0.1);
    const uses = isIdle ? 0 : Math.round((requests * level * (isEven ? 1 : 0.9 + random.next() / 5)) / 100);
    if (index > 0 && random.chance(missing)) return { requests, ready: true };
    if (index > 0 && random.chance(starting)) return random.chance(0.5) ? { requests, uses: 3 * requests, ready: false } : { requests, ready: false };
    return { requests, uses, ready: true };
  });
  const replicas = random.chance(0.8) ? count : 1 + random.int(2 * count);
  return { replicas, target, pods: missing > 0 && random.chance(0.3) ? nearlyTolerated(pods, target) : pods };
};

/** As they are, but the first uses so much that all of them are just outside the tolerance, where missing metrics stand for what is requested. */
function nearlyTolerated([first, ...others]: readonly PodUse[], target: number): readonly PodUse[] {
  if (first === undefined) return [];
  const counted = others.filter(({ ready }) => ready);
  const requested = counted.reduce((sum, { requests }) => sum + requests, first.requests);
  const used = counted.reduce((sum, { requests, uses = requests }) => sum + uses, 0);
  const uses = Math.ceil((requested * target * 0.9) / 100) - 1 - used;
  return [{ ...first, uses: Math.max(0, uses) }, ...others];
}

/** The judge’s own arithmetic. */
function sumUp(pods: readonly (readonly [requests: number, uses: number])[], target: number) {
  const requested = pods.reduce((sum, [requests]) => sum + requests, 0);
  const used = pods.reduce((sum, [, uses]) => sum + uses, 0);
  const ratio = Math.floor((used * 100) / requested) / target;
  const exact = ratio * pods.length;
  const fine = (used * 100) / requested / target;
  return { ratio, exact, number: Math.ceil(exact), isFirm: isFirm(ratio, fine, pods.length, target) };
}

/** Whether everyone gets the same number: with a percentage that isn’t rounded, and with the same steps in another order, which may round otherwise. */
function isFirm(ratio: number, fine: number, count: number, target: number): boolean {
  // Halves, quarters and whole numbers are the same in each order.
  const isExact = ratio === fine && 100 % target === 0 && Number.isInteger(2 * ratio);
  const isSure = isExact || Math.abs(fine * count - Math.round(fine * count)) > 1e-9;
  const isAtEdge = Math.abs(Math.abs(1 - ratio) - 0.1) < 1e-6;
  const isSameSide = Math.sign(fine - 1) === Math.sign(ratio - 1) && isNear(fine) === isNear(ratio);
  return isSure && !isAtEdge && isSameSide && Math.ceil(fine * count) === Math.ceil(ratio * count);
}

const isNear = (ratio: number): boolean => Math.abs(1 - ratio) <= 0.1;

function outcomeOf({ replicas, target, pods }: TargetUse) {
  const known = pods.flatMap(({ requests, uses, ready }) => (ready && uses !== undefined ? [[requests, uses] as const] : []));
  const first = sumUp(known, target);
  const grows = first.ratio > 1;
  const guessed = pods.flatMap(({ requests, uses, ready }) => {
    if (ready && uses !== undefined) return [];
    if (grows) return [[requests, 0] as const];
    return ready && first.ratio < 1 ? [[requests, requests] as const] : [];
  });
  const all = sumUp([...known, ...guessed], target);
  const isTurned = grows ? all.ratio < 1 || all.number < replicas : all.ratio > 1 || all.number > replicas;
  // Without guesses, other Pods than were asked for turn it: upstream lets them, and the lesson leaves that open.
  const isOpen = isTurned && guessed.length === 0;
  return { first, grows, all, isTurned, isSettled: first.isFirm && all.isFirm && !isOpen, number: isNear(all.ratio) || isTurned ? replicas : all.number };
}

function judgeUse(use: TargetUse): Judged | undefined {
  const { replicas, pods } = use;
  const { first, grows, all, isTurned, isSettled, number: expected } = outcomeOf(use);
  if (!isSettled) return undefined;
  const isOdd = pods.some(({ ready, uses }) => !ready || uses === undefined);
  const mistakeOf = (returned: number): Mistake => {
    if (pods.some(isIdle) && returned === outcomeOf({ ...use, pods: pods.map(withoutIdle) }).number) return idleIsMissing;
    if (isNear(all.ratio) && (!isOdd || isNear(first.ratio))) return tolerated;
    if (!isOdd) return mistakeOfNumber(returned, expected, replicas, all.exact);
    if (isTurned && returned === all.number) return turnedAround;
    if (isNear(all.ratio) && returned === all.number) return tolerated;
    if (pods.some(({ ready }) => !ready)) return pods.some(({ ready, uses }) => ready && uses === undefined) ? otherNumber : countedStarting;
    return grows ? missingIsUse : missingIsIdle;
  };
  return [expected, mistakeOf, wordsOfUse(use)];
}

const isIdle = ({ ready, uses }: PodUse): boolean => ready && uses === 0;

/** As seen by who asks whether `uses` is true. */
const withoutIdle = ({ requests, ready, uses }: PodUse): PodUse => ({ requests, ready, ...(uses !== undefined && uses > 0 && { uses }) });

function mistakeOfNumber(returned: number, expected: number, replicas: number, exact: number): Mistake {
  if (returned === replicas) return stoodStill;
  if (returned === expected + 1 && Number.isInteger(exact)) return oneMore;
  return returned < expected && returned === Math.floor(exact) ? roundedDown : otherNumber;
}

const wordsOfPod = ({ requests, uses, ready }: PodUse): string => `${ready ? '' : 'starting: '}${uses ?? 'no metric'}/${requests}`;

const wordsOfUse = ({ replicas, target, pods }: TargetUse): string =>
  `\`replicas\` is ${replicas} and \`target\` ${target}%. The Pods use, of what they request: ${pods.map(wordsOfPod).join(', ')}.`;

function drawRecommendations(random: Random, most: number): Recommendations {
  const earlier = Array.from({ length: random.int(most + 1) }, () => ({ replicas: 1 + random.int(most + 3), secondsAgo: random.pick([15, 60, 285, 299, 300, 301, 315, 900]) }));
  return { now: 1 + random.int(most + 3), earlier: earlier.sort((a, b) => b.secondsAgo - a.secondsAgo), windowSeconds: random.pick([300, 300, 300, 60]) };
}

function judgeRecommendations({ now, earlier, windowSeconds }: Recommendations): Judged {
  const recent = earlier.filter(({ secondsAgo }) => secondsAgo <= windowSeconds).map(({ replicas }) => replicas);
  const expected = Math.max(now, ...recent);
  const list = earlier.map(({ replicas, secondsAgo }) => `${replicas} (${secondsAgo} s ago)`).join(', ');
  const words = `Recommended now: ${now}. Earlier: ${list === '' ? 'nothing' : list}. The window is ${windowSeconds} s.`;
  return [expected, (returned) => (returned > expected ? tooOld : returned < now ? heldBack : forgot), words];
}

function drawLimits(random: Random, most: number): ReplicaLimits {
  const minReplicas = 1 + random.int(most);
  const replicas = minReplicas + random.int(most);
  return { replicas, wanted: random.int(6 * most), minReplicas, maxReplicas: replicas + random.int(3 * most) };
}

function judgeLimits({ replicas, wanted, minReplicas, maxReplicas }: ReplicaLimits): Judged {
  const fastest = Math.max(4, replicas * 2);
  const expected = wanted < minReplicas ? minReplicas : Math.min(wanted, fastest, maxReplicas);
  const words = `Pods that the target asks for: ${replicas}. Wanted: ${wanted}. The limits are ${minReplicas} and ${maxReplicas}.`;
  const mistakeOf = (returned: number): Mistake => {
    if (returned < minReplicas || returned > maxReplicas) return leftLimits;
    return returned > fastest ? tooFast : returned < expected ? heldBack : leftLimits;
  };
  return [expected, mistakeOf, words];
}

const useCase = (name: string, odd: Odd): Case => stepCase(name, 'recommendReplicas', drawUse(odd), judgeUse);

export const autoscalingCases: readonly Case[] = [
  useCase('every Pod is ready, and has its metric', {}),
  useCase('some Pods are starting', { starting: 0.4 }),
  useCase('some metrics are missing', { missing: 0.4 }),
  useCase('some Pods are starting, and some metrics are missing', { starting: 0.3, missing: 0.3 }),
  stepCase('what was recommended lately', 'stabilizeReplicas', drawRecommendations, judgeRecommendations),
  stepCase('the limits', 'boundReplicas', drawLimits, judgeLimits),
];
