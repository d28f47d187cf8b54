/** The objects that parameterize a policy, as its binding names them. */
import { kindOf, type ParamKind, type ParamRef, type ValidatingAdmissionPolicyBinding } from '../../api/index.ts';
import type { Resources } from '../../apiserver/resources.ts';
import type { Storage } from '../../apiserver/storage.ts';
import { type KubeObject, labelSelectorMatcher } from '../../meta/index.ts';

export type Params =
  /** Each is evaluated on its own; undefined: without any. */
  | { readonly objects: readonly (KubeObject | undefined)[] }
  | { readonly error: string; readonly of: 'policy' | 'binding' };

/** What a binding's parameters are for a request in `namespace` ('' for cluster scope). */
export function paramsOf(
  kind: ParamKind | undefined,
  { spec: { paramRef } }: ValidatingAdmissionPolicyBinding,
  namespace: string,
  resources: Resources,
): Params {
  if (kind === undefined || paramRef === undefined) return { objects: [undefined] };
  const storage = storageOf(kind, resources);
  if (storage === undefined) {
    const name = `${kind.apiVersion ?? ''}, Kind=${kind.kind ?? ''}`;
    return { of: 'policy', error: `failed to find resource referenced by paramKind: '${name}'` };
  }
  const found = find(storage, paramRef, namespace);
  if (typeof found === 'string') return { of: 'binding', error: found };
  if (found.length > 0) return { objects: found };
  if (paramRef.parameterNotFoundAction === 'Allow') return { objects: [] };
  return { of: 'binding', error: 'no params found for policy binding with `Deny` parameterNotFoundAction' };
}

function storageOf({ apiVersion = '', kind = '' }: ParamKind, resources: Resources): Storage | undefined {
  const builtIn = kindOf(apiVersion, kind);
  if (builtIn !== undefined) return resources.find(builtIn.group, builtIn.version, builtIn.plural);
  return resources.all.find(({ resource }) => resource.apiVersion === apiVersion && resource.definition.kind === kind);
}

function find(storage: Storage, paramRef: ParamRef, requestNamespace: string): readonly KubeObject[] | string {
  const { namespaced } = storage.resource.definition;
  const namespace = namespaced ? paramRef.namespace || requestNamespace : '';
  if (!namespaced && paramRef.namespace)
    return 'paramRef.namespace must not be provided for a cluster-scoped `paramKind`';
  if (namespaced && namespace === '') {
    return 'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources';
  }
  if (paramRef.name) {
    const object = storage.cache.get(namespaced ? `${namespace}/${paramRef.name}` : paramRef.name);
    return object === undefined ? [] : [object];
  }
  const matches = labelSelectorMatcher(paramRef.selector);
  return [...storage.cache.list(namespace)].filter(({ metadata }) => matches(metadata.labels));
}
