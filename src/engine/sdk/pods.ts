/** Questions about pods, and how one is made from a template. */
import type { Pod, PodTemplateSpec } from '../api/generated/types.ts';
import type { Draft } from '../api/types.ts';
import { conditionOf, controllerReference, isTrue, type KubeObject, rememberedOf, timeMsOf } from '../meta/index.ts';

/** It runs no more and never will (upstream IsPodTerminal). */
export const hasEnded = ({ status: { phase } }: Pod): boolean => phase === 'Succeeded' || phase === 'Failed';

/** Counts as one of its owner's pods: not finished, not on its way out. */
export const isActive: (pod: Pod) => boolean = rememberedOf((pod) => !hasEnded(pod) && pod.metadata.deletionTimestamp === undefined);

/** Its condition Ready is True. */
export const isReady: (pod: Pod) => boolean = rememberedOf(({ status }) => isTrue(status.conditions, 'Ready'));

/** Ready, and that for at least `minReadySeconds`. */
export function isAvailable(pod: Pod, minReadySeconds: number, nowMs: number): boolean {
  const ready = conditionOf(pod.status.conditions, 'Ready');
  if (ready?.status !== 'True') return false;
  return minReadySeconds === 0 || timeMsOf(ready.lastTransitionTime) + minReadySeconds * 1000 <= nowMs;
}

/** A pod as the template says, named after its owner and owned by it. */
export function podFromTemplate(owner: KubeObject, template: PodTemplateSpec): Draft<Pod> {
  const { labels, annotations, finalizers } = template.metadata ?? {};
  const { name, namespace } = owner.metadata;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      generateName: `${name}-`,
      ...(namespace === undefined ? {} : { namespace }),
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
      ...(finalizers === undefined ? {} : { finalizers }),
      ownerReferences: [controllerReference(owner)],
    },
    spec: template.spec,
    status: {},
  };
}
