/** What this server serves, for clients to find out: `/api`, `/apis` (plain or aggregated), and a list a group version. */
import type { ApiRequest, Json } from '../meta/index.ts';
import { asJson } from './codec.ts';
import type { Resource } from './resource.ts';
import type { Resources } from './resources.ts';
import { acceptedBy } from './respond.ts';

export interface Discovered {
  readonly contentType: string;
  readonly body: Json;
}

interface Subresource {
  readonly name: string;
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  readonly verbs: readonly string[];
}

/** Newest first: kubectl requested v2beta1 until 1.29. */
const aggregatedVersions: readonly string[] = ['v2', 'v2beta1'];

/** The document at a path, undefined when there is none. */
export function discover(request: ApiRequest, path: string, resources: Resources): Discovered | undefined {
  const all = resources.all.map((storage) => storage.resource);
  const aggregated = aggregatedVersion(request);
  const plain = (body: object): Discovered => ({ contentType: 'application/json', body: asJson(body) });
  if (path === '/api' || path === '/apis') {
    const core = path === '/api';
    const served = all.filter(({ group }) => (group === '') === core);
    if (aggregated !== undefined) {
      const contentType = `application/json;g=apidiscovery.k8s.io;v=${aggregated};as=APIGroupDiscoveryList`;
      return { contentType, body: asJson(aggregate(served, aggregated)) };
    }
    return plain(core ? apiVersions(served) : { kind: 'APIGroupList', apiVersion: 'v1', groups: groupsOf(served) });
  }
  const [root, group = '', version, ...rest] = path.split('/').slice(1);
  if (rest.length > 0) return undefined;
  if (root === 'apis' && version === undefined) {
    const found = groupsOf(all).find(({ name }) => name === group);
    return found === undefined || group === '' ? undefined : plain({ kind: 'APIGroup', apiVersion: 'v1', ...found });
  }
  const apiVersion = root === 'api' && version === undefined ? group : root === 'apis' ? `${group}/${version}` : '';
  const served = all.filter((resource) => resource.apiVersion === apiVersion);
  return served.length === 0 ? undefined : plain(resourceList(apiVersion, served));
}

/** The version of aggregated discovery a client wants most and this server has; undefined when it wants plain JSON. */
function aggregatedVersion(request: ApiRequest): string | undefined {
  for (const { type, parameters } of acceptedBy(request)) {
    if (type !== 'application/json') continue;
    if (parameters['as'] === undefined) return undefined;
    const version = parameters['v'] ?? '';
    if (parameters['as'] === 'APIGroupDiscoveryList' && aggregatedVersions.includes(version)) return version;
  }
  return undefined;
}

/** Groups in the order of upstream's priorities: clients that find a name in several groups take the first (pkg/controlplane). */
const groupOrder = (
  ',apps,events.k8s.io,authentication.k8s.io,authorization.k8s.io,autoscaling,batch,certificates.k8s.io,networking.k8s.io,policy,' +
  'rbac.authorization.k8s.io,storage.k8s.io,admissionregistration.k8s.io,apiextensions.k8s.io,scheduling.k8s.io,' +
  'coordination.k8s.io,node.k8s.io,discovery.k8s.io'
).split(',');

/** Groups of others come last, by name. */
function groupNames(served: readonly Resource[]): readonly string[] {
  const placeOf = (group: string): number => {
    const place = groupOrder.indexOf(group);
    return place < 0 ? groupOrder.length : place;
  };
  return unique(served.map(({ group }) => group)).toSorted((a, b) => {
    const [placeA, placeB] = [placeOf(a), placeOf(b)];
    return placeA - placeB || (a < b ? -1 : 1);
  });
}

function unique<T>(items: readonly T[]): readonly T[] {
  return [...new Set(items)];
}

function apiVersions(served: readonly Resource[]): object {
  const versions = unique(served.map(({ definition }) => definition.version));
  const address = { clientCIDR: '0.0.0.0/0', serverAddress: '127.0.0.1:6443' };
  return { kind: 'APIVersions', versions, serverAddressByClientCIDRs: [address] };
}

