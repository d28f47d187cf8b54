/** One container at a time says what it needs; the most urgent need wins. */
import type { ContainerOnNode, PodAction, PodOnNode } from 'converge/sdk';

interface Need {
  readonly urgency: number;
  readonly action: PodAction;
}

const nothing: Need = { urgency: 0, action: { do: 'wait' } };

export function syncPod(pod: PodOnNode): PodAction {
  const { ending, nowMs, initContainers, containers } = pod;
  const at = initContainers.findIndex((each) => !each.done);
  const first = initContainers[at];
  if (ending || containers.every(isDone) || (first !== undefined && isDone(first))) return { do: 'stopPod' };
  const needs = [
    ...initContainers.map((each, index) => needOf(each, nowMs, index === at)),
    ...containers.map((each) => needOf(each, nowMs, at < 0)),
  ];
  return needs.reduce((most, each) => (each.urgency > most.urgency ? each : most), nothing).action;
}

function needOf(each: ContainerOnNode, nowMs: number, isItsTurn: boolean): Need {
  const container = each.name;
  switch (each.state) {
    case 'running':
      return each.changed || each.failedProbe ? { urgency: 3, action: { do: 'stop', container } } : nothing;
    case 'starting':
      return { urgency: 2, action: { do: 'wait' } };
    case 'stopping':
      return nothing;
    case 'new':
      return isItsTurn && !each.mustWait ? { urgency: 1, action: { do: 'start', container, backOffMs: 0 } } : nothing;
    case 'exited':
      return isItsTurn && !each.mustWait && !isDone(each) ? { urgency: 1, action: restart(each, nowMs) } : nothing;
  }
}

function restart({ name, exitedAtMs, startedAtMs, backOffMs }: ContainerOnNode, nowMs: number): PodAction {
  const hasProved = exitedAtMs - startedAtMs > 600_000;
  if (hasProved || backOffMs === 0) return { do: 'start', container: name, backOffMs: 10_000 };
  const leftMs = exitedAtMs + backOffMs - nowMs;
  if (leftMs > 0) return { do: 'backOff', container: name, untilMs: nowMs + leftMs };
  return { do: 'start', container: name, backOffMs: 2 * backOffMs > 300_000 ? 300_000 : 2 * backOffMs };
}

const isDone = ({ state, restartPolicy, exitCode }: ContainerOnNode): boolean =>
  state === 'exited' && restartPolicy !== 'Always' && !(restartPolicy === 'OnFailure' && exitCode !== 0);
