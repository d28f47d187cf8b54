/** A pod as `syncPod` is asked about it: what the runtime says of its containers, and what the kubelet remembers of their starts. */
import type { ContainerOnNode, InitContainerOnNode, PodOnNode } from '../sdk/index.ts';
import { changeMessage } from './container-change.ts';
import type { Worker } from './worker-memory.ts';
import { isOneShot, keyOf, latestOf, policyOf, type Track } from './track.ts';

/** As it is now. */
export function podOnNode(worker: Worker): PodOnNode {
  const { node, pod, inits, mains, failure } = worker;
  const containers = mains.map((track) => onNode(worker, track));
  const begun = containers.some(({ state }) => state !== 'new' && state !== 'starting');
  return {
    nowMs: node.clock.now(),
    ending: pod.metadata.deletionTimestamp !== undefined || failure !== undefined,
    initContainers: inits.map((track) => initOnNode(worker, track, begun)),
    containers,
  };
}

/** `begun`: main containers have run. Then only sidecars are started. */
function initOnNode(worker: Worker, track: Track, begun: boolean): InitContainerOnNode {
  const container = onNode(worker, track);
  const { state, exitCode, mustWait } = container;
  const runs = state === 'running' || state === 'stopping';
  if (!isOneShot(track)) return { ...container, done: runs ? begun || track.started : begun && mustWait };
  return { ...container, done: begun || (state === 'exited' && exitCode === 0) };
}

function onNode({ node, uid, pod }: Worker, track: Track): ContainerOnNode {
  const { name } = track.container;
  const latest = latestOf(node.runtime, uid, name);
  const start = node.starts.get(keyOf(uid, track));
  const state = stateOf(track, latest);
  return {
    name,
    state,
    restartPolicy: policyOf(track, pod.spec.restartPolicy),
    exitCode: latest?.ended?.code ?? 0,
    exitedAtMs: latest?.ended?.atMs ?? 0,
    startedAtMs: start?.atMs ?? 0,
    backOffMs: start?.backOffMs ?? 0,
    mustWait: track.blocked !== undefined,
    changed: state === 'running' && track.changed && changeMessage(track) !== undefined,
    failedProbe: state === 'running' && track.failedProbe !== undefined,
  };
}

function stateOf(track: Track, latest: ReturnType<typeof latestOf>): ContainerOnNode['state'] {
  if (latest !== undefined && latest.ended === undefined) return track.killing === undefined ? 'running' : 'stopping';
  if (track.starting) return 'starting';
  // A new definition begins at its beginning, whatever the restart policy says of the old one's end.
  return latest === undefined || (track.changed && !isOneShot(track)) ? 'new' : 'exited';
}
