/** Stops one container: preStop hook inside the grace period, SIGTERM, SIGKILL (upstream killContainer). */
import type { Pod } from '../sdk/index.ts';
import { runHandler } from './handlers.ts';
import type { NodeContext } from './node-context.ts';
import { latestOf, type Track } from './track.ts';

/** What is left between SIGTERM and SIGKILL when the hook has used up the grace period. */
const minimumGraceMs = 2_000;

/** Begins to stop a running container; `reason` goes into the event. Called again it can only shorten the grace. */
export function stopContainer(node: NodeContext, pod: Pod, track: Track, graceMs: number, reason: string): void {
  const sandbox = node.runtime.pod(pod.metadata.uid);
  const running = latestOf(node.runtime, pod.metadata.uid, track.container.name);
  if (sandbox === undefined || running === undefined || running.ended !== undefined) return;
  const { clock, runtime } = node;
  const deadlineMs = clock.now() + graceMs;
  const killing = track.killing;
  if (killing !== undefined) {
    if (deadlineMs >= killing.deadlineMs) return;
    killing.deadlineMs = deadlineMs;
    if (killing.terminated) arm(killing.deadlineMs - clock.now(), kill);
    else arm(Math.max(0, killing.deadlineMs - clock.now()), terminate);
    return;
  }
  const current = { deadlineMs, timer: undefined, terminated: false };
  track.killing = current;
  node.event('Normal', pod, 'Killing', reason, track.fieldPath);
  const hook = track.container.lifecycle?.preStop;
  if (hook === undefined || graceMs === 0) {
    terminate();
    return;
  }
  // The hook's time is the container's: when the grace is over, it is over for both.
  arm(graceMs, terminate);
  runHandler({ clock, runtime, pod: sandbox, container: track.container, running }, hook, ({ ok, output }) => {
    if (track.killing !== current || current.terminated) return;
    if (!ok) {
      const message = output === '' ? 'PreStopHook failed' : `PreStopHook failed: ${output}`;
      node.event('Warning', pod, 'FailedPreStopHook', message, track.fieldPath);
    }
    terminate();
  });

  function arm(delayMs: number, run: () => void): void {
    track.killing?.timer?.cancel();
    const timer = clock.after(delayMs, run);
    if (track.killing !== undefined) track.killing.timer = timer;
  }
  function terminate(): void {
    const now = track.killing;
    if (now === undefined || now.terminated) return;
    now.terminated = true;
    const leftMs = Math.max(now.deadlineMs - clock.now(), graceMs === 0 ? 0 : minimumGraceMs);
    arm(leftMs, kill);
    running?.process?.terminate();
  }
  function kill(): void {
    running?.process?.kill();
  }
}
