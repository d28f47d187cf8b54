/** A node with one Pod, played in time that is drawn: images come, containers end, a kubelet forgets. Small enough to know what must be done. */
import type { ContainerOnNode, PodAction, PodOnNode } from 'converge/sdk';
import type { Random } from '../../../engine/index.ts';

export interface PodDraw {
  readonly inits?: number;
  /** Init containers that run on beside the main ones; they stand among the others. */
  readonly sidecars?: number;
  readonly mains: number;
  readonly policies?: readonly ContainerOnNode['restartPolicy'][];
  /** How long a run takes, milliseconds; without, it doesn't end by itself. */
  readonly runsMs?: readonly number[];
  readonly exitCodes?: readonly number[];
  /** How long a start takes. */
  readonly startsMs?: readonly number[];
  /** Of the starts, so many can't pull their image. */
  readonly missing?: number;
  /** What comes from outside, at times that are drawn. */
  readonly troubles?: readonly Trouble[];
}

export type Trouble = 'changed' | 'failedProbe' | 'deleted' | 'restart';

interface Played {
  readonly name: string;
  readonly isInit: boolean;
  readonly isSidecar: boolean;
  readonly restartPolicy: ContainerOnNode['restartPolicy'];
  state: ContainerOnNode['state'];
  exitCode: number;
  exitedAtMs: number;
  startedAtMs: number;
  backOffMs: number;
  /** When its wait is over; 0: it doesn't wait. */
  waitsUntilMs: number;
  /** When what is under way is done: a start, a run, an end. */
  nextMs: number;
  /** Of a sidecar that runs: from when on it has started up. */
  startedUpAtMs: number;
  changed: boolean;
  failedProbe: boolean;
}

/** Where time begins: a container that has never exited did so at 0. */
export const startMs = 1_000_000;
const mostMoments = 60;
const imageRetryMs = 10_000;

/** The moments of one Pod's life, oldest first, when `decide` is followed. */
export function playPod(random: Random, draw: PodDraw, decide: (pod: PodOnNode) => PodAction): readonly PodOnNode[] {
  const restartPolicy = random.pick<ContainerOnNode['restartPolicy']>(draw.policies ?? ['Always']);
  const containers = [...drawInits(random, draw, restartPolicy), ...drawMains(draw.mains, restartPolicy)];
  const troubles = (draw.troubles ?? []).map((trouble) => ({ trouble, atMs: startMs + random.int(random.pick([1_000, 6_000, 60_000, 400_000])) }));
  const moments: PodOnNode[] = [];
  let nowMs = startMs;
  let ending = false;
  while (moments.length < mostMoments) {
    const pod = seenBy(containers, nowMs, ending);
    moments.push(pod);
    const action = decide(pod);
    if (action.do === 'stopPod') return moments;
    if (action.do !== 'wait') {
      act(action, containers, nowMs, random, draw);
      continue;
    }
    const times = [...containers.flatMap(({ nextMs, waitsUntilMs, startedUpAtMs }) => [nextMs, waitsUntilMs, startedUpAtMs]), ...troubles.map(({ atMs }) => atMs)];
    nowMs = Math.min(...times.filter((time) => time > nowMs));
    if (nowMs === Infinity) return moments;
    for (const each of containers) pass(each, nowMs, random, draw);
    for (const { trouble, atMs } of troubles) {
      if (atMs !== nowMs) continue;
      if (trouble === 'deleted') ending = true;
      else befall(trouble, containers, random);
    }
  }
  return moments;
}

type Policy = ContainerOnNode['restartPolicy'];

const letters = ['a', 'b', 'c'] as const;

/** One-shot containers, and sidecars at places that are drawn. */
function drawInits(random: Random, { inits = 0, sidecars = 0 }: PodDraw, policy: Policy): Played[] {
  const areSidecars = Array.from({ length: inits }, () => false);
  for (let count = 0; count < sidecars; count += 1) areSidecars.splice(random.int(areSidecars.length + 1), 0, true);
  const oneShotPolicy = policy === 'Always' ? 'OnFailure' : policy;
  return areSidecars.map((isSidecar, at) => newContainer(`init-${letters[at] ?? at}`, { isInit: true, isSidecar, restartPolicy: isSidecar ? 'Always' : oneShotPolicy }));
}

const drawMains = (count: number, restartPolicy: Policy): Played[] =>
  letters.slice(0, count).map((name) => newContainer(name, { isInit: false, isSidecar: false, restartPolicy }));

