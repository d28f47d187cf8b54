/**
 * Shares endpoints out by itself, and all that have the same ports come into one slice.
 * @cause put too many endpoints into a slice
 */
import { conditionOf, deepEqual, type Endpoint, EndpointSlice, isNotFound, ownerReferenceFor, Pod, type Reconcile, Service } from 'converge/sdk';
import { endpointFor, portsOf } from './endpoint-for.ts';

const most = 1000;
const manager = 'endpointslice-controller.k8s.io';
const managedBy = 'endpointslice.kubernetes.io/managed-by';

export const reconcile: Reconcile = async (key, { client, expect, lister }) => {
  if (!expect.satisfied(key)) return;
  const service = lister(Service).get(key);
  const selector = Object.entries(service?.spec.selector ?? {});
  if (service === undefined || selector.length === 0) return;
  const { name, namespace = 'default' } = service.metadata;
  const groups = new Map<string, Endpoint[]>();
  const pods = lister(Pod).list(namespace).filter(({ metadata: { labels = {} }, status: { podIP = '', phase } }) =>
    selector.every(([label, value]) => labels[label] === value) && podIP !== '' && phase !== 'Succeeded' && phase !== 'Failed');
  for (const pod of pods.toSorted((a, b) => (a.metadata.uid < b.metadata.uid ? -1 : 1))) {
    const serving = conditionOf(pod.status.conditions, 'Ready')?.status === 'True';
    const terminating = pod.metadata.deletionTimestamp !== undefined;
    const ready = service.spec.publishNotReadyAddresses === true || (serving && !terminating);
    const ports = JSON.stringify(portsOf(pod, service));
    groups.set(ports, [...(groups.get(ports) ?? []), endpointFor(pod, service, { ready, serving, terminating })]);
  }
  const left = lister(EndpointSlice).controlledBy(service).filter(({ metadata }) => metadata.labels?.[managedBy] === manager && !metadata.deletionTimestamp);
  const missing = [];
  for (const [ports, all] of groups) {
    for (let at = 0; at < all.length; at += most) {
      const endpoints = all.slice(at, at + most);
      const same = left.findIndex((slice) => JSON.stringify(slice.ports) === ports);
      const [slice] = same < 0 ? [] : left.splice(same, 1);
      if (slice === undefined) missing.push({ ports: JSON.parse(ports), endpoints });
      else if (!deepEqual(slice.endpoints ?? [], endpoints)) await client.update(EndpointSlice, { ...slice, endpoints });
    }
  }
  expect.creations(key, missing.length);
  let count = missing.length;
  try {
    for (const { ports, endpoints } of missing) {
      const labels = { 'kubernetes.io/service-name': name, [managedBy]: manager };
      const metadata = { generateName: `${name}-`, namespace, labels, ownerReferences: [ownerReferenceFor(service)] };
      await client.create(EndpointSlice, { metadata, addressType: 'IPv4', ports, endpoints });
      count -= 1;
    }
  } finally {
    expect.creationsFailed(key, count);
  }
  for (const slice of left)
    await client.delete(EndpointSlice, slice).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
};
