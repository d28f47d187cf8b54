/** Discovery of the adapter's groups. They are there while something has a value of them: before that, it is as in a cluster without an adapter. */
import { asJson } from '../../apiserver/codec.ts';
import { discover } from '../../apiserver/discovery.ts';
import type { Resources } from '../../apiserver/resources.ts';
import { respondJson } from '../../apiserver/respond.ts';
import { type ApiRequest, type Exchange, isJsonObject, type Json } from '../../meta/index.ts';
import type { ListedMetric, MetricGroup } from './metric-group.ts';

interface DocumentRequest {
  readonly request: ApiRequest;
  readonly path: string;
  readonly exchange: Exchange;
}

/** The same as the API server's own, with these groups. Of other documents it answers none. */
export function serveDocument(document: DocumentRequest, resources: Resources, groups: readonly MetricGroup[]): boolean {
  const { request, path, exchange } = document;
  const [, root, name, version, ...rest] = path.split('/');
  if (root !== 'apis' || rest.length > 0) return false;
  if (name === undefined) {
    const own = discover(request, path, resources);
    const served = groups.filter((group) => group.metrics(resources).length > 0);
    if (own === undefined || served.length === 0) return false;
    const headers = { 'content-type': own.contentType, 'cache-control': 'no-cache, private' };
    exchange.respond({ code: 200, headers, body: asJson(withGroups(own.body, served, resources)) });
    return true;
  }
  const group = groups.find((each) => each.group === name);
  const metrics = group?.metrics(resources) ?? [];
  if (group === undefined || metrics.length === 0) return false;
  if (version === undefined) {
    respondJson(exchange, 200, { kind: 'APIGroup', apiVersion: 'v1', ...described(group) });
    return true;
  }
  if (!group.versions.includes(version)) return false;
  const groupVersion = `${name}/${version}`;
  respondJson(exchange, 200, { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: metrics });
  return true;
}

/** With the groups at the end. */
function withGroups(body: Json, groups: readonly MetricGroup[], resources: Resources): object {
  const list = isJsonObject(body) ? body : {};
  const itemsOf = (field: string): readonly Json[] => (Array.isArray(list[field]) ? list[field] : []);
  if (list['kind'] === 'APIGroupList') return { ...list, groups: [...itemsOf('groups'), ...groups.map(described)] };
  return { ...list, items: [...itemsOf('items'), ...groups.map((group) => aggregated(group, resources))] };
}

function described({ group, versions }: MetricGroup): object {
  const listed = versions.map((version) => ({ groupVersion: `${group}/${version}`, version }));
  return { name: group, versions: listed, preferredVersion: listed[0] };
}

/** apidiscovery.k8s.io has subresources below a resource; the resource itself has neither kind nor verbs (upstream: aggregator, apiservice). */
function aggregated({ group, versions, metrics }: MetricGroup, resources: Resources): object {
  const listed = metrics(resources);
  return {
    metadata: { name: group, creationTimestamp: null },
    versions: versions.map((version) => ({
      version,
      freshness: 'Current',
      resources: nested(listed, { group, version }),
    })),
  };
}

function nested(listed: readonly ListedMetric[], groupVersion: object): readonly object[] {
  const below = Map.groupBy(listed, ({ name }) => name.split('/', 1)[0] ?? '');
  return [...below].map(([resource, metrics]) => {
    const { kind, namespaced, verbs } = metrics[0] ?? { kind: '', namespaced: true, verbs: [] };
    const scope = namespaced ? 'Namespaced' : 'Cluster';
    const responseKind = { ...groupVersion, kind };
    if (metrics.every(({ name }) => !name.includes('/'))) {
      return { resource, responseKind, scope, singularResource: '', verbs };
    }
    const subresources = metrics.map(({ name }) => ({ subresource: name.slice(resource.length + 1), responseKind, verbs }));
    const none = { group: '', version: '', kind: '' };
    return { resource, responseKind: none, scope, singularResource: '', verbs: null, subresources };
  });
}
