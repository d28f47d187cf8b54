/** What a ReplicaSet says of itself, at every rest. */
import { isActive, isReady, matches, Pod, ReplicaSet, isOfKind } from 'converge/sdk';
import type { Finding, Owner, Rule } from '../types.ts';
import { inSeconds } from '../words.ts';
import { templateOf } from './shared.ts';

export const truthfulStatus: Rule = {
  cause: 'reported a number that wasn’t so',
  glyph: 'stood-still',
  question: 'When does your loop write its status, and from which Pods?',
  judge: () => (world) => {
    for (const owner of world.owners) {
      const found = untruth(owner, world.t);
      if (found !== undefined) return found;
    }
    return undefined;
  },
};

function untruth({ name, live, made }: Owner, t: number): Finding | undefined {
  if (live === undefined || !isOfKind(ReplicaSet, live) || live.metadata.deletionTimestamp !== undefined) return undefined;
  const { status, spec, metadata } = live;
  const pods = made.filter((each): each is Pod => isOfKind(Pod, each)).filter(isActive);
  const labels = templateOf(live)?.metadata?.labels ?? {};
  const { minReadySeconds = 0 } = spec;
  const truth = {
    replicas: pods.length,
    fullyLabeledReplicas: pods.filter((pod) => matches({ matchLabels: labels }, pod.metadata.labels)).length,
    readyReplicas: pods.filter(isReady).length,
    // Judged a moment late, as every clock is: one that has just become available may be counted or not.
    availableReplicas: minReadySeconds === 0 ? pods.filter(isReady).length : undefined,
  };
  for (const [field, count] of Object.entries(truth)) {
    const says = Number(Reflect.get(status, field) ?? 0);
    if (count !== undefined && says !== count)
      return { seen: `At ${inSeconds(t)} \`status.${field}\` of \`${name}\` is ${says}, and it is true of ${count} of its Pods.` };
  }
  if ((status.observedGeneration ?? 0) !== metadata.generation)
    return {
      cause: 'reported on an old generation',
      seen: `At ${inSeconds(t)} \`${name}\` is of generation ${metadata.generation}, and its status speaks of ${status.observedGeneration ?? 'none'}.`,
      question: 'How does a reader of the status know which spec it speaks of?',
    };
  const failure = status.conditions?.find(({ type }) => type === 'ReplicaFailure');
  if (failure !== undefined && pods.length === (spec.replicas ?? 1))
    return {
      cause: 'left a failure in its status',
      seen: `At ${inSeconds(t)} \`${name}\` has all its Pods, and its status still says ReplicaFailure: ${failure.message ?? ''}`,
      question: 'The failure is over. Which pass takes it out of the status?',
    };
  return undefined;
}