function newContainer(name: string, kind: Pick<Played, 'isInit' | 'isSidecar' | 'restartPolicy'>): Played {
  return {
    name,
    ...kind,
    state: 'new',
    exitCode: 0,
    exitedAtMs: 0,
    startedAtMs: 0,
    backOffMs: 0,
    waitsUntilMs: 0,
    nextMs: 0,
    startedUpAtMs: 0,
    changed: false,
    failedProbe: false,
  };
}

/** What the kubelet knows. */
function seenBy(containers: readonly Played[], nowMs: number, ending: boolean): PodOnNode {
  const begun = containers.some(({ isInit, state }) => !isInit && state !== 'new' && state !== 'starting');
  const known = ({ name, state, restartPolicy, exitCode, exitedAtMs, startedAtMs, backOffMs, waitsUntilMs, changed, failedProbe }: Played): ContainerOnNode => ({
    name,
    state,
    restartPolicy,
    exitCode,
    exitedAtMs,
    startedAtMs,
    backOffMs,
    mustWait: waitsUntilMs > nowMs,
    changed: state === 'running' && changed,
    failedProbe: state === 'running' && failedProbe,
  });
  const isDone = (each: Played): boolean => (each.isSidecar ? isSidecarDone(each, nowMs, begun) : begun || (each.state === 'exited' && each.exitCode === 0));
  return {
    nowMs,
    ending,
    initContainers: containers.filter(({ isInit }) => isInit).map((each) => ({ ...known(each), done: isDone(each) })),
    containers: containers.filter(({ isInit }) => !isInit).map(known),
  };
}

/** What comes after it doesn't wait for its back-off once main containers have run. */
function isSidecarDone({ state, startedUpAtMs, waitsUntilMs }: Played, nowMs: number, begun: boolean): boolean {
  if (state === 'running' || state === 'stopping') return begun || nowMs >= startedUpAtMs;
  return begun && waitsUntilMs > nowMs;
}

function act(action: Extract<PodAction, { container: string }>, containers: readonly Played[], nowMs: number, random: Random, draw: PodDraw): void {
  const found = containers.find(({ name }) => name === action.container);
  if (found === undefined) return;
  if (action.do === 'backOff') found.waitsUntilMs = action.untilMs;
  else if (action.do === 'stop') {
    found.state = 'stopping';
    found.nextMs = nowMs + random.pick([200, 2_000, 30_000]);
  } else {
    Object.assign(found, { startedAtMs: nowMs, backOffMs: action.backOffMs, nextMs: nowMs + random.pick(draw.startsMs ?? [100]), state: 'starting' });
  }
}

/** What was under way is done. */
function pass(container: Played, nowMs: number, random: Random, draw: PodDraw): void {
  if (container.nextMs !== nowMs) return;
  container.nextMs = 0;
  if (container.state === 'starting') {
    if (random.chance(draw.missing ?? 0)) {
      // No image: it is as it was before, and tried again later.
      container.state = container.exitedAtMs === 0 ? 'new' : 'exited';
      container.waitsUntilMs = nowMs + imageRetryMs;
      return;
    }
    container.state = 'running';
    if (container.isSidecar) container.startedUpAtMs = nowMs + random.pick([0, 3_000]);
    const runsMs = container.isInit && !container.isSidecar ? [300, 4_000] : draw.runsMs;
    if (runsMs !== undefined) container.nextMs = nowMs + random.pick(runsMs);
    return;
  }
  const isNew = container.state === 'stopping' && container.changed;
  container.exitCode = container.state === 'stopping' ? random.pick([0, 137, 143]) : random.pick(draw.exitCodes ?? [0]);
  container.state = isNew ? 'new' : 'exited';
  container.exitedAtMs = nowMs;
  container.changed = false;
  container.failedProbe = false;
}

function befall(trouble: Exclude<Trouble, 'deleted'>, containers: readonly Played[], random: Random): void {
  if (trouble === 'restart') return forget(containers);
  const running = containers.filter(({ state, isInit, isSidecar }) => state === 'running' && (!isInit || isSidecar));
  if (running.length === 0) return;
  const hit = random.pick(running);
  if (trouble === 'failedProbe') hit.failedProbe = true;
  else Object.assign(hit, { changed: true, backOffMs: 0, startedAtMs: 0 });
}

/** A kubelet that starts again has what the runtime says, and nothing else. */
function forget(containers: readonly Played[]): void {
  for (const each of containers) {
    each.backOffMs = 0;
    each.startedAtMs = 0;
    each.waitsUntilMs = 0;
    if (each.state !== 'starting') continue;
    each.state = each.exitedAtMs === 0 ? 'new' : 'exited';
    each.nextMs = 0;
  }
}
