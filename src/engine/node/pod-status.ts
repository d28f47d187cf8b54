/** A pod's status from what its containers do. Pure. */
import {
  type Container,
  type ContainerState,
  type ContainerStateTerminated,
  type ContainerStatus,
  formatTime,
  type Pod,
  type PodCondition,
  type PodStatus,
} from '../sdk/index.ts';
import { podConditions } from './conditions.ts';
import { podPhase } from './phase.ts';
import type { RuntimeContainer } from './runtime.ts';
import { isStaticPod, terminatedStatuses } from './terminated-statuses.ts';

/** What is known of one container of the spec. */
export interface ContainerView {
  readonly container: Container;
  readonly latest: RuntimeContainer | undefined;
  readonly previous: RuntimeContainer | undefined;
  /** Why it isn't running, when that is more than not yet. */
  readonly waiting: { readonly reason: string; readonly message?: string } | undefined;
  readonly ready: boolean;
  readonly started: boolean;
  /** What it was given, and what it runs with. */
  readonly resources?: Pick<ContainerStatus, 'allocatedResources' | 'resources'> | undefined;
}

export interface StatusInput {
  readonly pod: Pod;
  readonly inits: readonly ContainerView[];
  readonly mains: readonly ContainerView[];
  readonly ephemerals: readonly ContainerView[];
  readonly hostIP: string;
  /** Undefined until volumes and sandbox are there. */
  readonly podIP: string | undefined;
  readonly startTime: string;
  /** Nothing runs and nothing will be started any more. */
  readonly terminal: boolean;
  /** Failed whatever the containers did (evicted, out of time). */
  readonly failure: { readonly reason: string; readonly message: string } | undefined;
  /** The phase as it was last written. */
  readonly phase: string | undefined;
  readonly before: readonly PodCondition[];
  /** Of a pod that the node has ended. */
  readonly disruption: PodCondition | undefined;
  /** How far a change of its resources is. */
  readonly resizing: readonly PodCondition[];
  readonly nowMs: number;
}

/**
 * The parts of the status that are the kubelet's. Until nothing can run any more, a phase that would be the last one waits, and so does
 * why the pod failed (upstream status_manager.go mergePodStatus). Conditions say already then that it has ended. When nothing can run any
 * more, a pod whose containers give it no last phase has failed (TerminatePod there).
 */
export function podStatus(input: StatusInput): PodStatus {
  const { pod, podIP, hostIP, failure, before, nowMs, terminal } = input;
  const hasInit = input.inits.length > 0;
  const known = {
    inits: input.inits.map((view) => containerStatus(view, hasInit, true)),
    mains: input.mains.map((view) => containerStatus(view, hasInit, false)),
  };
  known.mains.sort((a, b) => (a.name < b.name ? -1 : 1));
  const running = known.mains.some((status) => status.state?.running !== undefined);
  const failed = failure !== undefined && !running;
  // A last phase stays, also for a kubelet that doesn't know what led to it (upstream kubelet_pods.go generateAPIPodStatus).
  const shown = isLast(input.phase) ? input.phase : failed ? 'Failed' : podPhase(pod.spec, known.inits, known.mains, terminal && !running);
  const phase = terminal && !isLast(shown) && !isStaticPod(pod) ? 'Failed' : shown;
  const { inits: initStatuses, mains: statuses } = terminal ? terminatedStatuses(known) : known;
  const networked = podIP !== undefined && !(terminal && !running);
  const own = podConditions({ spec: pod.spec, phase, initStatuses, statuses, networked, before, nowMs });
  const conditions = input.disruption === undefined || !terminal ? [...input.resizing, ...own] : [input.disruption, ...own];
  return {
    phase: isLast(phase) && !terminal ? (input.phase ?? 'Pending') : phase,
    ...(terminal && failure),
    conditions,
    hostIP,
    hostIPs: [{ ip: hostIP }],
    ...(podIP === undefined ? {} : { podIP, podIPs: [{ ip: podIP }] }),
    startTime: input.startTime,
    ...(hasInit ? { initContainerStatuses: initStatuses } : {}),
    containerStatuses: statuses,
    ...(input.ephemerals.length > 0 && {
      ephemeralContainerStatuses: input.ephemerals.map((view) => containerStatus(view, false, false)),
    }),
  };
}

function isLast(phase: string | undefined): phase is 'Succeeded' | 'Failed' {
  return phase === 'Succeeded' || phase === 'Failed';
}

function containerStatus(view: ContainerView, hasInit: boolean, init: boolean): ContainerStatus {
  const { container, latest, previous, waiting } = view;
  const state = stateOf(view, hasInit);
  const last = waiting !== undefined && latest?.ended !== undefined ? latest : previous;
  const oneShot = init && container.restartPolicy !== 'Always';
  return {
    name: container.name,
    state,
    lastState: last?.ended === undefined ? {} : { terminated: terminated(last) },
    ready: oneShot ? state.terminated?.exitCode === 0 : view.ready,
    restartCount: latest?.attempt ?? 0,
    image: latest?.image.reference.full ?? container.image ?? '',
    imageID: latest?.image.id ?? '',
    ...(latest === undefined ? {} : { containerID: latest.id }),
    started: oneShot ? state.running !== undefined : view.started,
    ...view.resources,
  };
}

function stateOf({ latest, waiting }: ContainerView, hasInit: boolean): ContainerState {
  if (waiting !== undefined) return { waiting };
  if (latest === undefined) return { waiting: { reason: hasInit ? 'PodInitializing' : 'ContainerCreating' } };
  if (latest.ended !== undefined) return { terminated: terminated(latest) };
  return { running: { startedAt: formatTime(latest.startedAtMs) } };
}

function terminated(container: RuntimeContainer): ContainerStateTerminated {
  const { ended, id, startedAtMs } = container;
  return {
    containerID: id,
    exitCode: ended?.code ?? 0,
    startedAt: formatTime(startedAtMs),
    finishedAt: formatTime(ended?.atMs ?? 0),
    reason: ended?.reason ?? '',
    ...(ended?.message === undefined ? {} : { message: ended.message }),
  };
}

/** The kubelet's own conditions as it last said them; the others (readiness gates) as the API server has them. */
export function withGates(own: readonly PodCondition[], pod: Pod): readonly PodCondition[] {
  if (pod.spec.readinessGates === undefined) return own;
  const others = (pod.status.conditions ?? []).filter(({ type }) => !own.some((each) => each.type === type));
  return [...own, ...others];
}
