/** Which resources the server has: aggregated discovery, or one list a group version where that is not served. */
import type { Json, JsonObject } from '../../engine/index.ts';
import { at, isObject, list, objects, text } from '../json.ts';
import type { Api } from './api.ts';

/** One resource as discovery describes it: kubectl's mapping of names to paths. */
export interface Resource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: readonly string[];
}

const TYPES = ['v2', 'v2beta1'].map((v) => `application/json;g=apidiscovery.k8s.io;v=${v};as=APIGroupDiscoveryList`);
const DISCOVERY_TYPE = [...TYPES, 'application/json'].join(',');

// Real kubectl keeps discovery on disk for six hours, by host; here it lives as long as what stands for the server.
const known = new WeakMap<object, readonly Resource[]>();

/** `server`: stands for it. Every resource, groups in the server's order, versions in order of preference. `fresh` asks again. */
export async function discover(api: Api, server: object, fresh = false): Promise<readonly Resource[]> {
  const cached = known.get(server);
  if (cached !== undefined && !fresh) return cached;
  const found = [...(await readRoot(api, '/api')), ...(await readRoot(api, '/apis'))];
  known.set(server, found);
  return found;
}

async function readRoot(api: Api, root: '/api' | '/apis'): Promise<readonly Resource[]> {
  const body = await api.request('GET', root, { query: { timeout: '32s' }, accept: DISCOVERY_TYPE });
  if (text(body, 'kind') === 'APIGroupDiscoveryList') return aggregated(body);
  const versions =
    root === '/api'
      ? list(body, 'versions').map(String)
      : objects(body, 'groups').flatMap((group) =>
          objects(group, 'versions').map((each) => text(each, 'groupVersion')),
        );
  const lists: Resource[] = [];
  for (const version of versions) {
    lists.push(...fromList(version, await api.request('GET', `${root}/${version}`, { query: { timeout: '32s' } })));
  }
  return lists;
}

function aggregated(body: Json): readonly Resource[] {
  return objects(body, 'items').flatMap((group) =>
    objects(group, 'versions').flatMap((version) =>
      objects(version, 'resources').map((each) => ({
        group: text(group, 'metadata', 'name'),
        version: text(version, 'version'),
        kind: text(each, 'responseKind', 'kind'),
        plural: text(each, 'resource'),
        singular: text(each, 'singularResource'),
        namespaced: text(each, 'scope') === 'Namespaced',
        shortNames: list(each, 'shortNames').map(String),
        categories: list(each, 'categories').map(String),
        verbs: list(each, 'verbs').map(String),
        subresources: objects(each, 'subresources').map((sub) => text(sub, 'subresource')),
      })),
    ),
  );
}

function fromList(groupVersion: string, body: Json): readonly Resource[] {
  const slash = groupVersion.indexOf('/');
  const group = slash < 0 ? '' : groupVersion.slice(0, slash);
  const all = objects(body, 'resources');
  const isTop = (each: JsonObject): boolean => !text(each, 'name').includes('/');
  return all.filter(isTop).map((each) => ({
    group,
    version: groupVersion.slice(slash + 1),
    kind: text(each, 'kind'),
    plural: text(each, 'name'),
    singular: text(each, 'singularName') || text(each, 'kind').toLowerCase(),
    namespaced: at(each, 'namespaced') === true,
    shortNames: list(each, 'shortNames').map(String),
    categories: list(each, 'categories').map(String),
    verbs: list(each, 'verbs').map(String),
    subresources: all
      .map((other) => text(other, 'name'))
      .filter((name) => name.startsWith(`${text(each, 'name')}/`))
      .map((name) => name.slice(text(each, 'name').length + 1)),
  }));
}

/** `v1`, `apps/v1`. */
export function groupVersionOf(resource: Pick<Resource, 'group' | 'version'>): string {
  return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
}

/** `pods`, `deployments.apps`. */
export function qualifiedPlural(resource: Resource): string {
  return resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
}

/** `pod/web`, `deployment.apps/web`: how kubectl names an object in its messages. */
export function objectName(resource: Resource, name: string): string {
  const kind = resource.kind.toLowerCase();
  return `${resource.group === '' ? kind : `${kind}.${resource.group}`}/${name}`;
}

/** The path of a collection, an object in it, or a subresource of that. */
export function pathOf(resource: Pick<Resource, 'group' | 'version' | 'plural' | 'namespaced'>, namespace: string, name = '', subresource = ''): string {
  const root = resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  const scope = resource.namespaced && namespace !== '' ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  const object = name === '' ? '' : `/${encodeURIComponent(name)}`;
  return `${root}${scope}/${resource.plural}${object}${subresource === '' ? '' : `/${subresource}`}`;
}

/** Whether a value is an object of a kind, with a name. */
export function isNamed(value: Json | undefined): value is JsonObject {
  return isObject(value) && text(value, 'metadata', 'name') !== '';
}
