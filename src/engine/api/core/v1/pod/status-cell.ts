/** What `kubectl get pods` says in STATUS, READY and RESTARTS (pkg/printers/internalversion/printers.go). */
import { humanDuration, isTrue, timeMsOf } from '../../../../meta/index.ts';
import type { ContainerStatus, Pod } from '../../../generated/types.ts';

export interface PodSummary {
  readonly status: string;
  readonly ready: number;
  readonly total: number;
  /** `2 (5m ago)` */
  readonly restarts: string;
}

interface Count {
  restarts: number;
  lastRestartMs: number;
}

/** A summary of a pod's containers. `nowMs`: for how long ago the last restart was. */
export function summarizePod(pod: Pod, nowMs: number): PodSummary {
  const { spec, status, metadata } = pod;
  const { conditions, containerStatuses = [], phase = 'Unknown' } = status;
  const gated = conditions?.some(({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated');
  let word = gated === true ? 'SchedulingGated' : status.reason || phase;
  const init = summarizeInit(pod);
  let { ready } = init;
  let count = init.all;
  if (init.word !== undefined) word = init.word;
  if (init.word === undefined || isTrue(conditions, 'Initialized')) {
    count = init.sidecars;
    let isRunning = false;
    for (const container of [...containerStatuses].reverse()) {
      addRestarts(count, container);
      const { running } = container.state ?? {};
      const stopped = stopWord(container);
      if (stopped !== undefined) word = stopped;
      else if (container.ready && running !== undefined) {
        isRunning = true;
        ready++;
      }
    }
    if (word === 'Completed' && isRunning) word = isTrue(conditions, 'Ready') ? 'Running' : 'NotReady';
  }
  const isOver = phase === 'Succeeded' || phase === 'Failed';
  if (metadata.deletionTimestamp !== undefined) {
    if (status.reason === 'NodeLost') word = 'Unknown';
    else if (!isOver) word = 'Terminating';
  }
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always').length;
  return { status: word, ready, total: spec.containers.length + sidecars, restarts: restartsCell(count, nowMs) };
}

function restartsCell({ restarts, lastRestartMs }: Count, nowMs: number): string {
  return restarts === 0 || lastRestartMs === 0
    ? String(restarts)
    : `${restarts} (${humanDuration(nowMs - lastRestartMs)} ago)`;
}

function addRestarts(count: Count, { restartCount, lastState }: ContainerStatus): void {
  count.restarts += restartCount;
  count.lastRestartMs = Math.max(count.lastRestartMs, timeMsOf(lastState?.terminated?.finishedAt));
}

/** Why a container isn't running; undefined when it is, or has nothing to say. */
function stopWord({ state = {} }: ContainerStatus): string | undefined {
  const { waiting, terminated } = state;
  if (waiting?.reason) return waiting.reason;
  if (terminated === undefined) return undefined;
  return terminated.reason || (terminated.signal ? `Signal:${terminated.signal}` : `ExitCode:${terminated.exitCode}`);
}

interface InitSummary {
  /** Set while the init containers hold the pod up. */
  readonly word: string | undefined;
  readonly ready: number;
  readonly all: Count;
  readonly sidecars: Count;
}

function summarizeInit({ spec, status }: Pod): InitSummary {
  const all: Count = { restarts: 0, lastRestartMs: 0 };
  const sidecars: Count = { restarts: 0, lastRestartMs: 0 };
  const total = spec.initContainers?.length ?? 0;
  let ready = 0;
  const sidecarNames = new Set(spec.initContainers?.filter(({ restartPolicy }) => restartPolicy === 'Always').map(({ name }) => name));
  for (const [index, container] of (status.initContainerStatuses ?? []).entries()) {
    const isSidecar = sidecarNames.has(container.name);
    addRestarts(all, container);
    if (isSidecar) addRestarts(sidecars, container);
    const { terminated, waiting } = container.state ?? {};
    if (terminated?.exitCode === 0) continue;
    if (isSidecar && container.started === true) {
      if (container.ready) ready++;
      continue;
    }
    const isHeld = terminated !== undefined || (waiting?.reason && waiting.reason !== 'PodInitializing');
    const word = isHeld ? `Init:${stopWord(container)}` : `Init:${index}/${total}`;
    return { word, ready, all, sidecars };
  }
  return { word: undefined, ready, all, sidecars };
}
