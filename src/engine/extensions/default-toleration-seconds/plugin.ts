/** Lets pods stay on an unready or unreachable node for five minutes unless they say otherwise. */
import { Pod, type PodSpec, type Toleration } from '../../api/index.ts';
import type { PluginFactory } from '../../apiserver/admission/admission.ts';
import { createSpecMemory } from '../../apiserver/admission/spec-memory.ts';
import { isOf } from '../../apiserver/resource.ts';

const seconds = 300;
const notReady = 'node.kubernetes.io/not-ready';
const unreachable = 'node.kubernetes.io/unreachable';

export const defaultTolerationSeconds: PluginFactory = () => {
  const withDefaults = createSpecMemory(addDefaults);
  return {
    name: 'DefaultTolerationSeconds',
    mutate(object, { subresource }) {
      if (subresource !== '' || !isOf(Pod, object)) return object;
      const spec = withDefaults(object.spec);
      return spec === object.spec ? object : { ...object, spec };
    },
  };
};

function addDefaults(spec: PodSpec): PodSpec {
  const tolerations = spec.tolerations ?? [];
  const added = [notReady, unreachable]
    .filter((key) => !tolerations.some((toleration) => tolerates(toleration, key)))
    .map((key): Toleration => ({ effect: 'NoExecute', key, operator: 'Exists', tolerationSeconds: seconds }));
  return added.length === 0 ? spec : { ...spec, tolerations: [...tolerations, ...added] };
}

function tolerates({ key, effect }: Toleration, taint: string): boolean {
  return (key === taint || !key) && (effect === 'NoExecute' || !effect);
}
