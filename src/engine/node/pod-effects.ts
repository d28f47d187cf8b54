/** Carries out what `stepPod` decides for one pod: the node's runtime, timers, probes and requests. */
import { startProbes } from './container-probes.ts';
import { showBackOff, startContainer } from './container-start.ts';
import { deletePod, startDeadline } from './pod-end.ts';
import type { PodEffect } from './pod-machine.ts';
import { podStatus, withGates } from './pod-status.ts';
import { endFailedStart, endNow, restart, stopContainers } from './pod-stop.ts';
import { startPodVolumes } from './pod-volumes.ts';
import { warnOfMissingPullSecrets } from './pull-secrets.ts';
import { isOneShot, keyOf, latestOf, policyOf, stopProbers, type Track, viewOf } from './track.ts';
import { runs, sandboxOf, trackOf, type Worker } from './worker-memory.ts';

/** Setting up the pod's network, milliseconds: at least, and at most as much again. */
const sandboxMs = 150;

/** Carries out one effect; those that take time end in an event later. */
export function carryOut(worker: Worker, effect: PodEffect): void {
  switch (effect.type) {
    case 'setUpNetwork':
      return setUpNetwork(worker);
    case 'createSandbox':
      return createSandbox(worker);
    case 'adoptSandbox':
      return adoptSandbox(worker);
    case 'startContainer':
      return start(worker, trackOf(worker, effect.container), effect.backOffMs);
    case 'backOff':
      return backOff(worker, trackOf(worker, effect.container), effect.untilMs);
    case 'startProbes':
      return probe(worker, trackOf(worker, effect.container));
    case 'delayStart':
      return delayStart(worker, trackOf(worker, effect.container), effect.forMs);
    case 'forgetBackOff':
      return forgetBackOff(worker, trackOf(worker, effect.container));
    case 'stopContainer':
      return restart(worker, trackOf(worker, effect.container));
    case 'stopContainers':
      return stopContainers(worker, effect.again);
    case 'giveTurn':
      return endNow(worker, trackOf(worker, effect.container));
    case 'report':
      return report(worker);
    case 'reportRefusal':
      return worker.writer.write(worker.pod, { phase: 'Failed', ...worker.failure, startTime: worker.startTime });
    case 'sync':
      return worker.dispatch(effect);
    case 'syncAfter':
      return syncAfter(worker, effect.delayMs);
    case 'armDeadline':
      return armDeadline(worker);
    case 'release':
      worker.resize?.stop();
      worker.volumes?.stop();
      return worker.node.released(worker.uid);
    case 'deletePod': {
      const cause = worker.node.cause();
      return worker.writer.whenWritten(() => deleteFromApi(worker, cause));
    }
    case 'stopWriting':
      return worker.writer.stop();
    case 'removeSandbox':
      return removeSandbox(worker);
    case 'stopTimers':
      return stopTimers(worker);
  }
}

function report(worker: Worker): void {
  const { node, pod, uid, state } = worker;
  const inApi = state.name === 'syncing' || state.name === 'over' || (state.name === 'stopping' && !state.deleted);
  if (!inApi) return;
  const sandbox = sandboxOf(worker);
  // First, as it finds out which containers have been started again.
  const resizing = worker.resize?.conditions() ?? [];
  const views = (list: readonly Track[]) => list.map((track) => ({ ...viewOf(track, node.runtime, uid), resources: worker.resize?.resources(track.container) }));
  const status = podStatus({
    pod,
    inits: views(worker.inits),
    mains: views(worker.mains),
    ephemerals: views(worker.ephemerals),
    hostIP: node.hostIP,
    // Upstream makes the sandbox when the volumes are there (kubelet.go SyncPod).
    podIP: worker.hasFilledVolumes ? sandbox?.ip : undefined,
    startTime: worker.startTime,
    terminal: state.name === 'over',
    failure: worker.failure,
    phase: worker.phase,
    before: withGates(worker.conditions, pod),
    disruption: worker.eviction?.condition,
    resizing,
    nowMs: node.clock.now(),
  });
  worker.conditions = status.conditions ?? [];
  worker.phase = status.phase;
  worker.writer.write(pod, status);
}

function syncAfter(worker: Worker, delayMs: number): void {
  worker.nextSync ??= worker.node.clock.after(delayMs, () => {
    worker.nextSync = undefined;
    worker.dispatch({ type: 'sync' });
  });
}

function setUpNetwork(worker: Worker): void {
  const { node, pod } = worker;
  const { clock, random, features } = node;
  const setUp = () => void clock.after(sandboxMs + random.int(sandboxMs), () => worker.dispatch({ type: 'networkReady' }));
  if (features === undefined) setUp();
  else features.prepareSandbox(node, pod, () => worker.state.name === 'syncing', setUp);
}

function createSandbox(worker: Worker): void {
  const { node, pod } = worker;
  const sandbox = node.runtime.createPod(worker.uid, pod.spec.hostname ?? pod.metadata.name, pod.spec);
  worker.volumes = startPodVolumes(node, sandbox, () => worker.pod);
  worker.volumes.whenReady(() => {
    worker.hasFilledVolumes = true;
    worker.dispatch({ type: 'volumesReady' });
  });
}