function groupsOf(served: readonly Resource[]) {
  return groupNames(served)
    .filter((group) => group !== '')
    .map((group) => {
      const versions = unique(
        served.filter((each) => each.group === group).map(({ definition }) => definition.version),
      );
      const listed = versions.map((version) => ({ groupVersion: `${group}/${version}`, version }));
      return { name: group, versions: listed, preferredVersion: listed[0] };
    });
}

function subresourcesOf({ definition }: Resource): readonly Subresource[] {
  const { group, version, kind, subresources } = definition;
  const own = { group, version, kind };
  const found: Subresource[] = (subresources.others ?? []).map((name) => otherSubresource(name, own));
  if (subresources.scale !== undefined) {
    const scale = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
    found.push({ name: 'scale', kind: scale, verbs: ['get', 'patch', 'update'] });
  }
  if (subresources.status === true) found.push({ name: 'status', kind: own, verbs: ['get', 'patch', 'update'] });
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Subresources that lead into a pod or a node: their kind is that of their parameters. */
const connections: Readonly<Record<string, { readonly kind: string; readonly verbs: readonly string[] }>> = {
  exec: { kind: 'PodExecOptions', verbs: ['create', 'get'] },
  attach: { kind: 'PodAttachOptions', verbs: ['create', 'get'] },
  portforward: { kind: 'PodPortForwardOptions', verbs: ['create', 'get'] },
  proxy: { kind: '', verbs: ['create', 'delete', 'get', 'patch', 'update'] },
};

function otherSubresource(name: string, own: Subresource['kind']): Subresource {
  if (name === 'binding') return { name, kind: { group: '', version: 'v1', kind: 'Binding' }, verbs: ['create'] };
  if (name === 'eviction')
    return { name, kind: { group: 'policy', version: 'v1', kind: 'Eviction' }, verbs: ['create'] };
  if (name === 'token') {
    return { name, kind: { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' }, verbs: ['create'] };
  }
  const connection = connections[name];
  if (connection !== undefined) {
    const kind = name === 'proxy' ? `${own.kind}ProxyOptions` : connection.kind;
    return { name, kind: { group: '', version: 'v1', kind }, verbs: connection.verbs };
  }
  const isPart = name === 'ephemeralcontainers' || name === 'resize';
  return { name, kind: own, verbs: name === 'log' ? ['get'] : isPart ? ['get', 'patch', 'update'] : ['update'] };
}

function resourceList(groupVersion: string, served: readonly Resource[]): object {
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: served.flatMap(listed) };
}

function listed(resource: Resource): readonly object[] {
  const { definition } = resource;
  const { plural, singular, namespaced, kind, verbs, shortNames, categories } = definition;
  const main = {
    name: plural,
    singularName: singular,
    namespaced,
    kind,
    verbs,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
  };
  const below = subresourcesOf(resource).map(({ name, kind, verbs }) => ({
    name: `${plural}/${name}`,
    singularName: '',
    namespaced,
    ...(kind.group !== definition.group && { group: kind.group, version: kind.version }),
    kind: kind.kind,
    verbs,
  }));
  return [main, ...below];
}

/** apidiscovery.k8s.io: everything in one answer. */
function aggregate(served: readonly Resource[], asVersion: string): object {
  const items = groupNames(served).map((group) => {
    const inGroup = served.filter((resource) => resource.group === group);
    const versions = unique(inGroup.map(({ definition }) => definition.version)).map((version) => ({
      version,
      freshness: 'Current',
      resources: inGroup.filter(({ definition }) => definition.version === version).map(aggregatedResource),
    }));
    return { metadata: { name: group, creationTimestamp: null }, versions };
  });
  return { kind: 'APIGroupDiscoveryList', apiVersion: `apidiscovery.k8s.io/${asVersion}`, metadata: {}, items };
}

function aggregatedResource(resource: Resource): object {
  const { group, version, kind, plural, singular, namespaced, verbs, shortNames, categories } = resource.definition;
  const subresources = subresourcesOf(resource).map((each) => ({
    subresource: each.name,
    responseKind: each.kind,
    verbs: each.verbs,
  }));
  return {
    resource: plural,
    responseKind: { group, version, kind },
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
    ...(subresources.length > 0 && { subresources }),
  };
}
