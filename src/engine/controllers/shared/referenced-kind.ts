/** The kind that a reference to an object names. */
import { definedKind, definitions, hasDefinitions, type Kind, type KindDefinition, kindNamed, type Tools } from 'converge/sdk';

/** `apps` of `apps/v1`, nothing of `v1`. */
export function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
}

/** The kind of a reference, in the version it names or in another. `served`: the server's own kinds. */
export function findKind(
  { apiVersion = '', kind }: { readonly apiVersion?: string; readonly kind: string },
  served: readonly KindDefinition[],
  { lister }: Tools,
): Kind | undefined {
  const group = groupOf(apiVersion);
  return (
    kindNamed(served, apiVersion, kind) ??
    served.find((each) => each.group === group && each.kind === kind) ??
    (hasDefinitions(served) ? lister(definitions).list() : []).map(definedKind).find((each) => each?.group === group && each.kind === kind)
  );
}
