/**
 * The API server as a Service of its own cluster: default/kubernetes, where pods find it (pkg/controlplane/controller/kubernetesservice).
 * Made at the start, and again when it is deleted.
 */

import { type BootObject, bootObjects } from '../../apiserver/boot.ts';
import type { StartHook } from '../../apiserver/feature.ts';
import type { Subscription } from '../../apiserver/subscriptions.ts';
import type { WatchCache } from '../../apiserver/watch-cache.ts';
import type { Timer } from '../../kernel/index.ts';

/** One address in front of all API servers: the first one of the nodes' network, which no node has. */
const ADDRESS = '172.18.0.1';
const PORT = 6443;
const CLUSTER_IP = '10.96.0.1';
/** Upstream checks every ten seconds. */
const RECONCILE_MS = 10_000;

const name = 'kubernetes';
const namespace = 'default';
const endpointPort = { name: 'https', port: PORT, protocol: 'TCP' };

const objects: readonly BootObject[] = [
  {
    place: { group: '', version: 'v1', plural: 'services' },
    namespace,
    body: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, labels: { component: 'apiserver', provider: 'kubernetes' } },
      spec: {
        clusterIP: CLUSTER_IP,
        ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: PORT }],
        sessionAffinity: 'None',
        type: 'ClusterIP',
      },
    },
  },
  {
    place: { group: '', version: 'v1', plural: 'endpoints' },
    namespace,
    body: {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { name, labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
      subsets: [{ addresses: [{ ip: ADDRESS }], ports: [endpointPort] }],
    },
  },
  {
    place: { group: 'discovery.k8s.io', version: 'v1', plural: 'endpointslices' },
    namespace,
    body: {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name, labels: { 'kubernetes.io/service-name': name } },
      addressType: 'IPv4',
      endpoints: [{ addresses: [ADDRESS], conditions: { ready: true } }],
      ports: [endpointPort],
    },
  },
];

/** Makes what is missing of the three; ready when all are there. */
export const kubernetesService: StartHook = (parts, ready) => {
  let timer: Timer | undefined;
  const ends: (() => void)[] = [];
  function again(): void {
    timer ??= parts.clock.after(
      RECONCILE_MS,
      () => {
        timer = undefined;
        bootObjects(parts, objects, () => undefined);
      },
      { background: true },
    );
  }
  function follow(cache: WatchCache): void {
    const subscription: Subscription = {
      namespace,
      name,
      fields: [],
      matches: ({ metadata }) => metadata.name === name && metadata.namespace === namespace,
      send: ({ type }) => {
        if (type === 'DELETED') again();
      },
      // The cache begins anew, as after a restored snapshot: maybe without it.
      closed() {
        again();
        cache.whenReady(() => follow(cache));
      },
    };
    ends.push(cache.subscribe(subscription, cache.revision()));
  }
  bootObjects(parts, objects, () => {
    for (const { place } of objects) {
      const storage = parts.resources.find(place.group, place.version, place.plural);
      if (storage !== undefined) follow(storage.cache);
    }
    ready();
  });
  return () => {
    timer?.cancel();
    for (const end of ends) end();
  };
};
