/** What is to be done next for a pod's containers. Pure (upstream computePodActions). */
import type { Container, PodSpec } from '../sdk/index.ts';

/** What a plan asks of a container. */
export interface ContainerFacts {
  readonly state: 'never-run' | 'running' | 'ended';
  readonly exitCode: number;
  /** Its startup probe has passed, or it has none and runs. */
  readonly started: boolean;
  /** It may not be started yet: a back-off, or a failed pull. */
  readonly blocked: boolean;
}

export type Plan =
  | { readonly type: 'start'; readonly container: Container; readonly init: boolean }
  | { readonly type: 'wait' }
  /** No main container will run any more. */
  | { readonly type: 'finished' };

const wait: Plan = { type: 'wait' };

/** One step; ask again when it's done. Containers start in order, each without waiting for the one before to be ready. */
export function planPod(spec: PodSpec, factsOf: (name: string) => ContainerFacts): Plan {
  const policy = spec.restartPolicy ?? 'Always';
  const begun = spec.containers.some(({ name }) => factsOf(name).state !== 'never-run');
  const over = spec.containers.every(({ name }) => isOver(policy, factsOf(name)));
  if (over) return { type: 'finished' };
  for (const container of spec.initContainers ?? []) {
    const step = planInit(container, factsOf(container.name), policy, begun);
    if (step !== undefined) return step;
  }
  for (const container of spec.containers) {
    const facts = factsOf(container.name);
    if (facts.state === 'running' || facts.blocked || isOver(policy, facts)) continue;
    return { type: 'start', container, init: false };
  }
  return wait;
}

/** Undefined: go on with the next container. */
function planInit(container: Container, facts: ContainerFacts, policy: string, begun: boolean): Plan | undefined {
  const start: Plan = facts.blocked ? wait : { type: 'start', container, init: true };
  if (container.restartPolicy === 'Always') {
    if (facts.state !== 'running') return facts.blocked && begun ? undefined : start;
    return facts.started || begun ? undefined : wait;
  }
  if (begun) return undefined;
  if (facts.state === 'running') return wait;
  if (facts.state === 'never-run') return start;
  if (facts.exitCode === 0) return undefined;
  return policy === 'Never' ? { type: 'finished' } : start;
}

function isOver(policy: string, { state, exitCode }: ContainerFacts): boolean {
  if (state !== 'ended' || policy === 'Always') return false;
  return policy === 'Never' || exitCode === 0;
}
