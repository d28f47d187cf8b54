/** A real cluster of one node (4 cpu, 8Gi) without controllers: pods are bound by hand. */
import { Event, Pod } from '../../api/index.ts';
import type { Cluster } from '../../cluster/types.ts';
import { isTrue, type Json, type PodSpec } from '../../sdk/index.ts';
import { createCluster } from '../../index.ts';
import { unix } from '../../../posix/index.ts';

export interface OneNode {
  readonly cluster: Cluster;
  /** Makes a pod that is bound to the node, and waits until nothing is to be done at once. */
  create(name: string, spec: PodSpec): Promise<void>;
  /** A strategic merge patch of the pod, or of a part of it. */
  patch(name: string, patch: Json, subresource?: 'status' | 'resize'): Promise<void>;
  remove(name: string, graceSeconds?: number): Promise<void>;
  waitMs(ms: number): Promise<void>;
  quiet(): Promise<void>;
  pod(name: string): Pod;
  exists(name: string): boolean;
  ready(name: string): boolean;
  /** `Normal Started: Started container c`, oldest first. */
  events(name: string): string[];
  /** Seconds between the starts of its containers. */
  startGaps(pod: string): number[];
  log(pod: string, container: string, query?: Readonly<Record<string, string>>): Promise<Json | undefined>;
}

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** One container that runs a shell script. */
export function script(text: string, more: Partial<PodSpec['containers'][number]> = {}): PodSpec['containers'][number] {
  return { name: 'c', image: 'busybox:1.36', command: ['sh', '-c', text], ...more };
}

/** Boots the cluster and waits until its node is ready. `withoutControllers`: the scheduler is one. */
export async function oneNode(seed: number | string = 1, withoutControllers: readonly string[] = ['*']): Promise<OneNode> {
  const cluster = createCluster({ unix, seed, nodes: 1, withoutControllers, settle });
  const quiet = async () => void (await cluster.run({ quiet: true }));
  const waitMs = async (ms: number) => void (await cluster.run({ until: cluster.now() + ms }));
  await waitMs(2_000);

  async function ask(
    method: 'POST' | 'PATCH' | 'DELETE' | 'GET',
    path: string,
    query: Readonly<Record<string, string>>,
    body?: Json,
  ) {
    const type = method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json';
    const headers = { 'content-type': type };
    const asked = { method, path: `/api/v1/namespaces/default/pods${path}`, query, headers };
    const response = cluster.request('test', body === undefined ? asked : { ...asked, body });
    await cluster.run({ until: cluster.now() + 20 });
    return response;
  }
  const pods = () => cluster.objects(Pod);
  const find = (name: string) => pods().find((pod) => pod.metadata.name === name);

  return {
    cluster,
    waitMs,
    quiet,
    async create(name, spec) {
      const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { nodeName: 'node-1', ...spec } };
      const { code, body: answer } = await ask('POST', '', {}, JSON.parse(JSON.stringify(body)));
      if (code !== 201) throw new Error(JSON.stringify(answer));
    },
    async patch(name, patch, subresource) {
      const path = subresource === undefined ? `/${name}` : `/${name}/${subresource}`;
      const { code, body } = await ask('PATCH', path, {}, patch);
      if (code !== 200) throw new Error(JSON.stringify(body));
    },
    async remove(name, graceSeconds) {
      const query = graceSeconds === undefined ? {} : { gracePeriodSeconds: String(graceSeconds) };
      await ask('DELETE', `/${name}`, query);
    },
    pod(name) {
      const pod = find(name);
      if (pod === undefined) throw new Error(`no pod ${name}`);
      return pod;
    },
    exists: (name) => find(name) !== undefined,
    ready: (name) => isTrue(find(name)?.status.conditions, 'Ready'),
    events: (name) =>
      cluster
        .objects(Event)
        .filter((event) => event.involvedObject.name === name)
        .map(({ type, reason, message }) => `${type} ${reason}: ${message}`),
    startGaps(name) {
      const starts = cluster.trace
        .since(0)
        .filter(
          ({ type, object, what }) =>
            type === 'container' && object === `pods/default/${name}` && what.startsWith('start'),
        )
        .map(({ time }) => time);
      return starts.slice(1).map((time, index) => Math.round((time - (starts[index] ?? 0)) / 1000));
    },
    log: async (name, container, query = {}) => (await ask('GET', `/${name}/log`, { container, ...query })).body,
  };
}
