import type { Kind } from '../api/types.ts';
import { splitKey } from '../meta/index.ts';
import type { Ref } from './types.ts';

/** `/api/v1` for core, `/apis/<group>/<version>` for the rest. */
function root(kind: Kind): string {
  return kind.group === '' ? `/api/${kind.version}` : `/apis/${kind.group}/${kind.version}`;
}

/** The path of a kind's collection: of one namespace, or of all when none is named. */
export function collectionPath(kind: Kind, namespace?: string): string {
  if (!kind.namespaced || namespace === undefined || namespace === '') return `${root(kind)}/${kind.plural}`;
  return `${root(kind)}/namespaces/${encodeURIComponent(namespace)}/${kind.plural}`;
}

/** The path of one object, or of a subresource of it. A namespaced kind without a namespace means `default`. */
export function objectPath(kind: Kind, ref: Ref, subresource?: string): string {
  const { namespace, name } = partsOf(ref);
  const path = `${collectionPath(kind, namespace === '' ? 'default' : namespace)}/${encodeURIComponent(name)}`;
  return subresource === undefined ? path : `${path}/${subresource}`;
}

function partsOf(ref: Ref): { readonly namespace: string; readonly name: string } {
  if (typeof ref === 'string') return splitKey(ref);
  if ('metadata' in ref) return { namespace: ref.metadata.namespace ?? '', name: ref.metadata.name };
  return { namespace: ref.namespace ?? '', name: ref.name };
}
