/** Resolves a pod's priority class to a number. The two system classes exist even where they aren't stored. */
import { Pod, type PodSpec, type PriorityClass, systemPriorityClasses } from '../../api/index.ts';
import type { Kind } from '../../api/types.ts';
import type { Attributes, PluginFactory } from '../../apiserver/admission/admission.ts';
import { createSpecMemory } from '../../apiserver/admission/spec-memory.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { Resources } from '../../apiserver/resources.ts';
import { forbidden, type KubeObject } from '../../meta/index.ts';

/** What a class makes of a pod. */
interface Resolved {
  readonly className: string;
  readonly priority: number;
  readonly preemptionPolicy: string;
}

/** Only their address: not every server has them. */
const priorityClasses: Kind<PriorityClass> = {
  group: 'scheduling.k8s.io',
  version: 'v1',
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  namespaced: false,
};

const ordinary: Resolved = { className: '', priority: 0, preemptionPolicy: 'PreemptLowerPriority' };

export const priority: PluginFactory = ({ resources }) => {
  const memories = new WeakMap<Resolved, (spec: PodSpec) => PodSpec>();
  const resolved = new WeakMap<PriorityClass, Resolved>();

  /** The same for the same version of a class. */
  function resolvedOf(priorityClass: PriorityClass): Resolved {
    const known = resolved.get(priorityClass);
    if (known !== undefined) return known;
    const { metadata, value = 0, preemptionPolicy = ordinary.preemptionPolicy } = priorityClass;
    const made = { className: metadata.name, priority: value, preemptionPolicy };
    resolved.set(priorityClass, made);
    return made;
  }

  function withPriority(spec: PodSpec, by: Resolved): PodSpec {
    const known = memories.get(by);
    const memory = known ?? createSpecMemory((each) => prioritized(each, by));
    if (known === undefined) memories.set(by, memory);
    return memory(spec);
  }

  function classFor({ priorityClassName: name = '' }: PodSpec): Resolved | undefined {
    if (name === '') {
      const chosen = defaultClass(resources);
      return chosen === undefined ? ordinary : resolvedOf(chosen);
    }
    const stored = resources.find('scheduling.k8s.io', 'v1', 'priorityclasses')?.cache.get(name);
    if (stored !== undefined && isOf(priorityClasses, stored)) return resolvedOf(stored);
    return systemClasses.get(name);
  }

  return {
    name: 'Priority',
    mutate(object, { operation, subresource, resource, name }) {
      if (operation !== 'CREATE' || subresource !== '' || !isOf(Pod, object)) return object;
      const { spec } = object;
      const refused = (why: string): never => refuse(forbidden(resource, name, why));
      const by = classFor(spec);
      if (by === undefined) return refused(`no PriorityClass with name ${spec.priorityClassName} was found`);
      const computed = 'must not be provided in pod spec; priority admission controller computed';
      const from = 'from the given PriorityClass name';
      if (spec.priority !== undefined && spec.priority !== by.priority) {
        refused(`the integer value of priority (${spec.priority}) ${computed} ${by.priority} ${from}`);
      }
      if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== by.preemptionPolicy) {
        refused(
          `the string value of PreemptionPolicy (${spec.preemptionPolicy}) ${computed} ${by.preemptionPolicy} ${from}`,
        );
      }
      return { ...object, spec: withPriority(spec, by) };
    },
    validate(object, attributes) {
      if (object !== undefined && isOf(priorityClasses, object)) refuseSecondDefault(object, attributes, resources);
    },
  };
};

const systemClasses: ReadonlyMap<string, Resolved> = new Map(
  systemPriorityClasses.map(({ name, value }) => [name, { ...ordinary, className: name, priority: value }]),
);

function prioritized(spec: PodSpec, { className, priority, preemptionPolicy }: Resolved): PodSpec {
  return { ...spec, ...(className !== '' && { priorityClassName: className }), priority, preemptionPolicy };
}

/** Of several, which two API servers can let in at once, the least. */
function defaultClass(resources: Resources): PriorityClass | undefined {
  let least: PriorityClass | undefined;
  for (const each of resources.find('scheduling.k8s.io', 'v1', 'priorityclasses')?.cache.list('') ?? []) {
    if (isDefault(each) && (least === undefined || (each.value ?? 0) < (least.value ?? 0))) least = each;
  }
  return least;
}

function isDefault(object: KubeObject): object is PriorityClass {
  return isOf(priorityClasses, object) && object.globalDefault === true;
}

function refuseSecondDefault(given: PriorityClass, { resource, name }: Attributes, resources: Resources): void {
  if (given.globalDefault !== true) return;
  const chosen = defaultClass(resources);
  if (chosen === undefined || chosen.metadata.name === name) return;
  const why = `PriorityClass ${chosen.metadata.name} is already marked as default. Only one default can exist`;
  refuse(forbidden(resource, name, why));
}
