/** Stops one container: preStop hook inside the grace period, its turn, SIGTERM, SIGKILL (upstream killContainer). */
import type { Pod } from '../sdk/index.ts';
import { runHook } from './hooks.ts';
import type { NodeContext } from './node-context.ts';
import { type Killing, latestOf, type Track } from './track.ts';

/** What is left between SIGTERM and SIGKILL when hook and waiting have used up the grace period. */
const minimumGraceMs = 2_000;

export interface StopOptions {
  readonly graceMs: number;
  /** Goes into the event. */
  readonly reason: string;
  /** False: SIGTERM waits for `giveTurn`, as long as the grace period lasts. */
  readonly isTurn?: boolean;
}

/** Begins to stop a running container. Called again it can only shorten the grace. */
export function stopContainer(node: NodeContext, pod: Pod, track: Track, { graceMs, reason, isTurn = true }: StopOptions): void {
  const sandbox = node.runtime.pod(pod.metadata.uid);
  const running = latestOf(node.runtime, pod.metadata.uid, track.container.name);
  if (sandbox === undefined || running === undefined || running.ended !== undefined) return;
  const { clock, runtime } = node;
  const deadlineMs = clock.now() + graceMs;
  if (track.killing !== undefined) {
    shorten(node, track.killing, deadlineMs);
    return;
  }
  const current: Killing = { deadlineMs, timer: undefined, step: 'hook', isTurn, process: running.process };
  track.killing = current;
  node.event('Normal', pod, 'Killing', reason, track.fieldPath);
  const hook = track.container.lifecycle?.preStop;
  if (hook === undefined || graceMs === 0) {
    awaitTurn(node, current);
    return;
  }
  // The hook's time is the container's: when the grace is over, it is over for both.
  arm(node, current, graceMs, () => terminate(node, current));
  runHook({ clock, runtime, pod: sandbox, container: track.container, running }, pod, hook, (failure) => {
    if (track.killing !== current || current.step !== 'hook') return;
    // What it said may be a secret.
    if (failure !== undefined) node.event('Warning', pod, 'FailedPreStopHook', 'PreStopHook failed', track.fieldPath);
    awaitTurn(node, current);
  });
}

/** Those that had to end before it have ended. */
export function giveTurn(node: NodeContext, killing: Killing): void {
  killing.isTurn = true;
  if (killing.step === 'waiting') terminate(node, killing);
}

function shorten(node: NodeContext, killing: Killing, deadlineMs: number): void {
  if (deadlineMs >= killing.deadlineMs) return;
  killing.deadlineMs = deadlineMs;
  const leftMs = Math.max(0, deadlineMs - node.clock.now());
  arm(node, killing, leftMs, () => (killing.step === 'terminated' ? killing.process?.kill() : terminate(node, killing)));
}

function awaitTurn(node: NodeContext, killing: Killing): void {
  if (killing.isTurn) {
    terminate(node, killing);
    return;
  }
  killing.step = 'waiting';
  arm(node, killing, Math.max(0, killing.deadlineMs - node.clock.now()), () => terminate(node, killing));
}

function terminate(node: NodeContext, killing: Killing): void {
  if (killing.step === 'terminated') return;
  killing.step = 'terminated';
  const leftMs = Math.max(killing.deadlineMs - node.clock.now(), minimumGraceMs);
  arm(node, killing, leftMs, () => killing.process?.kill());
  killing.process?.terminate();
}

function arm(node: NodeContext, killing: Killing, delayMs: number, run: () => void): void {
  killing.timer?.cancel();
  killing.timer = node.clock.after(delayMs, run);
}
