/** Resolves a pod's priority class to a number. The two system classes are the only ones that always exist. */

import { Pod } from '../../api/index.ts';
import { forbidden } from '../../meta/index.ts';
import { refuse } from '../outcome.ts';
import { isOf } from '../resource.ts';
import type { PluginFactory } from './admission.ts';

const systemClasses: Readonly<Record<string, number>> = {
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
};

export const priority: PluginFactory = () => ({
  name: 'Priority',
  mutate(object, { operation, subresource, resource, name }) {
    if (operation !== 'CREATE' || subresource !== '' || !isOf(Pod, object)) return object;
    const { priorityClassName = '', preemptionPolicy = 'PreemptLowerPriority' } = object.spec;
    const value = priorityClassName === '' ? 0 : systemClasses[priorityClassName];
    if (value === undefined) {
      refuse(forbidden(resource, name, `no PriorityClass with name ${priorityClassName} was found`));
    }
    return { ...object, spec: { ...object.spec, priority: value, preemptionPolicy } };
  },
});
