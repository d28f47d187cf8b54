/** What an autoscaler scales, by the subresource `scale` of any kind that has it. */
import {
  CustomResourceDefinition,
  definedKind,
  type HorizontalPodAutoscaler,
  type Json,
  type Kind,
  type KindDefinition,
  kindNamed,
  type Tools,
} from 'converge/sdk';
import type { Refusal } from './metrics.ts';

export interface ScaleTarget {
  readonly kind: Kind;
  /** As it was read: it is written back with another number. */
  readonly scale: Json;
  readonly replicas: number;
  /** What the status says there are. */
  readonly statusReplicas: number;
  readonly selector: string;
}

/** Reads the target's scale. `served`: the server's own kinds. */
export async function readTarget(
  { metadata, spec }: HorizontalPodAutoscaler,
  served: readonly KindDefinition[],
  tools: Tools,
): Promise<ScaleTarget | Refusal> {
  const { apiVersion = '', kind, name } = spec.scaleTargetRef;
  const group = groupOf(apiVersion);
  const found = findKind(spec.scaleTargetRef, served, tools);
  if (found === undefined) return { error: `no matches for kind "${kind}" in group "${group}"` };
  try {
    const ref = { name, namespace: metadata.namespace ?? '' };
    return targetOf(found, await tools.client.getSubresource(found, ref, 'scale'));
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** `apps` of `apps/v1`, nothing of `v1`. */
export function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
}

/** The kind of a reference, in the version it names or in another. */
export function findKind(
  { apiVersion = '', kind }: { readonly apiVersion?: string; readonly kind: string },
  served: readonly KindDefinition[],
  tools: Tools,
): Kind | undefined {
  const group = groupOf(apiVersion);
  return (
    kindNamed(served, apiVersion, kind) ??
    served.find((each) => each.group === group && each.kind === kind) ??
    defined(group, kind, served, tools)
  );
}

function defined(group: string, kind: string, served: readonly KindDefinition[], { lister }: Tools): Kind | undefined {
  if (!served.some(({ plural }) => plural === CustomResourceDefinition.plural)) return undefined;
  return lister(CustomResourceDefinition)
    .list()
    .map(definedKind)
    .find((each) => each?.group === group && each.kind === kind);
}

interface ScaleBody {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number; readonly selector?: string };
}

function targetOf(kind: Kind, scale: Json): ScaleTarget {
  const { spec, status } = scale as ScaleBody;
  const { replicas: statusReplicas = 0, selector = '' } = status ?? {};
  return { kind, scale, replicas: spec?.replicas ?? 0, statusReplicas, selector };
}

/** Writes the number of replicas. Rejects with a StatusError when it is refused. */
export async function writeReplicas(
  { metadata, spec }: HorizontalPodAutoscaler,
  { kind, scale }: ScaleTarget,
  replicas: number,
  { client }: Tools,
): Promise<void> {
  const ref = { name: spec.scaleTargetRef.name, namespace: metadata.namespace ?? '' };
  await client.putSubresource(kind, ref, 'scale', { ...(scale as object), spec: { replicas } });
}