function adoptSandbox(worker: Worker): void {
  const { node, pod, uid, tracks } = worker;
  const sandbox = sandboxOf(worker);
  if (sandbox === undefined) return;
  worker.hasFilledVolumes = true;
  worker.volumes = startPodVolumes(node, sandbox, () => worker.pod);
  if (worker.facts.hasVolumes()) worker.volumes.whenReady(() => {});
  const known = [...(pod.status.containerStatuses ?? []), ...(pod.status.initContainerStatuses ?? [])];
  for (const track of tracks) {
    const latest = latestOf(node.runtime, uid, track.container.name);
    if (latest === undefined || latest.ended !== undefined) continue;
    probe(worker, track);
    track.ready ||= known.find(({ name }) => name === track.container.name)?.ready ?? false;
  }
}

function start(worker: Worker, track: Track, backOffMs: number): void {
  const { node, pod } = worker;
  const container = track.container.name;
  const sandbox = sandboxOf(worker);
  if (sandbox === undefined) return;
  track.starting = true;
  warnOfMissingPullSecrets(node, pod);
  startContainer({
    node,
    pod,
    sandbox,
    track,
    backOffMs,
    wanted: () => worker.state.name === 'syncing',
    blocked(forMs) {
      track.starting = false;
      track.replaced = false;
      worker.dispatch({ type: 'blocked', container, changed: track.changed, forMs });
    },
    started({ ended }) {
      track.starting = false;
      track.replaced = false;
      worker.dispatch({ type: 'started', container, running: ended === undefined, changed: track.changed });
    },
    hookFailed(failure) {
      track.failedHook = failure;
      if (runs(worker, track)) endFailedStart(worker, track);
      else startFailed(worker, track);
    },
  });
}

/** Its postStart hook has failed, and it has been ended for that. */
export function startFailed(worker: Worker, track: Track): void {
  const { failedHook: message } = track;
  track.failedHook = undefined;
  track.starting = false;
  track.replaced = false;
  if (message !== undefined && policyOf(track, worker.pod.spec.restartPolicy) !== 'Never') {
    track.waiting = { reason: 'PostStartHookError', message };
  }
  worker.dispatch({ type: 'started', container: track.container.name, running: false, changed: track.changed });
}

/** Probes the running instance. Containers that run to their end aren't probed. */
function probe(worker: Worker, track: Track): void {
  const { node, pod, uid } = worker;
  const sandbox = sandboxOf(worker);
  const running = latestOf(node.runtime, uid, track.container.name);
  if (sandbox === undefined || running === undefined) return;
  if (isOneShot(track) || worker.ephemerals.includes(track)) return;
  startProbes({
    node,
    pod,
    sandbox,
    track,
    running,
    changed: () => worker.dispatch({ type: 'probed' }),
    failed(message, { terminationGracePeriodSeconds }) {
      track.failedProbe = { message, graceSeconds: terminationGracePeriodSeconds };
      worker.dispatch({ type: 'probeFailed' });
    },
  });
}

function backOff(worker: Worker, track: Track, untilMs: number): void {
  showBackOff(worker.node, worker.pod, track);
  delayStart(worker, track, untilMs - worker.node.clock.now());
}

function delayStart(worker: Worker, track: Track, forMs: number): void {
  // A failed pull soon becomes a back-off: that first wait keeps the cluster from being quiet.
  const background = track.waiting?.reason !== 'ErrImagePull';
  const unblock = () => {
    track.blocked = undefined;
    worker.dispatch({ type: 'sync' });
  };
  track.blocked = worker.node.clock.after(Math.max(0, forMs), unblock, { background });
}

function forgetBackOff({ node, uid }: Worker, track: Track): void {
  node.starts.delete(keyOf(uid, track));
  track.blocked?.cancel();
  track.blocked = undefined;
  track.waiting = undefined;
}

function armDeadline(worker: Worker): void {
  worker.deadline?.cancel();
  worker.deadline = startDeadline(worker.node, worker.pod, worker.startTime, (failure) => {
    worker.failure = failure;
    worker.dispatch({ type: 'deadlineExceeded' });
  });
}

function deleteFromApi(worker: Worker, cause: number): void {
  if (worker.state.name === 'over') deletePod(worker.node, worker.pod, cause, () => deleteFromApi(worker, cause));
}

function removeSandbox({ node, uid, tracks }: Worker): void {
  node.runtime.removePod(uid);
  for (const track of tracks) {
    node.starts.delete(keyOf(uid, track));
    node.pullBackOff.forget(`${uid}_${track.container.image ?? ''}`);
  }
}

function stopTimers(worker: Worker): void {
  worker.resize?.stop();
  worker.volumes?.stop();
  worker.writer.stop();
  worker.nextSync?.cancel();
  worker.deadline?.cancel();
  for (const track of worker.tracks) {
    track.blocked?.cancel();
    track.killing?.timer?.cancel();
    stopProbers(track);
  }
}
