/** The fields of Kubernetes objects that drawings look at, and how to tell the kinds apart. */
import type { KubeObject } from '../engine/index.ts';

export type ContainerStatusFields = {
  readonly ready?: boolean;
  readonly restartCount?: number;
  readonly state?: {
    readonly waiting?: { readonly reason?: string };
    readonly running?: object;
    readonly terminated?: { readonly reason?: string; readonly exitCode?: number };
  };
};

export type PodFields = KubeObject & {
  readonly spec?: {
    readonly nodeName?: string;
    readonly containers?: readonly { readonly resources?: { readonly requests?: Readonly<Record<string, string>> } }[];
  };
  readonly status?: {
    readonly phase?: string;
    readonly reason?: string;
    readonly conditions?: readonly Condition[];
    readonly containerStatuses?: readonly ContainerStatusFields[];
  };
};

export type Condition = { readonly type: string; readonly status: string; readonly reason?: string };

export type NodeFields = KubeObject & {
  readonly spec?: { readonly unschedulable?: boolean };
  readonly status?: {
    readonly conditions?: readonly Condition[];
    readonly allocatable?: Readonly<Record<string, string>>;
  };
};

export type SetFields = KubeObject & {
  readonly spec?: {
    readonly replicas?: number;
    readonly completions?: number;
    readonly parallelism?: number;
    readonly suspend?: boolean;
  };
  readonly status?: {
    readonly desiredNumberScheduled?: number;
    readonly succeeded?: number;
    readonly conditions?: readonly Condition[];
  };
};

/** Both core/v1 and events.k8s.io, as stored. */
export type EventFields = KubeObject & {
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly note?: string;
  readonly count?: number;
  readonly series?: { readonly count?: number };
  readonly involvedObject?: { readonly kind?: string; readonly name?: string };
  readonly regarding?: { readonly kind?: string; readonly name?: string };
};

export const isPod = (object: KubeObject): object is PodFields => object.kind === 'Pod';
export const isNode = (object: KubeObject): object is NodeFields => object.kind === 'Node';
/** What makes Pods, as many as it or its status says. */
const setKinds: ReadonlySet<string> = new Set(['ReplicaSet', 'DaemonSet', 'StatefulSet', 'Job']);

export const isSet = (object: KubeObject): object is SetFields => setKinds.has(object.kind);
export const isEvent = (object: KubeObject): object is EventFields => object.kind === 'Event';

/** A ConfigMap that says what is wanted and what is, in numbers: a room. */
export function desiredStateOf(
  object: KubeObject,
): { readonly wanted: number; readonly actual: number; readonly says: Readonly<Record<string, string>> } | undefined {
  if (object.kind !== 'ConfigMap' || !('data' in object)) return undefined;
  const { data } = object;
  if (typeof data !== 'object' || data === null || !('wanted' in data) || !('actual' in data)) return undefined;
  const [wanted, actual] = [Number(data.wanted), Number(data.actual)];
  if (!Number.isFinite(wanted) || !Number.isFinite(actual)) return undefined;
  const says = Object.entries(data).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  return { wanted, actual, says: Object.fromEntries(says) };
}

/** What the store holds, when it is an object of the API. */
export function isKubeObject(value: unknown): value is KubeObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    typeof value.kind === 'string' &&
    'metadata' in value
  );
}
