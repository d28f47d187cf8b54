/**
 * Brings one pod's containers to what its spec says, and reports to the API server how far they are (upstream pod_workers.go).
 * What is to be done is decided by `stepPod`; this carries its effects out. An effect may bring the next event at once: that is stepped
 * before the effects after it, as a call in a call.
 */
import { type Container, deepEqual, formatTime, hasEnded, type Pod } from '../sdk/index.ts';
import type { Refusal } from './admission.ts';
import { takeDefinitions } from './container-change.ts';
import type { EvictablePod } from './eviction/types.ts';
import type { NodeContext } from './node-context.ts';
import { carryOut, startFailed } from './pod-effects.ts';
import { idle, type PodFacts, type PodStep, startPod, stepPod } from './pod-machine.ts';
import { podOnNode } from './pod-on-node.ts';
import { fetchCredentials } from './pod-volumes.ts';
import { createStatusWriter } from './status-writer.ts';
import { createTracks, forgetRun, isOneShot, latestOf, type Track } from './track.ts';
import { runs, sandboxOf, trackOf, type Worker } from './worker-memory.ts';

export interface PodWorker extends EvictablePod {
  /** The API server has a newer state of the pod. */
  update(pod: Pod): void;
  /** The pod is gone from the API. */
  gone(): void;
  /** One of its containers has ended. */
  containerEnded(name: string): void;
  /** Fetches what only commands of people read (credentials), before such a command runs. */
  prepare(ready: () => void): void;
  /** Why a container doesn't run: `ImagePullBackOff`. */
  waiting(name: string): string | undefined;
  /** The kubelet stops; containers go on. */
  stop(): void;
}

/** Starts to work for a pod. A refusal makes it Failed at once. */
export function createPodWorker(
  node: NodeContext,
  first: Pod,
  refusal: Refusal | undefined,
  writer = createStatusWriter(node, first),
): PodWorker {
  const tracks = createTracks(first.spec);
  const worker: Worker = {
    ...tracks,
    node,
    dispatch: (event) => follow(worker, stepPod(worker.state, event, worker.facts)),
    uid: first.metadata.uid,
    startTime: first.status.startTime ?? formatTime(node.clock.now()),
    writer,
    facts: podFacts(() => worker),
    pod: first,
    state: idle,
    conditions: first.status.conditions ?? [],
    phase: first.status.phase,
    failure: refusal ?? failureOf(first),
    eviction: undefined,
    nextSync: undefined,
    deadline: undefined,
    resize: undefined,
    volumes: undefined,
    hasFilledVolumes: false,
  };
  worker.resize = node.resizer?.follow(first, {
    report: () => carryOut(worker, { type: 'report' }),
    resize: (container, restarts) => resizeContainer(worker, container, restarts),
    running(name) {
      const latest = latestOf(node.runtime, worker.uid, name);
      return latest?.ended === undefined ? latest?.id : undefined;
    },
    take: (pod) => updatePod(worker, pod),
  });
  // An earlier kubelet may have given it something else than it asks for.
  worker.pod = worker.resize?.given(first) ?? first;
  follow(worker, startPod(worker.facts, { refused: refusal !== undefined, finished: hasEnded(first) }));
  worker.resize?.carryOut();
  return {
    update: (pod) => updatePod(worker, pod),
    gone: () => worker.dispatch({ type: 'gone' }),
    containerEnded: (name) => noteEnd(worker, name),
    prepare(ready) {
      const sandbox = node.runtime.pod(worker.uid);
      if (sandbox === undefined) ready();
      else fetchCredentials(node, worker.pod, sandbox, ready);
    },
    waiting: (name) => worker.byName.get(name)?.waiting?.reason,
    pod: () => worker.pod,
    isActive: () => worker.state.name === 'syncing' || worker.state.name === 'stopping',
    evict(eviction) {
      worker.failure = eviction.why;
      worker.eviction = eviction;
      worker.dispatch({ type: 'evicted' });
    },
    stop: () => worker.dispatch({ type: 'kubeletStopped' }),
  };
}

