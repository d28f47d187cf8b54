/**
 * Static pods: a kubelet runs what the manifests of its node say, with an API server or without one. Where there is one it gets a mirror of
 * each, for people to see. A mirror that goes is made anew; a manifest that goes ends its pod.
 * (upstream pkg/kubelet/config/file.go and common.go, pkg/kubelet/pod/mirror_client.go)
 */
import { formatTime, hash32, mirrorPodAnnotation, type Node, Pod } from '../sdk/index.ts';
import type { Manifests } from './manifests.ts';
import { createMirrorWriter, type MirrorWriter } from './mirror-writer.ts';
import type { NodeContext } from './node-context.ts';
import { deletePod } from './pod-end.ts';
import type { StatusWriter } from './status-writer.ts';

export interface StaticPodsOptions {
  readonly context: NodeContext;
  readonly manifests: Manifests;
  /** The node as the API server has it, once it is registered. */
  node(): Node | undefined;
  /** Begins to work for the pod. */
  take(pod: Pod, writer: StatusWriter): void;
  /** Ends it. */
  leave(pod: Pod): void;
}

export interface StaticPods {
  /** The API server has this mirror. */
  seen(mirror: Pod): void;
  gone(mirror: Pod): void;
  /** All mirrors that there are have been seen. */
  synced(): void;
  /** Nothing of this pod runs any more. */
  released(uid: string): void;
  stop(): void;
}

interface StaticPod {
  readonly pod: Pod;
  readonly writer: MirrorWriter;
  /** As the API server has it; `asked`: that is to make one. */
  mirror: Pod | 'none' | 'asked';
}

interface Memory extends StaticPodsOptions {
  /** By `default/web-node-1`. */
  readonly pods: Map<string, StaticPod>;
  /** Those that still end, by uid. Another of the same name waits for them. */
  readonly ending: Map<string, string>;
  isSynced: boolean;
  isStopped: boolean;
}

const prefix = 'kubernetes.io/config.';
/** How soon a mirror that was refused is tried again (the back-off of a pod's worker). */
const retryMs = 10_000;

/** Runs what the manifests say, from now on. */
export function createStaticPods(options: StaticPodsOptions): StaticPods {
  const memory: Memory = { ...options, pods: new Map(), ending: new Map(), isSynced: false, isStopped: false };
  const { manifests, pods } = memory;
  manifests.onChange = () => readManifests(memory);
  readManifests(memory);
  return {
    seen: (mirror) => seen(memory, mirror),
    gone(mirror) {
      const found = pods.get(keyOf(mirror));
      if (found === undefined) return;
      found.mirror = 'none';
      found.writer.mirrored(undefined);
      makeMirror(memory, found);
    },
    synced() {
      memory.isSynced = true;
      for (const each of pods.values()) makeMirror(memory, each);
    },
    released(uid) {
      if (memory.ending.delete(uid)) readManifests(memory);
    },
    stop() {
      memory.isStopped = true;
      manifests.onChange = undefined;
    },
  };
}

/** Ends what no manifest says any more, and begins what is new. */
function readManifests(memory: Memory): void {
  const { manifests, pods, ending } = memory;
  const desired = new Map<string, Pod>();
  for (const [file, text] of manifests.files) {
    const pod = readPod(memory, file, text);
    if (pod !== undefined) desired.set(keyOf(pod), pod);
  }
  for (const [key, found] of pods) if (desired.get(key)?.metadata.uid !== found.pod.metadata.uid) end(memory, key, found);
  for (const [key, pod] of desired) if (!pods.has(key) && ![...ending.values()].includes(key)) begin(memory, key, pod);
}

function begin(memory: Memory, key: string, pod: Pod): void {
  const begun: StaticPod = { pod, writer: createMirrorWriter(memory.context), mirror: 'none' };
  memory.pods.set(key, begun);
  memory.take(pod, begun.writer);
  makeMirror(memory, begun);
}

function end({ pods, ending, context, leave }: Memory, key: string, { pod, mirror }: StaticPod): void {
  pods.delete(key);
  const { uid } = pod.metadata;
  if (context.runtime.pod(uid) !== undefined) ending.set(uid, key);
  leave(pod);
  if (typeof mirror === 'object') remove(context, mirror);
}

/** Of what a manifest says; undefined where it says no pod. */
function readPod({ context }: Memory, file: string, text: string): Pod | undefined {
  const { nodeName, clock } = context;
  const pod = parse(text);
  if (!isPod(pod)) return undefined;
  const uid = [0, 1, 2, 3].map((part) => hash32(`${part}/${nodeName}/${file}/${text}`).toString(16).padStart(8, '0')).join('');
  const { name, namespace = 'default', labels, annotations } = pod.metadata;
  return {
    ...pod,
    metadata: {
      name: `${name}-${nodeName}`,
      namespace,
      uid,
      resourceVersion: '',
      creationTimestamp: formatTime(clock.now()),
      ...(labels !== undefined && { labels }),
      annotations: { ...annotations, [`${prefix}hash`]: uid, [`${prefix}seen`]: formatTime(clock.now()), [`${prefix}source`]: 'file' },
    },
    spec: { ...pod.spec, nodeName, tolerations: [...(pod.spec.tolerations ?? []), { effect: 'NoExecute', operator: 'Exists' }] },
    status: { phase: 'Pending' },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isPod(value: unknown): value is Pod {
  if (!isRecord(value)) return false;
  const { kind, metadata, spec } = value;
  return kind === 'Pod' && isRecord(metadata) && typeof metadata['name'] === 'string' && isRecord(spec) && Array.isArray(spec['containers']);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** The API server has this mirror: it is one of ours, or it has to go. */
function seen(memory: Memory, mirror: Pod): void {
  const found = memory.pods.get(keyOf(mirror));
  const isOurs = mirror.metadata.annotations?.[mirrorPodAnnotation] === found?.pod.metadata.uid;
  if (found === undefined || !isOurs || mirror.metadata.deletionTimestamp !== undefined) {
    remove(memory.context, mirror);
    return;
  }
  found.mirror = mirror;
  found.writer.mirrored(mirror);
}

function makeMirror(memory: Memory, made: StaticPod): void {
  const { context, isSynced, isStopped, pods } = memory;
  const node = memory.node();
  const { pod } = made;
  if (!isSynced || isStopped || node === undefined || made.mirror !== 'none' || pods.get(keyOf(pod)) !== made) return;
  made.mirror = 'asked';
  const { uid, name, namespace = 'default', labels } = pod.metadata;
  const owner = { apiVersion: 'v1', kind: 'Node', name: node.metadata.name, uid: node.metadata.uid, controller: true };
  const annotations = { ...pod.metadata.annotations, [mirrorPodAnnotation]: uid };
  const described = { name, namespace, annotations, ownerReferences: [owner], ...(labels !== undefined && { labels }) };
  context
    .client(context.cause())
    .create(Pod, { metadata: described, spec: pod.spec })
    .catch(() => {
      if (made.mirror === 'asked') made.mirror = 'none';
      context.clock.after(retryMs, () => makeMirror(memory, made), { background: true });
    });
}

function remove(context: NodeContext, mirror: Pod): void {
  deletePod(context, mirror, context.cause(), () => remove(context, mirror));
}

const keyOf = ({ metadata }: Pod): string => `${metadata.namespace ?? ''}/${metadata.name}`;
