/** Ends containers of one pod: one that is to be started again, or all of them, each at its turn. */
import type { Pod } from '../sdk/index.ts';
import { changeMessage } from './container-change.ts';
import { giveTurn, stopContainer } from './container-stop.ts';
import { isOneShot, latestOf, type Track } from './track.ts';
import { runs, type Worker } from './worker-memory.ts';

const shortestGraceMs = 1_000;
const defaultGraceSeconds = 30;

/** Ends a container that is to be started again. */
export function restart({ node, pod }: Worker, track: Track): void {
  const { graceSeconds = specGraceSeconds(pod), message = changeMessage(track) ?? '' } = track.failedProbe ?? {};
  track.replaced = track.changed && track.failedProbe === undefined;
  stopContainer(node, pod, track, { graceMs: graceSeconds * 1000, reason: message });
}

/**
 * Begins to end all of them; sidecars wait for their turn. Readiness is probed on, but not that of a pod that has failed
 * (upstream SyncTerminatingPod stops liveness and startup probes).
 */
export function stopContainers(worker: Worker, again: boolean): void {
  const { node, uid, tracks } = worker;
  worker.volumes?.stop();
  worker.deadline?.cancel();
  for (const track of tracks) {
    track.replaced = false;
    track.blocked?.cancel();
    track.blocked = undefined;
    if (latestOf(node.runtime, uid, track.container.name) !== undefined) track.waiting = undefined;
    if (worker.failure !== undefined) track.readinessProber?.stop();
    if (!again) for (const prober of track.probers) prober.stop();
  }
  for (const track of tracks) end(worker, track);
}

/** A sidecar's turn comes when the main containers and the sidecars after it have ended (upstream kuberuntime_termination_order.go). */
function end(worker: Worker, track: Track): void {
  const { node, pod, inits, mains } = worker;
  const isSidecar = track.init && !isOneShot(track);
  const later = inits.slice(inits.indexOf(track) + 1).filter((each) => !isOneShot(each));
  const isTurn = !isSidecar || ![...mains, ...later].some((each) => runs(worker, each));
  stopContainer(node, pod, track, { graceMs: graceMs(worker), reason: `Stopping container ${track.container.name}`, isTurn });
}

export function endNow(worker: Worker, track: Track): void {
  if (track.killing === undefined) end(worker, track);
  else giveTurn(worker.node, track.killing);
}

/** Ends a container whose postStart hook has failed. */
export function endFailedStart(worker: Worker, track: Track): void {
  stopContainer(worker.node, worker.pod, track, { graceMs: graceMs(worker), reason: 'FailedPostStartHook' });
}

function specGraceSeconds({ spec }: Pod): number {
  return spec.terminationGracePeriodSeconds ?? defaultGraceSeconds;
}

function graceMs({ pod, eviction }: Worker): number {
  const seconds = eviction?.graceSeconds ?? pod.metadata.deletionGracePeriodSeconds ?? specGraceSeconds(pod);
  return Math.max(shortestGraceMs, seconds * 1000);
}
