/** What one pod's worker remembers, and what it reads of the runtime with that. */
import type { Timer } from '../kernel/index.ts';
import type { Pod, PodCondition } from '../sdk/index.ts';
import type { Refusal } from './admission.ts';
import type { Eviction } from './eviction/types.ts';
import type { NodeContext } from './node-context.ts';
import type { PodEvent, PodFacts, PodState } from './pod-machine.ts';
import type { PodResize } from './pod-resize.ts';
import type { PodVolumes } from './pod-volumes.ts';
import type { RuntimePod } from './runtime.ts';
import type { StatusWriter } from './status-writer.ts';
import { latestOf, type PodTracks, type Track } from './track.ts';

/** The memory of one worker. */
export interface Worker extends PodTracks {
  /** Steps the machine and carries out what follows. */
  dispatch(event: PodEvent): void;
  readonly node: NodeContext;
  readonly uid: string;
  readonly startTime: string;
  readonly writer: StatusWriter;
  readonly facts: PodFacts;
  /** As the API server had it last, with the resources that the node gives it. */
  pod: Pod;
  state: PodState;
  conditions: readonly PodCondition[];
  phase: string | undefined;
  /** Why the pod has failed, whatever its containers did. */
  failure: Refusal | undefined;
  eviction: Eviction | undefined;
  nextSync: Timer | undefined;
  deadline: Timer | undefined;
  resize: PodResize | undefined;
  volumes: PodVolumes | undefined;
  /** Its volumes hold what they must. */
  hasFilledVolumes: boolean;
}

export function sandboxOf({ node, uid }: Worker): RuntimePod | undefined {
  return node.runtime.pod(uid);
}

export function trackOf({ byName }: Worker, name: string): Track {
  const track = byName.get(name);
  if (track === undefined) throw new Error(`no container ${name}`);
  return track;
}

export function runs({ node, uid }: Worker, { container }: Track): boolean {
  const latest = latestOf(node.runtime, uid, container.name);
  return latest !== undefined && latest.ended === undefined;
}
