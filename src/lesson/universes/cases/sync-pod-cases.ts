/** What a kubelet must do for its Pods, tried without a cluster: on a node that is played, at every moment of a Pod's life. */
import type { ContainerOnNode, InitContainerOnNode, PodAction, PodOnNode } from 'converge/sdk';
import type { Random } from '../../../engine/index.ts';
import type { Problem } from '../../../session/types.ts';
import type { Mistake } from '../finding.ts';
import type { Case, CaseFinding } from '../types.ts';
import type { RunCalls } from './calls.ts';
import { playPod, type PodDraw, startMs } from './played-node.ts';
import { mistakeOf, rightActions, startedTwice } from './sync-pod-judge.ts';

/** Pods of a case. */
const pods = 8;
const policies = ['Always', 'OnFailure', 'Never'] as const;
const crashes = { runsMs: [200, 3_000, 20_000], exitCodes: [0, 1, 137] };

const podCase = (name: string, draw: PodDraw): Case => ({ name, judge: (run, random) => judgePods(run, random, draw) });

export const syncPodCases: readonly Case[] = [
  podCase('one container, which runs', { mains: 1 }),
  podCase('several containers, which run', { mains: 3 }),
  podCase('containers that end, under each policy', { mains: 2, policies, ...crashes }),
  podCase('init containers', { inits: 2, mains: 2, policies: [...policies, 'Never'], exitCodes: [0, 1, 2] }),
  podCase('sidecars', { inits: 1, sidecars: 2, mains: 1, policies, startsMs: [100, 20_000], ...crashes }),
  podCase('a sidecar with a new image, or a probe that fails', { sidecars: 1, mains: 2, troubles: ['changed', 'failedProbe', 'changed', 'failedProbe'], startsMs: [100, 20_000] }),
  podCase('a crash loop', { mains: 1, runsMs: [200, 200, 4_000, 599_990, 599_991, 700_000], exitCodes: [1], startsMs: [10] }),
  podCase('images that come slowly or not at all', { mains: 3, startsMs: [100, 40_000], missing: 0.3, ...crashes }),
  podCase('a new image, and a probe that fails', { mains: 2, troubles: ['changed', 'failedProbe'], startsMs: [100, 20_000] }),
  podCase('a kubelet that is restarted', { inits: 1, mains: 2, troubles: ['restart', 'restart'], startsMs: [100, 30_000], ...crashes }),
  podCase('a Pod that is deleted', { inits: 1, mains: 2, policies, troubles: ['deleted'], startsMs: [100, 60_000], ...crashes }),
];

async function judgePods(run: RunCalls, random: Random, draw: PodDraw): Promise<CaseFinding | undefined> {
  for (let count = 0; count < pods; count += 1) {
    const found = await judgeMoments(run, playPod(random, draw, (pod) => rightActions(pod)[0]).flatMap(alsoLater));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A kubelet that was busy asks about a back-off only when it is almost over. */
function alsoLater(pod: PodOnNode): readonly PodOnNode[] {
  const [action] = rightActions(pod);
  return action.do === 'backOff' && pod.containers.length === 1 ? [pod, { ...pod, nowMs: action.untilMs - 1 }] : [pod];
}

/** A Pod's moments stand each for itself: the first one that goes wrong is shown. */
async function judgeMoments(run: RunCalls, moments: readonly PodOnNode[]): Promise<CaseFinding | undefined> {
  const calls = moments.map((pod) => ({ name: 'syncPod', values: [JSON.parse(JSON.stringify(pod))], atMs: 0 }));
  const { returned, problem } = await run(calls);
  for (const [index, pod] of moments.entries()) {
    const found = judgeMoment(pod, returned[index]);
    // What threw counts as an action to wait.
    if (problem !== undefined && (found !== undefined || isAbout(problem, pod))) return thrown(pod, problem);
    if (found !== undefined) return found;
  }
  const [last] = moments.slice(-1);
  return problem && last && thrown(last, problem);
}

function judgeMoment(pod: PodOnNode, returned: unknown): CaseFinding | undefined {
  if (!isAction(returned)) return undefined;
  const found = mistakeOf(pod, returned);
  return found && findingOf(found, pod, `Your code ${wordsOfAction(returned)}; expected: it ${wordsOfAction(rightActions(pod)[0])}.`);
}

/** What the session has checked already: see `learner/parts/sync-pod.ts`. */
const isAction = (returned: unknown): returned is PodAction => typeof returned === 'object' && returned !== null && 'do' in returned;

/** A container that is there already was started: which, and how it is. */
const startedAgain = ({ title }: Problem): RegExpExecArray | null => /syncPod started (\S+), which is (\w+)/.exec(title);

function isAbout(problem: Problem, { initContainers, containers }: PodOnNode): boolean {
  const [, name, state] = startedAgain(problem) ?? [];
  return [...initContainers, ...containers].some((each) => each.name === name && each.state === state);
}

function thrown(pod: PodOnNode, problem: Problem): CaseFinding {
  const [, name] = startedAgain(problem) ?? [];
  return name === undefined ? { problem, seen: wordsOfPod(pod) } : findingOf(startedTwice, pod, `Your code started \`${name}\` again.`);
}

const findingOf = (found: Mistake, pod: PodOnNode, did: string): CaseFinding => ({ ...found, seen: `${wordsOfPod(pod)} ${did}` });

const seconds = (ms: number): string => `${Math.round(ms) / 1000} s`;
const clock = (ms: number): string => seconds(ms - startMs);

function wordsOfPod({ nowMs, ending, initContainers, containers }: PodOnNode): string {
  const [first] = containers;
  const policy = `restart policy ${first?.restartPolicy ?? ''}`;
  const all = [...initContainers.map((each) => wordsOfContainer(each, initWords(each))), ...containers.map((each) => wordsOfContainer(each))].join('; ');
  return `After ${clock(nowMs)}, ${policy}${ending ? ', the Pod is being deleted' : ''}: ${all}.`;
}

/** Whether what comes after it may start, and that it is a sidecar. */
const initWords = ({ done, restartPolicy }: InitContainerOnNode): readonly string[] => [...(done ? ['it is done'] : []), ...(restartPolicy === 'Always' ? ['its own policy is Always'] : [])];

function wordsOfContainer(container: ContainerOnNode, words: readonly string[] = []): string {
  const { name, state, exitCode, exitedAtMs, startedAtMs, backOffMs, mustWait, changed, failedProbe } = container;
  const more = [changed && 'its definition has changed', failedProbe && 'its probe has failed', mustWait && 'it must wait'].filter((each) => each !== false);
  const ran = startedAtMs < startMs ? 'its start is not known' : `started at ${clock(startedAtMs)}`;
  const exited = `exited with ${exitCode} at ${clock(exitedAtMs)}, ${ran}, its back-off is ${seconds(backOffMs)}`;
  return [`\`${name}\` ${state === 'exited' ? exited : `is ${state}`}`, ...words, ...more].join(', ');
}

function wordsOfAction(action: PodAction): string {
  switch (action.do) {
    case 'start':
      return `starts \`${action.container}\` with a back-off of ${seconds(action.backOffMs)}`;
    case 'backOff':
      return `lets \`${action.container}\` back off until ${clock(action.untilMs)}`;
    case 'stop':
      return `stops \`${action.container}\``;
    case 'stopPod':
      return 'stops the Pod';
    case 'wait':
      return 'waits';
  }
}
