/**
 * APIServices of what is served, made when they are asked for. Read only: no further API server can be registered.
 * Names, priorities and conditions are upstream's (kube-aggregator, and pkg/controlplane/apiserver/aggregator.go).
 */
import { ageColumn, defineKind, textColumn } from '../../api/define.ts';
import { CustomResourceDefinition, type KindDefinition } from '../../api/index.ts';
import type { Context } from '../../apiserver/context.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { selectionOf } from '../../apiserver/parameters.ts';
import { representation } from '../../apiserver/representation.ts';
import { isOf, type Resource } from '../../apiserver/resource.ts';
import { respondJson } from '../../apiserver/respond.ts';
import type { UnstoredKind } from '../../apiserver/unstored.ts';
import { type JsonObject, type KubeObject, notFound, type ObjectMeta } from '../../meta/index.ts';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
}

interface ApiService extends KubeObject {
  readonly spec: {
    readonly group: string;
    readonly version: string;
    readonly groupPriorityMinimum: number;
    readonly versionPriority: number;
    readonly service?: { readonly namespace: string; readonly name: string; readonly port: number };
    readonly insecureSkipTLSVerify?: boolean;
  };
  readonly status: { readonly conditions: readonly Condition[] };
}

const group = 'apiregistration.k8s.io';
const anything: JsonObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

const ApiService: KindDefinition<ApiService> = defineKind<ApiService>({
  group,
  version: 'v1',
  kind: 'APIService',
  plural: 'apiservices',
  namespaced: false,
  categories: ['api-extensions'],
  verbs: ['get', 'list'],
  schema: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService',
  structural: { type: 'object', properties: { spec: anything, status: anything } },
  rules: { generation: 'none' },
  columns: [
    textColumn('Service', 'Who answers: this server itself, or one behind a Service.', ({ spec: { service } }) =>
      service === undefined ? 'Local' : `${service.namespace}/${service.name}`,
    ),
    textColumn('Available', 'Whether it can be reached.', ({ status }) => status.conditions[0]?.status ?? 'Unknown'),
    ageColumn,
  ],
});

/** Of groups: clients that find a name in several take the one with the highest. */
const groupPriorities: Readonly<Record<string, number>> = {
  '': 18_000,
  apps: 17_800,
  'events.k8s.io': 17_750,
  'authentication.k8s.io': 17_700,
  'authorization.k8s.io': 17_600,
  autoscaling: 17_500,
  batch: 17_400,
  'networking.k8s.io': 17_200,
  policy: 17_100,
  'rbac.authorization.k8s.io': 17_000,
  'storage.k8s.io': 16_800,
  'apiextensions.k8s.io': 16_700,
  'admissionregistration.k8s.io': 16_700,
  'scheduling.k8s.io': 16_600,
  'coordination.k8s.io': 16_500,
  'discovery.k8s.io': 16_200,
};

function versionPriority(groupName: string, version: string): number {
  if (groupName === '') return 1;
  return groupName === 'autoscaling' && version === 'v2' ? 30 : 15;
}

/** Groups of add-ons, whose servers are Pods in a real cluster. */
const servers: Readonly<Record<string, { readonly namespace: string; readonly name: string }>> = {
  'metrics.k8s.io': { namespace: 'kube-system', name: 'metrics-server' },
};

function specOf({ definition }: Resource): ApiService['spec'] {
  const { group: groupName, version } = definition;
  const own = groupPriorities[groupName];
  const named = { group: groupName, version };
  if (own !== undefined) {
    return { ...named, groupPriorityMinimum: own, versionPriority: versionPriority(groupName, version) };
  }
  const server = servers[groupName];
  if (server === undefined) return { ...named, groupPriorityMinimum: 1000, versionPriority: 100 };
  const service = { ...server, port: 443 };
  return { ...named, groupPriorityMinimum: 100, versionPriority: 100, insecureSkipTLSVerify: true, service };
}

function* servicesOf({ parts: { resources } }: Context): Iterable<ApiService> {
  const booted = resources.find('', 'v1', 'namespaces')?.cache.get('default')?.metadata.creationTimestamp ?? '';
  const seen = new Set<string>([`${group}/v1`]);
  for (const { resource } of resources.all) {
    if (seen.has(resource.apiVersion)) continue;
    seen.add(resource.apiVersion);
    const spec = specOf(resource);
    const since = definedAt(resources, resource) ?? booted;
    const isLocal = spec.service === undefined;
    const isBuiltIn = resource.definition.custom === undefined;
    const metadata: Partial<ObjectMeta> = {
      name: `${spec.version}.${spec.group}`,
      ...(isLocal && { labels: { 'kube-aggregator.kubernetes.io/automanaged': isBuiltIn ? 'onstart' : 'true' } }),
      creationTimestamp: since,
    };
    yield {
      kind: 'APIService',
      apiVersion: `${group}/v1`,
      // What isn't stored has neither uid nor revision.
      metadata: metadata as ObjectMeta,
      spec,
      status: { conditions: [{ ...(isLocal ? local : passed), lastTransitionTime: since }] },
    };
  }
}

const local = { type: 'Available', status: 'True', reason: 'Local', message: 'Local APIServices are always available' };
const passed = { type: 'Available', status: 'True', reason: 'Passed', message: 'all checks passed' };

/** When the first definition of a custom resource's group came; undefined for built-in kinds. */
function definedAt(resources: Context['parts']['resources'], { definition }: Resource): string | undefined {
  if (definition.custom === undefined) return undefined;
  const times: string[] = [];
  for (const each of resources.find('apiextensions.k8s.io', 'v1', 'customresourcedefinitions')?.cache.list('') ?? []) {
    if (isOf(CustomResourceDefinition, each) && each.spec.group === definition.group) times.push(each.metadata.creationTimestamp);
  }
  return times.sort()[0];
}

export const apiServices: UnstoredKind = {
  definition: ApiService,
  answers: {
    get(context) {
      const { name } = context.info;
      for (const object of servicesOf(context)) {
        if (object.metadata.name !== name) continue;
        return respondJson(context.exchange, 200, representation(context).object(object));
      }
      refuse(notFound({ group, plural: 'apiservices' }, name));
    },
    list(context) {
      const { matches } = selectionOf(context.resource, context.request.query, '');
      const objects = [...servicesOf(context)]
        .filter((object) => matches?.(object) !== false)
        .sort((one, other) => (one.metadata.name < other.metadata.name ? -1 : 1));
      respondJson(context.exchange, 200, representation(context).list(objects, {}));
    },
  },
};
