/**
 * What a kubelet does next for one of its Pods: start a container, stop one or all of them, or wait. It goes by what the container runtime
 * says now, never by what it did before: so it may forget everything and go on. (upstream computePodActions in
 * pkg/kubelet/kuberuntime/kuberuntime_manager.go, doBackOff there, ShouldContainerBeRestarted in pkg/kubelet/container/helpers.go)
 */

/** A container of a Pod, as its kubelet and the container runtime know it. */
export interface ContainerOnNode {
  readonly name: string;
  /** `new`: it has never run. `starting`: its image is being pulled, or it is being made. `stopping`: it is being ended. */
  readonly state: 'new' | 'starting' | 'running' | 'stopping' | 'exited';
  /** After which exits it is started again. */
  readonly restartPolicy: 'Always' | 'OnFailure' | 'Never';
  /** Of the last exit; 0 where there was none. */
  readonly exitCode: number;
  /** When that was, milliseconds. */
  readonly exitedAtMs: number;
  /** When it was last to be started, milliseconds. */
  readonly startedAtMs: number;
  /** What that start said: so long the next one waits. 0: no start is known. */
  readonly backOffMs: number;
  /** It may not be started yet: a back-off, or an image that couldn’t be pulled. The kubelet asks again when that is over. */
  readonly mustWait: boolean;
  /** It runs, and its definition in the Pod is another one by now. */
  readonly changed: boolean;
  /** It runs, and its liveness or startup probe has failed. */
  readonly failedProbe: boolean;
}

/** An init container: what comes after it waits for it. */
export interface InitContainerOnNode extends ContainerOnNode {
  /** What comes after it may be started. */
  readonly done: boolean;
}

/** A Pod of a node, as its kubelet knows it. */
export interface PodOnNode {
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number;
  /** It is being deleted, or its deadline is over. */
  readonly ending: boolean;
  /** In the order of the spec. */
  readonly initContainers: readonly InitContainerOnNode[];
  readonly containers: readonly ContainerOnNode[];
}

/** One thing to do for a Pod. */
export type PodAction =
  /** Starts this one now. Should it end, its next start waits for `backOffMs`. */
  | { readonly do: 'start'; readonly container: string; readonly backOffMs: number }
  /** Starts this one at that time at the earliest: until then it must wait. */
  | { readonly do: 'backOff'; readonly container: string; readonly untilMs: number }
  /** Ends this one. */
  | { readonly do: 'stop'; readonly container: string }
  /** Ends all that run, for good: the Pod is over. */
  | { readonly do: 'stopPod' }
  | { readonly do: 'wait' };

const firstBackOffMs = 10_000;
const longestBackOffMs = 300_000;
/** What has run for longer than this begins with no back-off again. */
const forgivenAfterMs = 600_000;

const wait: PodAction = { do: 'wait' };

/** Pure. One action; it is called again when that is done, or something has changed. */
export function syncPod({ nowMs, ending, initContainers, containers }: PodOnNode): PodAction {
  if (ending || containers.every(isOver)) return { do: 'stopPod' };
  const all = [...initContainers, ...containers];
  const bad = all.find(({ changed, failedProbe }) => changed || failedProbe);
  if (bad !== undefined) return { do: 'stop', container: bad.name };
  // One after another.
  if (all.some(({ state }) => state === 'starting')) return wait;
  const init = initContainers.find(({ done }) => !done);
  if (init !== undefined && isOver(init)) return { do: 'stopPod' };
  const next = init === undefined ? containers.find(mayStart) : [init].find(mayStart);
  return next === undefined ? wait : begin(next, nowMs);
}

function isOver({ state, restartPolicy, exitCode }: ContainerOnNode): boolean {
  if (state !== 'exited' || restartPolicy === 'Always') return false;
  return restartPolicy === 'Never' || exitCode === 0;
}

function mayStart(container: ContainerOnNode): boolean {
  const { state, mustWait } = container;
  return (state === 'new' || state === 'exited') && !mustWait && !isOver(container);
}

/** Now, or when its back-off is over. */
function begin({ name, state, exitedAtMs, startedAtMs, backOffMs }: ContainerOnNode, nowMs: number): PodAction {
  if (state === 'new') return { do: 'start', container: name, backOffMs: 0 };
  const waitMs = exitedAtMs - startedAtMs > forgivenAfterMs ? 0 : backOffMs;
  const untilMs = exitedAtMs + waitMs;
  if (untilMs > nowMs) return { do: 'backOff', container: name, untilMs };
  return { do: 'start', container: name, backOffMs: waitMs === 0 ? firstBackOffMs : Math.min(2 * waitMs, longestBackOffMs) };
}
