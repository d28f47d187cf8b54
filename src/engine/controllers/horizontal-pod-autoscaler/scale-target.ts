/** What an autoscaler scales, by the subresource `scale` of any kind that has it. */
import type { HorizontalPodAutoscaler, Json, Kind, KindDefinition, Tools } from 'converge/sdk';
import { messageOf } from '../shared/message-of.ts';
import { findKind, groupOf } from '../shared/referenced-kind.ts';
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
    return { error: messageOf(error) };
  }
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
