/** One pass over a DaemonSet. (upstream daemon_controller.go syncDaemonSet) */
import {
  claim,
  type ControllerRevision,
  DaemonSet,
  type DaemonSetStatus,
  keyOf,
  Node,
  Pod,
  type Reconcile,
  type Tools,
} from 'converge/sdk';
import { creationRefused, deletionRefused } from '../replicaset/refused-pods.ts';
import { revisionLabel, trimRevisions } from '../shared/revisions.ts';
import type { BackOff } from './back-off.ts';
import { draftsOf } from './draft.ts';
import { type History, hashOf, historyOf } from './history.ts';
import { type NodesPlan, type Pass, type Plan, planNodes } from './plan.ts';
import { planRolling } from './plan-rolling.ts';
import { podsByNode } from './pods-by-node.ts';
import { availableInMs, statusOf, writeStatus } from './status.ts';

/** At most so many creations or deletions in one go: the others come next time. */
const burst = 250;

/** `backOff` remembers which nodes' Pods have failed lately. */
export function createReconcile(backOff: BackOff): Reconcile {
  return async (key, tools) => {
    const set = tools.lister(DaemonSet).get(key);
    if (set === undefined) return;
    if (selectsAll(set)) {
      const message = 'This daemon set is selecting all pods. A non-empty selector is required.';
      tools.events.warning(set, 'SelectingAll', message);
      return;
    }
    if (set.metadata.deletionTimestamp !== undefined) return;
    const history = await historyOf(set, tools);
    if (!tools.expect.satisfied(key)) {
      await writeStatus(set, countsOf(await passOf(set, history, tools), false), tools);
      return;
    }
    let failure: unknown;
    let againInMs: number | undefined;
    try {
      againInMs = await act(set, history, backOff, tools);
    } catch (error) {
      failure = error;
    }
    const pass = await passOf(set, history, tools);
    await writeStatus(set, countsOf(pass, true), tools);
    if (failure !== undefined) throw failure;
    const waits = [againInMs, availableInMs(pass)].filter((each) => each !== undefined);
    return waits.length === 0 ? undefined : { afterMs: Math.max(1, Math.min(...waits)) };
  };
}

function selectsAll({ spec }: DaemonSet): boolean {
  const { matchLabels = {}, matchExpressions = [] } = spec.selector;
  return Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
}

/** What the caches show now. */
async function passOf(set: DaemonSet, { hash }: History, tools: Tools): Promise<Pass> {
  const pods = podsByNode(await claim(set, DaemonSet, Pod, tools));
  return { set, hash, nodes: tools.lister(Node).list(), pods, nowMs: tools.now() };
}

/** `observed`: this generation has been acted on. */
function countsOf(pass: Pass, observed: boolean): DaemonSetStatus {
  return statusOf(pass, { observed, isUpdated: ({ metadata }) => metadata.labels?.[revisionLabel] === pass.hash });
}

/** Missing and surplus Pods first; templates are rolled when the cache shows what that has done. Milliseconds until there is more to do. */
async function act(
  set: DaemonSet,
  history: History,
  backOff: BackOff,
  tools: Tools,
): Promise<number | undefined> {
  const plan = planNodes(await passOf(set, history, tools), backOff);
  noteEnded(set, plan, tools);
  await carryOut(set, history, plan, tools);
  if (set.spec.updateStrategy?.type === 'RollingUpdate' && tools.expect.satisfied(keyOf(set))) {
    await carryOut(set, history, planRolling(await passOf(set, history, tools)), tools);
  }
  const { pods } = await passOf(set, history, tools);
  const hashes = new Set([...pods.values()].flat().map(({ metadata }) => metadata.labels?.[revisionLabel]));
  const isLive = (revision: ControllerRevision): boolean => hashes.has(hashOf(revision));
  await trimRevisions(history.old, isLive, set.spec.revisionHistoryLimit ?? 10, tools);
  return plan.againInMs;
}

function noteEnded(set: DaemonSet, { ended }: NodesPlan, { events }: Tools): void {
  for (const { pod, nodeName } of ended) {
    const { name, namespace } = pod.metadata;
    const where = `daemon pod ${namespace}/${name} on node ${nodeName}, will try to`;
    if (pod.status.phase === 'Failed') events.warning(set, 'FailedDaemonPod', `Found failed ${where} kill it`);
    else events.normal(set, 'SucceededDaemonPod', `Found succeeded ${where} delete it`);
  }
}

/** Creates in batches of 1, 2, 4, 8 …, then deletes. Throws the first refusal. (upstream syncNodes) */
async function carryOut(set: DaemonSet, { hash }: History, plan: Plan, tools: Tools): Promise<void> {
  const { client, events, expect } = tools;
  const create = plan.create.slice(0, burst);
  const remove = plan.remove.slice(0, burst);
  if (create.length + remove.length === 0) return;
  const key = keyOf(set);
  // Expect before creating: the cache may show the Pods before the answers arrive, or long after.
  expect.creations(key, create.length, remove);
  const draft = draftsOf(set, hash);
  const made = await client.createMany(Pod, (index) => draft(create[index] ?? ''), create.length);
  expect.creationsFailed(key, made.missing);
  for (const { metadata } of made.created) events.normal(set, 'SuccessfulCreate', `Created pod: ${metadata.name}`);
  const refused = creationRefused(set, made.errors, tools);

  const { failed, errors } = await client.deleteMany(Pod, remove);
  expect.deletionsFailed(key, failed);
  for (const pod of remove) {
    if (!failed.includes(pod)) events.normal(set, 'SuccessfulDelete', `Deleted pod: ${pod.metadata.name}`);
  }
  const first = refused ?? deletionRefused(set, errors, tools);
  if (first !== undefined) throw first;
}