/** Why it failed, where an earlier kubelet or somebody else has said so. */
function failureOf({ status: { phase, reason, message = '' } }: Pod): Refusal | undefined {
  return phase === 'Failed' && reason !== undefined ? { reason, message } : undefined;
}

function follow(worker: Worker, { state, effects }: PodStep): void {
  worker.state = state;
  for (const effect of effects) carryOut(worker, effect);
}

/** What the machine may know of the pod and of the container runtime. */
function podFacts(worker: () => Worker): PodFacts {
  return {
    hasSandbox: () => sandboxOf(worker()) !== undefined,
    hasVolumes: () => (worker().pod.spec.volumes ?? []).length > 0,
    isDeleting: () => worker().pod.metadata.deletionTimestamp !== undefined,
    decide: () => worker().node.syncPod(podOnNode(worker())),
    newEphemeral: () => newEphemeral(worker()),
    mainRuns: () => worker().mains.some((track) => runs(worker(), track)),
    lastSidecar() {
      const running = worker().inits.filter((track) => runs(worker(), track));
      const last = running.findLast((track) => !isOneShot(track)) ?? running.at(-1);
      return last && { container: last.container.name, isTurn: last.killing?.isTurn === true };
    },
  };
}

/** They are started once only. */
function newEphemeral({ node, uid, ephemerals }: Worker): string | undefined {
  const isNew = ({ container, blocked }: Track) =>
    blocked === undefined && latestOf(node.runtime, uid, container.name) === undefined;
  return ephemerals.find(isNew)?.container.name;
}

function updatePod(worker: Worker, next: Pod): void {
  const before = worker.pod;
  const { resize } = worker;
  worker.pod = worker.state.name === 'syncing' ? (resize?.given(next) ?? next) : next;
  const { deletionTimestamp, deletionGracePeriodSeconds } = next.metadata;
  if (deletionTimestamp !== undefined) {
    const sooner = before.metadata.deletionGracePeriodSeconds !== deletionGracePeriodSeconds;
    if (before.metadata.deletionTimestamp === undefined || sooner) worker.dispatch({ type: 'deletionRequested' });
    return;
  }
  worker.writer.seen(next);
  if (before.spec !== next.spec && worker.state.name === 'syncing') {
    if (worker.takeEphemeral(next.spec)) worker.dispatch({ type: 'containerAdded' });
    for (const { track, oldImage } of takeDefinitions(worker.tracks, worker.pod.spec)) {
      worker.node.pullBackOff.forget(`${worker.uid}_${oldImage}`);
      worker.dispatch({ type: 'containerChanged', container: track.container.name });
    }
  }
  resize?.carryOut();
  if (isChanged(before.metadata, next.metadata)) worker.volumes?.podChanged();
  if (before.spec.activeDeadlineSeconds !== next.spec.activeDeadlineSeconds) {
    worker.dispatch({ type: 'deadlineChanged' });
  }
  if (next.spec.readinessGates !== undefined) worker.dispatch({ type: 'gatesSeen' });
}

function resizeContainer(worker: Worker, container: Container, restarts: boolean): void {
  const track = trackOf(worker, container.name);
  track.container = container;
  if (!restarts) return;
  track.changed = true;
  track.resized = true;
  worker.dispatch({ type: 'containerChanged', container: container.name });
}

/** What else than its status somebody may change of a pod (upstream checkAndUpdatePod). */
function isChanged(before: Pod['metadata'], { labels, annotations }: Pod['metadata']): boolean {
  return !deepEqual(before.labels, labels) || !deepEqual(before.annotations, annotations);
}

/** A container has ended by itself or by a signal: its probes end, and its next signal isn't sent. */
function noteEnd(worker: Worker, name: string): void {
  const track = worker.byName.get(name);
  if (track === undefined || worker.state.name === 'abandoned') return;
  track.killing?.timer?.cancel();
  track.killing = undefined;
  forgetRun(track);
  const code = latestOf(worker.node.runtime, worker.uid, name)?.ended?.code ?? 0;
  worker.node.trace(worker.pod, `${name} ended with ${code}`);
  if (track.failedHook !== undefined && worker.state.name === 'syncing') startFailed(worker, track);
  else worker.dispatch({ type: 'containerEnded' });
}
