/** Custom resources of the examples. */
import { CustomObjectsApi, type KubeConfig, type KubernetesListObject, type KubernetesObject, makeInformer } from '@kubernetes/client-node';

export const group = 'databases.example.com';
export const version = 'v1';
export const apiVersion = `${group}/${version}`;
export const namespace = 'default';

/** `kind` with `fields` in its spec, as the cluster has to know it. */
export function definition(kind: string, fields: Readonly<Record<string, { readonly type: string }>>): object {
  const plural = pluralOf(kind);
  const spec = { type: 'object', properties: fields };
  const openAPIV3Schema = { type: 'object', properties: { spec } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, singular: kind.toLowerCase(), kind },
      versions: [{ name: version, served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
}

/** What a universe lists its objects by. */
export const kindOf = (kind: string) => ({ group, version, kind, plural: pluralOf(kind), namespaced: true });

export const pluralOf = (kind: string): string => `${kind.toLowerCase()}s`;

/** `resourceVersion: '0'`, as client-go's informers list: any API server's cache will do. */
export function informerOf<T extends KubernetesObject>(kubeConfig: KubeConfig, kind: string) {
  const plural = pluralOf(kind);
  const custom = kubeConfig.makeApiClient(CustomObjectsApi);
  const list = (): Promise<KubernetesListObject<T>> =>
    custom.listNamespacedCustomObject({ group, version, namespace, plural, resourceVersion: '0' });
  return makeInformer<T>(kubeConfig, `/apis/${group}/${version}/namespaces/${namespace}/${plural}`, list);
}
