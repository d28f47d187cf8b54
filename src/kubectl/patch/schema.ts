/** What kubectl knows of the patch tags of the API types (patchStrategy, patchMergeKey), by field name. */
import type { PatchField, PatchSchema } from '../../engine/index.ts';

const KEYS: Readonly<Record<string, string>> = {
  containers: 'name',
  initContainers: 'name',
  ephemeralContainers: 'name',
  volumes: 'name',
  env: 'name',
  imagePullSecrets: 'name',
  secrets: 'name',
  resourceClaims: 'name',
  webhooks: 'name',
  volumeMounts: 'mountPath',
  volumeDevices: 'devicePath',
  hostAliases: 'ip',
  conditions: 'type',
  addresses: 'type',
  ownerReferences: 'uid',
  topologySpreadConstraints: 'topologyKey',
  finalizers: '',
  podCIDRs: '',
};

const CONTAINERS = new Set(['containers', 'initContainers', 'ephemeralContainers']);
const RETAIN_KEYS = new Set(['volumes', 'strategy', 'updateStrategy']);

function schemaIn(parent: string): PatchSchema {
  const fields = new Map<string, PatchField>();
  return {
    field(name) {
      const known = fields.get(name);
      if (known !== undefined) return known;
      const port = CONTAINERS.has(parent) ? 'containerPort' : parent === 'spec' ? 'port' : undefined;
      const field: PatchField = {
        mergeKey: name === 'ports' ? port : Object.hasOwn(KEYS, name) ? KEYS[name] : undefined,
        retainKeys: RETAIN_KEYS.has(name),
        schema: schemaIn(name),
      };
      fields.set(name, field);
      return field;
    },
  };
}

/** The tags of all built-in types at once: no two of them disagree about a field's name in the same place. */
export const builtInSchema: PatchSchema = schemaIn('');

/** Whether the API server merges a group's lists by these tags: those of custom resources it replaces. */
export function isBuiltIn(group: string): boolean {
  return ['', 'apps', 'batch', 'autoscaling', 'policy', 'extensions'].includes(group) || group.endsWith('.k8s.io');
}
