/** Resolves a pod's priority class to a number. The two system classes are the only ones that always exist. */

import { Pod, type PodSpec } from '../../api/index.ts';
import { forbidden } from '../../meta/index.ts';
import { refuse } from '../outcome.ts';
import { isOf } from '../resource.ts';
import type { PluginFactory } from './admission.ts';
import { createSpecMemory } from './spec-memory.ts';

const systemClasses: ReadonlyMap<string, number> = new Map([
  ['system-cluster-critical', 2_000_000_000],
  ['system-node-critical', 2_000_001_000],
]);

export const priority: PluginFactory = () => {
  const withPriority = createSpecMemory(resolvePriority);
  return {
    name: 'Priority',
    mutate(object, { operation, subresource, resource, name }) {
      if (operation !== 'CREATE' || subresource !== '' || !isOf(Pod, object)) return object;
      const { priorityClassName = '' } = object.spec;
      if (priorityOf(priorityClassName) === undefined) {
        refuse(forbidden(resource, name, `no PriorityClass with name ${priorityClassName} was found`));
      }
      return { ...object, spec: withPriority(object.spec) };
    },
  };
};

function resolvePriority(spec: PodSpec): PodSpec {
  const { priorityClassName = '', preemptionPolicy = 'PreemptLowerPriority' } = spec;
  return { ...spec, priority: priorityOf(priorityClassName) ?? 0, preemptionPolicy };
}

function priorityOf(className: string): number | undefined {
  return className === '' ? 0 : systemClasses.get(className);
}
