/** Ends the pods of a node that is about to be switched off, group by group (upstream pkg/kubelet/nodeshutdown). */
import type { Timer } from '../../kernel/index.ts';
import { formatTime } from '../../sdk/index.ts';
import type { CreateEvictionManager, EvictablePod, Eviction, EvictionHost, EvictionManager } from '../eviction/types.ts';
import { graceOf, groupOf, type ShutdownGroup } from './policy.ts';

const message = 'Pod was terminated in response to imminent node shutdown.';

/** How often it is checked whether a group has ended, milliseconds. */
const checkMs = 100;

/** A manager that also ends the node's pods in time when it is shut down. */
export const withShutdown =
  (create: CreateEvictionManager, groups: readonly ShutdownGroup[]): CreateEvictionManager =>
  (host, changed) => {
    const manager = create(host, changed);
    let isShuttingDown = false;
    let timer: Timer | undefined;
    const wait = (delayMs: number, run: () => void): void => {
      timer = host.context.clock.after(delayMs, run, { background: true });
    };
    return {
      ...manager,
      refusal: (pod) => (isShuttingDown ? { reason: 'NodeShutdown', message: 'Pod was rejected as the node is shutting down.' } : manager.refusal(pod)),
      problem: () => (isShuttingDown ? 'node is shutting down' : undefined),
      shutDown(done) {
        isShuttingDown = true;
        changed();
        endGroups(groups, 0, host, wait, done);
      },
      stop() {
        timer?.cancel();
        manager.stop();
      },
    } satisfies EvictionManager;
  };

type Wait = (delayMs: number, run: () => void) => void;

/** From the group at `index` on. */
function endGroups(groups: readonly ShutdownGroup[], index: number, host: EvictionHost, wait: Wait, done: () => void): void {
  const group = groups[index];
  if (group === undefined) return done();
  const { clock } = host.context;
  const workers = [...host.workers.values()].filter((each) => each.isActive() && groupOf(groups, each.pod()) === group);
  for (const each of workers) each.evict(terminationAt(clock.now(), graceOf(group, each.pod())));
  const endMs = clock.now() + group.seconds * 1000;
  const check = (): void => {
    if (clock.now() >= endMs || !workers.some((each) => isRunning(each, host))) return endGroups(groups, index + 1, host, wait, done);
    wait(Math.min(checkMs, endMs - clock.now()), check);
  };
  check();
}

/** Something of it still runs. */
function isRunning(worker: EvictablePod, { context }: EvictionHost): boolean {
  return worker.isActive() && context.runtime.pod(worker.pod().metadata.uid) !== undefined;
}

function terminationAt(nowMs: number, graceSeconds: number): Eviction {
  return {
    why: { reason: 'Terminated', message },
    graceSeconds,
    condition: { type: 'DisruptionTarget', status: 'True', reason: 'TerminationByKubelet', message, lastTransitionTime: formatTime(nowMs) },
  };
}
