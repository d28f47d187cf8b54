/** Short ways to make nodes and pods for the scheduler's tests. */
import type { KubeObject, Node, Pod, PodInfo, PodSpec, SchedulingTools } from '../../sdk/index.ts';
import { createIndexer } from '../../sdk/internal.ts';
import { createSchedulerCache, type SchedulerCache } from '../cache.ts';
import { podInfoOf } from '../pod-info.ts';
import { toolsOver } from '../tools.ts';

export interface NodeShape {
  readonly cpu?: string;
  readonly memory?: string;
  readonly pods?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly spec?: Node['spec'];
}

export function makeNode(
  name: string,
  { cpu = '4', memory = '8Gi', pods = '110', labels, spec = {} }: NodeShape,
): Node {
  const metadata = { name, uid: name, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: labels === undefined ? metadata : { ...metadata, labels },
    spec,
    status: { allocatable: { cpu, memory, pods } },
  };
}

/** A pod with one container that asks for this. */
export function makePod(
  name: string,
  requests: Readonly<Record<string, string>> = {},
  spec: Partial<PodSpec> = {},
): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'default',
      uid: name,
      resourceVersion: '1',
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
    spec: { containers: [{ name: 'c', resources: { requests } }], ...spec },
    status: {},
  };
}

export function makeInfo(name: string, requests?: Readonly<Record<string, string>>, spec?: Partial<PodSpec>): PodInfo {
  return podInfoOf(makePod(name, requests, spec));
}

/** A cache with these nodes; `used` puts one pod on a node that asks for so much. */
export function makeCache(
  nodes: Readonly<Record<string, NodeShape>>,
  used: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
): SchedulerCache {
  const cache = createSchedulerCache();
  for (const [name, shape] of Object.entries(nodes)) cache.setNode(makeNode(name, shape));
  for (const [name, requests] of Object.entries(used)) cache.setPod(makeInfo(`on-${name}`, requests), name);
  return cache;
}

/** What plugins may look at: this cache's nodes, and these objects of other kinds. */
export function makeTools(cache: SchedulerCache, objects: readonly KubeObject[] = []): SchedulingTools {
  return toolsOver(cache, (kind) => {
    const { put, ...lister } = createIndexer<KubeObject>();
    for (const object of objects) if (object.kind === kind.kind) put(object);
    return lister;
  });
}
