/** What stands around the simulated Deployments: a Service and a budget for each, a quota for all, and what must be true of them. */
import type { Cluster, Json } from '../../engine/index.ts';
import * as sdk from '../../engine/sdk/index.ts';

/** Pods that the quota of the namespace allows: fewer than three Deployments want in the middle of a rollout. */
export const mostPods = 24;

const core = '/api/v1/namespaces/default';

export interface CreateRequest {
  readonly method: 'POST';
  readonly path: string;
  readonly body: Json;
}

/** The Service and the budget of a Deployment. */
export function companionsOf(name: string): readonly CreateRequest[] {
  const labels = { app: name };
  const ports = [{ port: 80 }];
  const budget = { selector: { matchLabels: labels }, maxUnavailable: 1 };
  const policy = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
  return [
    { method: 'POST', path: `${core}/services`, body: { metadata: { name }, spec: { selector: labels, ports } } },
    { method: 'POST', path: policy, body: { metadata: { name }, spec: budget } },
  ];
}

export function quota(): CreateRequest {
  const spec = { hard: { pods: String(mostPods) } };
  return { method: 'POST', path: `${core}/resourcequotas`, body: { metadata: { name: 'all' }, spec } };
}

export function evictionOf(pod: string): CreateRequest {
  return { method: 'POST', path: `${core}/pods/${pod}/eviction`, body: { metadata: { name: pod } } };
}

/** Which Service doesn't lead to exactly the ready pods, in words. */
export function whyNotRouted(cluster: Cluster, names: Iterable<string>): string | undefined {
  const pods = cluster.objects(sdk.Pod);
  for (const name of names) {
    const ready = pods.filter(({ metadata, status }) => {
      return metadata.labels?.['app'] === name && sdk.isTrue(status.conditions, 'Ready');
    });
    const wanted = listed(ready.map(({ status }) => status.podIP ?? ''));
    const slices = cluster
      .objects(sdk.EndpointSlice)
      .filter(({ metadata }) => metadata.labels?.['kubernetes.io/service-name'] === name);
    const inSlices = slices
      .flatMap(({ endpoints }) => endpoints ?? [])
      .flatMap(({ addresses, conditions }) => (conditions?.ready === true ? addresses : []));
    if (listed(inSlices) !== wanted) return `the EndpointSlices of ${name} lead to ${listed(inSlices)}, not ${wanted}`;
    const endpoints = cluster.objects(sdk.Endpoints).find(({ metadata }) => metadata.name === name);
    const inEndpoints = (endpoints?.subsets ?? []).flatMap(({ addresses }) => addresses ?? []).map(({ ip }) => ip);
    if (listed(inEndpoints) !== wanted) return `the Endpoints of ${name} list ${listed(inEndpoints)}, not ${wanted}`;
  }
  return undefined;
}

/** What is rented in the cloud and needn't be, or the other way round, in words. */
export function whyCloudNotConverged({ cloud, objects }: Cluster): string | undefined {
  if (cloud === undefined) return undefined;
  const of = (names: Iterable<string>): string => [...names].sort().join(', ') || 'none';
  const disks = of(cloud.disks().map(({ name }) => name));
  const volumes = of(objects(sdk.PersistentVolume).map(({ metadata }) => metadata.name));
  if (disks !== volumes) return `the cloud's disks are ${disks}, the volumes ${volumes}`;
  const attached = of(cloud.disks().flatMap(({ name, attachedTo }) => (attachedTo ? [`${name} to ${attachedTo}`] : [])));
  const attachments = of(objects(sdk.VolumeAttachment).map(({ spec }) => `${spec.source.persistentVolumeName} to ${spec.nodeName}`));
  if (attached !== attachments) return `the cloud's disks are attached ${attached}, the volumes ${attachments}`;
  const routes = of(cloud.routes().map(({ destination, target }) => `${destination} to ${target}`));
  const ranges = of(objects(sdk.Node).map(({ metadata, spec }) => `${spec.podCIDR} to ${metadata.name}`));
  return routes === ranges ? undefined : `the cloud's routes are ${routes}, the nodes' ranges ${ranges}`;
}

/** Which manifest of a node has no Pod that is ready, in words. */
export function whyPlaneNotConverged(cluster: Cluster): string | undefined {
  const pods = new Map(cluster.objects(sdk.Pod).map((pod) => [`${pod.metadata.namespace}/${pod.metadata.name}`, pod]));
  for (const { metadata } of cluster.objects(sdk.Node))
    for (const file of cluster.manifests(metadata.name)?.files.keys() ?? []) {
      const name = `${file.replace('.yaml', '')}-${metadata.name}`;
      if (!sdk.isTrue(pods.get(`kube-system/${name}`)?.status.conditions, 'Ready')) return `static Pod ${name} isn't ready`;
    }
  return undefined;
}

function listed(addresses: readonly string[]): string {
  return addresses.length === 0 ? 'no address' : [...addresses].sort().join(', ');
}

/** An API server that has crashed is back after so many attempts, a second apart; one without a majority of etcd answers within so many seconds. */
const mostAttempts = 30;

/** Why a fresh token of the default account isn't taken for what it is, in words. */
export async function whyTokenNotTaken(cluster: Cluster): Promise<string | undefined> {
  const ask = async (path: string, body: Json, attempt = 1): Promise<Json | undefined> => {
    const headers = { 'content-type': 'application/json' };
    let answer: Awaited<ReturnType<Cluster['request']>> | undefined;
    void cluster.request('sim', { method: 'POST', path, query: {}, headers, body }).then((answered) => {
      answer = answered;
    });
    for (let seconds = 0; answer === undefined && seconds < mostAttempts; seconds += 1) await cluster.run({ until: cluster.now() + 1000 });
    return answer !== undefined && answer.code >= 500 && attempt < mostAttempts ? ask(path, body, attempt + 1) : answer?.body;
  };
  const made = await ask(`${core}/serviceaccounts/default/token`, { spec: {} });
  const token = /"token":"([^"]+)"/.exec(JSON.stringify(made ?? null))?.[1];
  if (token === undefined) return `no token was made: ${JSON.stringify(made)}`;
  const review = JSON.stringify(
    (await ask('/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token } })) ?? null,
  );
  const isTaken = review.includes('"authenticated":true') && review.includes('system:serviceaccount:default:default');
  return isTaken ? undefined : `the token of the default account is not taken: ${review}`;
}
