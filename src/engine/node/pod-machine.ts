/**
 * The life of one pod on its node as a state machine: events in, the new state and its effects out (upstream pod_workers.go).
 * What runs is known to the container runtime alone, so a step also reads that, through `PodFacts`. It does nothing itself.
 */
import type { PodAction } from '../sdk/index.ts';

export type PodState =
  /**
   * Containers are brought to what the spec says. `idle`: nothing is under way. `sandbox`: the pod's network and volumes are being
   * set up. `starting`: a container is being started.
   */
  | { readonly name: 'syncing'; readonly activity: 'idle' | 'sandbox' | 'starting' }
  /** Containers are being ended. `deleted`: the API server no longer has the pod. */
  | { readonly name: 'stopping'; readonly deleted: boolean }
  /** Nothing runs and nothing will; the API server still has the pod. */
  | { readonly name: 'over' }
  /** Nothing runs, and the API server no longer has the pod. */
  | { readonly name: 'removed' }
  /** The kubelet has stopped; containers go on without it. */
  | { readonly name: 'abandoned' };

export type PodEvent =
  /** Something may have to be done: a timer has run out, a back-off is over. */
  | { readonly type: 'sync' }
  /** The pod's network is set up. */
  | { readonly type: 'networkReady' }
  /** Its volumes hold what they must. */
  | { readonly type: 'volumesReady' }
  /** A container was started. `changed`: its definition has changed meanwhile. */
  | { readonly type: 'started'; readonly container: string; readonly running: boolean; readonly changed: boolean }
  /** A container can't be started for now. */
  | { readonly type: 'blocked'; readonly container: string; readonly changed: boolean; readonly forMs: number }
  | { readonly type: 'containerEnded' }
  /** A probe has changed whether a container is started or ready. */
  | { readonly type: 'probed' }
  /** A probe has failed that a container must not survive. */
  | { readonly type: 'probeFailed' }
  /** The spec has a new ephemeral container. */
  | { readonly type: 'containerAdded' }
  /** The spec has another image for a container. */
  | { readonly type: 'containerChanged'; readonly container: string }
  /** Others may have changed the conditions that the pod's readiness depends on. */
  | { readonly type: 'gatesSeen' }
  /** The pod is to be deleted, or sooner than it was. */
  | { readonly type: 'deletionRequested' }
  /** The spec has another deadline. */
  | { readonly type: 'deadlineChanged' }
  /** It has been active for longer than its spec allows. */
  | { readonly type: 'deadlineExceeded' }
  /** The node is short of something, or makes room for another pod, and ends it. */
  | { readonly type: 'evicted' }
  /** The API server no longer has the pod. */
  | { readonly type: 'gone' }
  /** The kubelet stops. */
  | { readonly type: 'kubeletStopped' };

export type PodEffect =
  /** Sets up the network; `networkReady` follows later. */
  | { readonly type: 'setUpNetwork' }
  /** Creates the sandbox and fills its volumes; `volumesReady` follows, at once or later. */
  | { readonly type: 'createSandbox' }
  /** Takes over a sandbox that an earlier kubelet has made, and probes what runs in it. */
  | { readonly type: 'adoptSandbox' }
  /** `started` or `blocked` follows later. */
  | { readonly type: 'startContainer'; readonly container: string; readonly backOffMs: number }
  /** Shows that the container backs off; at that time `sync` follows. */
  | { readonly type: 'backOff'; readonly container: string; readonly untilMs: number }
  | { readonly type: 'startProbes'; readonly container: string }
  /** No container start for so long; then `sync`. */
  | { readonly type: 'delayStart'; readonly container: string; readonly forMs: number }
  /** The container's next start waits for no back-off. */
  | { readonly type: 'forgetBackOff'; readonly container: string }
  /** Ends a container that is to be started again. */
  | { readonly type: 'stopContainer'; readonly container: string }
  /** Begins to end all containers; sidecars wait for their turn. `again`: they are being ended already. */
  | { readonly type: 'stopContainers'; readonly again: boolean }
  /** The sidecar that waits for its turn to end has it. */
  | { readonly type: 'giveTurn'; readonly container: string }
  /** Writes the pod's status as it is now. */
  | { readonly type: 'report' }
  /** Writes that the node refused the pod. */
  | { readonly type: 'reportRefusal' }
  /** `sync` follows at once. */
  | { readonly type: 'sync' }
  /** `sync` follows later, unless it is to follow anyway. */
  | { readonly type: 'syncAfter'; readonly delayMs: number }
  | { readonly type: 'armDeadline' }
  /** The pod uses nothing of the node any more. */
  | { readonly type: 'release' }
  /** Deletes the pod from the API once its status is written. */
  | { readonly type: 'deletePod' }
  | { readonly type: 'stopWriting' }
  /** Removes the sandbox, and what is remembered of its containers. */
  | { readonly type: 'removeSandbox' }
  /** Cancels every timer. */
  | { readonly type: 'stopTimers' };

