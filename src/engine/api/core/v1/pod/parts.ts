/**
 * Parts of a pod that are changed below it: …/ephemeralcontainers and …/resize (pkg/registry/core/pod/strategy.go). What a client sends
 * there beyond its part is dropped.
 */
import type { Container, Pod } from '../../../generated/types.ts';
import type { KindRules } from '../../../types.ts';
import { ephemeralUpdateErrors } from './ephemeral-validation.ts';
import { resizeErrors } from './resize-validation.ts';
import { validatePodSpec } from './spec-validation.ts';

type PartRules = Required<Pick<KindRules<Pod>, 'prepareForUpdate' | 'validate'>>;

/** Instead of the pod's own rules, by the name of the subresource. */
export const podParts: Readonly<Record<'ephemeralcontainers' | 'resize', PartRules>> = {
  ephemeralcontainers: {
    prepareForUpdate(pod, old) {
      const { ephemeralContainers: _, ...rest } = old.spec;
      const { ephemeralContainers } = pod.spec;
      return onlySpec(pod, old, { ...rest, ...(ephemeralContainers !== undefined && { ephemeralContainers }) });
    },
    validate: (pod, old) => [
      ...validatePodSpec(pod.spec, 'spec'),
      ...(old === undefined ? [] : ephemeralUpdateErrors(pod, old)),
    ],
  },
  resize: {
    prepareForUpdate(pod, old) {
      const { initContainers } = old.spec;
      return onlySpec(pod, old, {
        ...old.spec,
        containers: resizedAll(old.spec.containers, pod.spec.containers),
        ...(initContainers && {
          initContainers: resizedAll(initContainers, pod.spec.initContainers ?? [], (each) => each.restartPolicy === 'Always'),
        }),
      });
    },
    validate: (pod, old) => [
      ...validatePodSpec(pod.spec, 'spec'),
      ...(old === undefined ? [] : resizeErrors(pod, old)),
    ],
  },
};

/** The old pod with another spec; who owns its fields is as it was worked out for the new one. */
function onlySpec(pod: Pod, old: Pod, spec: Pod['spec']): Pod {
  const { managedFields: _, ...metadata } = old.metadata;
  const { managedFields } = pod.metadata;
  return { ...old, metadata: { ...metadata, ...(managedFields !== undefined && { managedFields }) }, spec };
}

/** Those of the old containers that are concerned get the sizes of the wanted ones with their names. */
function resizedAll(old: readonly Container[], wanted: readonly Container[], concerns = (_: Container): boolean => true): readonly Container[] {
  const byName = new Map(wanted.toReversed().map((each) => [each.name, each]));
  return old.map((each) => (concerns(each) ? resized(each, byName.get(each.name)) : each));
}

function resized(container: Container, found: Container | undefined): Container {
  if (found === undefined) return container;
  const { resources: _, resizePolicy: __, ...rest } = container;
  const { resources, resizePolicy } = found;
  return {
    ...rest,
    ...(resources !== undefined && { resources }),
    ...(resizePolicy !== undefined && { resizePolicy }),
  };
}
