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
        containers: old.spec.containers.map((each) => resized(each, pod.spec.containers)),
        ...(initContainers && {
          initContainers: initContainers.map((each) => {
            return each.restartPolicy === 'Always' ? resized(each, pod.spec.initContainers ?? []) : each;
          }),
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

function resized(container: Container, wanted: readonly Container[]): Container {
  const found = wanted.find(({ name }) => name === container.name);
  if (found === undefined) return container;
  const { resources: _, resizePolicy: __, ...rest } = container;
  const { resources, resizePolicy } = found;
  return {
    ...rest,
    ...(resources !== undefined && { resources }),
    ...(resizePolicy !== undefined && { resizePolicy }),
  };
}