/** What a step reads of the pod and of the container runtime. */
export interface PodFacts {
  readonly hasSandbox: () => boolean;
  readonly hasVolumes: () => boolean;
  /** Its metadata has a deletion timestamp. */
  readonly isDeleting: () => boolean;
  /** What `syncPod` says. */
  readonly decide: () => PodAction;
  /** An ephemeral container that is still to be started. */
  readonly newEphemeral: () => string | undefined;
  readonly mainRuns: () => boolean;
  /** The last sidecar, or else init container, that runs. `isTurn`: it waits for nothing any more. */
  readonly lastSidecar: () => { readonly container: string; readonly isTurn: boolean } | undefined;
}

type Stopping = Extract<PodState, { name: 'stopping' }>;

export interface PodStep {
  readonly state: PodState;
  readonly effects: readonly PodEffect[];
}

/** How soon the worker syncs after a container has ended; until then its end itself is shown. */
const relistMs = 100;

export const idle: PodState = { name: 'syncing', activity: 'idle' };
const sandbox: PodState = { name: 'syncing', activity: 'sandbox' };
const starting: PodState = { name: 'syncing', activity: 'starting' };
const stopping: PodState = { name: 'stopping', deleted: false };
const deleted: PodState = { name: 'stopping', deleted: true };
const over: PodState = { name: 'over' };
const removed: PodState = { name: 'removed' };
const abandoned: PodState = { name: 'abandoned' };

const report: PodEffect = { type: 'report' };
const sync: PodEffect = { type: 'sync' };

/** Begins to work for a pod. `refused`: the node can't take it. `finished`: its containers had ended before. */
export function startPod(facts: PodFacts, first: { readonly refused: boolean; readonly finished: boolean }): PodStep {
  if (first.refused || (first.finished && !facts.hasSandbox())) {
    const refusal: readonly PodEffect[] = first.refused ? [{ type: 'reportRefusal' }] : [];
    const end = facts.isDeleting() ? finish(facts) : [];
    return { state: over, effects: [{ type: 'release' }, ...refusal, ...end] };
  }
  const adopted: readonly PodEffect[] = facts.hasSandbox() ? [{ type: 'adoptSandbox' }] : [];
  // What has an end keeps it, whatever its containers would do otherwise (upstream pod_workers.go UpdatePod).
  if (facts.isDeleting() || first.finished) return { state: stopping, effects: [...adopted, ...stopAll(false)] };
  const shown = facts.hasSandbox() ? [] : [report];
  return { state: idle, effects: [...adopted, { type: 'armDeadline' }, ...shown, sync] };
}

/** One step. An event that means nothing in this state changes nothing. */
export function stepPod(state: PodState, event: PodEvent, facts: PodFacts): PodStep {
  if (event.type === 'kubeletStopped') return { state: abandoned, effects: [{ type: 'stopTimers' }] };
  switch (state.name) {
    case 'syncing':
      return stepSyncing(state.activity, event, facts);
    case 'stopping':
      return stepStopping(state, event, facts);
    case 'over':
      return stepOver(event, facts);
    case 'removed':
    case 'abandoned':
      return { state, effects: [] };
  }
}

function stepSyncing(activity: 'idle' | 'sandbox' | 'starting', event: PodEvent, facts: PodFacts): PodStep {
  switch (activity) {
    case 'idle':
      return stepIdle(event, facts);
    case 'sandbox':
      return stepSandbox(event, facts);
    case 'starting':
      return stepStarting(event, facts);
  }
}

function stepIdle(event: PodEvent, facts: PodFacts): PodStep {
  switch (event.type) {
    case 'sync':
    case 'containerAdded':
      return syncPod(facts);
    case 'containerEnded':
      return { state: idle, effects: [report, { type: 'syncAfter', delayMs: relistMs }] };
    case 'probed':
      return { state: idle, effects: [report, sync] };
    case 'containerChanged':
      return { state: idle, effects: restart(event.container) };
    case 'gatesSeen':
      return { state: idle, effects: [report] };
    default:
      return stepEnd(idle, event, facts);
  }
}

/** While the network and the volumes are set up, nothing else is begun. */
function stepSandbox(event: PodEvent, facts: PodFacts): PodStep {
  const create: PodEffect = { type: 'createSandbox' };
  switch (event.type) {
    case 'networkReady':
      return { state: sandbox, effects: facts.hasVolumes() ? [create, report] : [create] };
    case 'volumesReady':
      return syncPod(facts);
    default:
      return stepEnd(sandbox, event, facts);
  }
}

/** While a container is started, no other is. */
function stepStarting(event: PodEvent, facts: PodFacts): PodStep {
  switch (event.type) {
    case 'started':
      return { state: idle, effects: afterStart(event) };
    case 'blocked': {
      const { container, changed, forMs } = event;
      if (changed) return { state: idle, effects: restart(container) };
      return { state: idle, effects: [{ type: 'delayStart', container, forMs }, report, sync] };
    }
    case 'containerEnded':
      return { state: starting, effects: [{ type: 'syncAfter', delayMs: relistMs }] };
    case 'containerChanged': {
      const { state, effects } = stopByDecision(starting, facts);
      return { state, effects: [{ type: 'forgetBackOff', container: event.container }, ...effects] };
    }
    default:
      return stepEnd(starting, event, facts);
  }
}

