/**
 * What the drawings are given: plain JSON, computed next to the cluster and sent to the page.
 * Nothing here knows the engine, and nothing in a drawing asks for more than this.
 *
 * All times are virtual and in milliseconds; `…Ms` fields that aren't durations count from the start of the session.
 * Lists are in the order they are drawn.
 */

/** How a Pod is drawn. `missing` is a Pod that is wanted and doesn't exist: an empty socket. */
export type PodState =
  | 'missing'
  | 'pending'
  | 'starting'
  | 'not-ready'
  | 'running'
  | 'terminating'
  | 'crash-loop'
  | 'failed'
  | 'succeeded'
  | 'unknown';

export interface PodView {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  /** What stands under the socket: the name without its owner's prefix ("7k2xq"). */
  readonly shortName: string;
  /** The controlling owner's name; absent if the Pod has no owner. */
  readonly owner?: string;
  /** The node the Pod is bound to; absent until it is. */
  readonly node?: string;
  readonly state: PodState;
  /** The state in words: "Running", "Terminating, 5 s left", "CrashLoopBackOff, 5 restarts". */
  readonly label: string;
  readonly ready: boolean;
  readonly restarts: number;
  /** When this state began. */
  readonly sinceMs: number;
}

/** Something that wants a number of Pods. */
export interface SetView {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly wants: number;
  readonly ready: number;
  /** How far the actual state is from the desired state, as far as a component works on it: `wants − ready − broken`, never negative. */
  readonly gap: number;
  /** The Pods that fill a socket, at most `wants` of them. The drawing adds empty sockets up to `wants`. */
  readonly pods: readonly PodView[];
}

export interface NodeView {
  readonly name: string;
  readonly ready: boolean;
  /** The Ready condition's reason ("KubeletReady", "NodeStatusUnknown"). */
  readonly reason: string;
  /** When `ready` last changed. */
  readonly sinceMs: number;
  /** Since the last heartbeat; −1 if there was none yet. */
  readonly heartbeatAgoMs: number;
  readonly cpuAllocatableMilli: number;
  readonly cpuRequestedMilli: number;
  readonly unschedulable: boolean;
  readonly pods: readonly PodView[];
}

/** A value that holds from `t` until the next point. */
export interface ChartPoint {
  readonly t: number;
  readonly wants: number;
  readonly ready: number;
}

export interface ChartView {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  /** When its desired state was last changed from outside, by a command or an edit; absent if it never was. */
  readonly askedMs?: number;
  /** What is, is something measured (a room's temperature) rather than Pods that are ready. */
  readonly measured?: true;
  /** Of what is measured: what else is written of it, such as its heater, in the order written. */
  readonly says?: Readonly<Record<string, string>>;
  readonly points: readonly ChartPoint[];
}

export interface EventView {
  /** When it was last seen. */
  readonly t: number;
  readonly type: string;
  readonly reason: string;
  /** "pod/web-7k2xq" */
  readonly object: string;
  readonly message: string;
  readonly count: number;
  /** That wrote it last. */
  readonly revision?: number;
}

/** One revision on the scrubber. `you`: caused by a command or an edit; `lease`: a heartbeat. */
export interface TickView {
  readonly t: number;
  readonly revision: number;
  readonly kind: 'you' | 'pod' | 'lease' | 'other';
  /** Of yours: "apply", at the first revision of a command. */
  readonly words?: string;
}

/** A stretch of time in which something was made to go wrong. */
export interface FaultView {
  readonly from: number;
  readonly to: number;
  /** "slow disk, node-2" */
  readonly label: string;
}

/** A member of etcd. What isn't known of it is absent, and not drawn. */
export interface MemberView {
  readonly name: string;
  readonly role: 'leader' | 'follower' | 'candidate' | 'learner' | 'down';
  readonly term?: number;
  /** The last entry of its log, the last one known to be committed, the last one applied. */
  readonly lastIndex?: number;
  readonly commitIndex?: number;
  readonly appliedIndex?: number;
  /** Bytes of its file. */
  readonly dbSize?: number;
  /** Whether it hears a leader, or is one. */
  readonly reachable: boolean;
}

/** A message between members, as it was sent. */
export interface MessageView {
  readonly t: number;
  readonly from: string;
  readonly to: string;
  /** "append, entries 318–320", "vote for term 3" */
  readonly words: string;
}

/** What the view says of etcd itself; its keys are read by an inspection. */
export interface EtcdView {
  readonly members: readonly MemberView[];
  /** The last ones, oldest first; absent where no messages are sent. */
  readonly messages?: readonly MessageView[];
}

/** A key of etcd at one revision. */
export interface KeyView {
  readonly key: string;
  readonly createRevision: number;
  readonly modRevision: number;
  readonly version: number;
  /** Bytes of the value. */
  readonly size: number;
  readonly lease?: number;
}

export interface KeySpaceView {
  /** As of this revision. */
  readonly revision: number;
  /** etcd itself has forgotten what was before; the session remembers. */
  readonly compactRevision: number;
  readonly prefix: string;
  /** Keys with the prefix; the first of them are in `keys`. */
  readonly total: number;
  readonly keys: readonly KeyView[];
}

/** A field that differs: values as one-line text, '' for absent. */
export interface FieldView {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** One revision of a key. */
export interface KeyChangeView {
  readonly t: number;
  readonly revision: number;
  /** 0 for a deletion. */
  readonly version: number;
  readonly change: 'created' | 'changed' | 'deleted';
  /** What is different from the revision before. */
  readonly fields: readonly FieldView[];
}

export interface KeyHistoryView {
  readonly key: string;
  /** Newest first. */
  readonly changes: readonly KeyChangeView[];
  /** Older ones that aren't in the list. */
  readonly omitted: number;
}

/** One of the ways the session has gone: the lesson's own, or a fork of it. */
export interface BranchView {
  readonly id: string;
  /** "main", "fork 1" */
  readonly name: string;
  /** Where it left another. */
  readonly from?: { readonly name: string; readonly t: number; readonly revision: number };
  /** Why that isn't the requested moment, as a sentence. */
  readonly words?: string;
}

/** An object that isn't the same in two worlds. */
export interface DifferenceView {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly where: 'only-a' | 'only-b' | 'changed';
  /** Of a changed one: `from` in A, `to` in B. */
  readonly fields: readonly FieldView[];
}

export interface ComparisonView {
  readonly differences: readonly DifferenceView[];
  /** How many objects are the same in both. */
  readonly same: number;
  /** Differences that aren't in the list. */
  readonly omitted: number;
}

/** A whole cluster at one virtual instant. */
export interface ClusterView {
  /** Since the session's start. */
  readonly timeMs: number;
  readonly revision: number;
  /** Nothing is due but heartbeats: the clock may jump without anything changing. */
  readonly quiet: boolean;
  readonly running: boolean;
  /** Virtual seconds a real second. */
  readonly speed: number;
  readonly seed: number;
  readonly sets: readonly SetView[];
  /** Pods that no set wants: made by hand, on their way out, or too many. */
  readonly loose: readonly PodView[];
  readonly nodes: readonly NodeView[];
  readonly charts: readonly ChartView[];
  readonly events: readonly EventView[];
  /** How many there are, where not all of them are in the list. */
  readonly eventsInAll?: number;
  readonly ticks: readonly TickView[];
  readonly faults: readonly FaultView[];
  readonly etcd?: EtcdView;
}