/** What means the same in every activity: above all, what ends the pod. */
function stepEnd(state: PodState, event: PodEvent, facts: PodFacts): PodStep {
  switch (event.type) {
    case 'deadlineChanged':
      return { state, effects: [{ type: 'armDeadline' }] };
    case 'probeFailed':
    case 'deletionRequested':
    case 'deadlineExceeded':
    case 'evicted':
      return stopByDecision(state, facts);
    case 'gone':
      return { state: deleted, effects: [{ type: 'stopWriting' }, ...stopAll(false)] };
    default:
      return { state, effects: [] };
  }
}

function stepStopping(state: Stopping, event: PodEvent, facts: PodFacts): PodStep {
  switch (event.type) {
    case 'sync':
      return continueStopping(state, facts);
    case 'containerEnded':
      return { state, effects: [{ type: 'syncAfter', delayMs: 0 }] };
    default:
      return state.deleted ? { state, effects: [] } : stepStoppingInApi(event);
  }
}

/** While its containers end, the API server's pod may still change. */
function stepStoppingInApi(event: PodEvent): PodStep {
  switch (event.type) {
    case 'gatesSeen':
    case 'probed':
      return { state: stopping, effects: [report] };
    case 'deletionRequested':
    case 'evicted':
      return { state: stopping, effects: stopAll(true) };
    case 'gone':
      return { state: deleted, effects: [{ type: 'stopWriting' }, ...stopAll(true)] };
    default:
      return { state: stopping, effects: [] };
  }
}

function stepOver(event: PodEvent, facts: PodFacts): PodStep {
  switch (event.type) {
    case 'gatesSeen':
      return { state: over, effects: [report] };
    case 'deletionRequested':
      return { state: over, effects: finish(facts) };
    case 'gone':
      return { state: removed, effects: [{ type: 'stopWriting' }, { type: 'removeSandbox' }] };
    default:
      return { state: over, effects: [] };
  }
}

/** Starts what is missing, one thing at a time. */
function syncPod(facts: PodFacts): PodStep {
  if (!facts.hasSandbox()) return { state: sandbox, effects: [{ type: 'setUpNetwork' }] };
  // Ephemeral containers come first.
  const ephemeral = facts.newEphemeral();
  if (ephemeral !== undefined) return start(ephemeral, 0);
  const action = facts.decide();
  switch (action.do) {
    case 'start':
      return start(action.container, action.backOffMs);
    case 'backOff':
      return { state: idle, effects: [{ type: 'backOff', container: action.container, untilMs: action.untilMs }, report, sync] };
    case 'wait':
      return { state: idle, effects: [report] };
    default:
      return stop(idle, action);
  }
}

function start(container: string, backOffMs: number): PodStep {
  return { state: starting, effects: [{ type: 'startContainer', container, backOffMs }] };
}

function stop(state: PodState, action: Extract<PodAction, { do: 'stop' | 'stopPod' }>): PodStep {
  if (action.do === 'stopPod') return { state: stopping, effects: stopAll(false) };
  return { state, effects: [{ type: 'stopContainer', container: action.container }] };
}

/** What is under way goes on, unless something has to end. */
function stopByDecision(state: PodState, facts: PodFacts): PodStep {
  const action = facts.decide();
  return action.do === 'stop' || action.do === 'stopPod' ? stop(state, action) : { state, effects: [] };
}

function afterStart(event: Extract<PodEvent, { type: 'started' }>): readonly PodEffect[] {
  const { container, running, changed } = event;
  const first: PodEffect = running ? { type: 'startProbes', container } : report;
  if (changed) return [first, ...restart(container)];
  return [first, running ? sync : { type: 'syncAfter', delayMs: relistMs }];
}

/** The container has another image: the old one ends, the new one starts without a back-off. */
function restart(container: string): readonly PodEffect[] {
  return [{ type: 'forgetBackOff', container }, sync];
}

function stopAll(again: boolean): readonly PodEffect[] {
  return [{ type: 'stopContainers', again }, sync];
}

/** Main containers end together, then sidecars in reverse order. */
function continueStopping(state: Stopping, facts: PodFacts): PodStep {
  if (facts.mainRuns()) return { state, effects: [] };
  const last = facts.lastSidecar();
  if (last !== undefined) {
    return { state, effects: last.isTurn ? [] : [{ type: 'giveTurn', container: last.container }] };
  }
  if (state.deleted) return { state: removed, effects: [{ type: 'release' }, { type: 'removeSandbox' }] };
  return { state: over, effects: [{ type: 'release' }, ...finish(facts)] };
}

/** Writes how the pod ended; then, if it is to be deleted, deletes it. */
function finish(facts: PodFacts): readonly PodEffect[] {
  return facts.isDeleting() ? [report, { type: 'deletePod' }] : [report];
}
