/** Gives Pods what their RuntimeClass says (upstream: plugin/pkg/admission/runtimeclass). */
import { Pod, type PodSpec, RuntimeClass } from '../../api/index.ts';
import type { Attributes, PluginFactory } from '../../apiserver/admission/admission.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import { deepEqual, forbidden, type KubeObject, milliValue } from '../../meta/index.ts';
import { mergeTolerations } from './tolerations.ts';

export const runtimeClass: PluginFactory = ({ resources }) => {
  /** Its class, without anything where it names none. */
  function classOf({ spec: { runtimeClassName } }: Pod, attributes: Attributes): Partial<RuntimeClass> {
    if (runtimeClassName === undefined) return {};
    const found = resources.find('node.k8s.io', 'v1', 'runtimeclasses')?.cache.get(runtimeClassName);
    return found !== undefined && isOf(RuntimeClass, found) ? found : deny(attributes, `pod rejected: RuntimeClass "${runtimeClassName}" not found`);
  }

  return {
    name: 'RuntimeClass',
    mutate(object, attributes) {
      if (!concerns(object, attributes)) return object;
      const { overhead, scheduling } = classOf(object, attributes);
      const spec = scheduling === undefined ? object.spec : scheduled(object.spec, scheduling, attributes);
      const { podFixed } = overhead ?? {};
      if (podFixed === undefined) return spec === object.spec ? object : { ...object, spec };
      return { ...object, spec: { overhead: podFixed, ...spec } };
    },
    validate(object, attributes) {
      if (object === undefined || !concerns(object, attributes)) return;
      const { overhead } = classOf(object, attributes);
      if (deepEqual(amountsOf(object.spec.overhead), amountsOf(overhead?.podFixed))) return;
      const why = overhead === undefined ? 'Pod Overhead set without corresponding' : "Pod's Overhead doesn't match";
      deny(attributes, `pod rejected: ${why} RuntimeClass${overhead === undefined ? '' : "'s"} defined Overhead`);
    },
  };
};

/** However they are written: `1Gi` is 1073741824. */
function amountsOf(quantities: Readonly<Record<string, string>> | undefined): Readonly<Record<string, number>> | undefined {
  return quantities && Object.fromEntries(Object.entries(quantities).map(([name, text]) => [name, milliValue(text)]));
}

function concerns(object: KubeObject, { operation, subresource }: Attributes): object is Pod {
  return operation === 'CREATE' && subresource === '' && isOf(Pod, object);
}

function deny({ resource, name }: Attributes, why: string): never {
  return refuse(forbidden(resource, name, why));
}

/** On nodes of which both are true: what it says, and what its class says. */
function scheduled(spec: PodSpec, { nodeSelector, tolerations = [] }: NonNullable<RuntimeClass['scheduling']>, attributes: Attributes): PodSpec {
  for (const [key, value] of Object.entries(nodeSelector ?? {})) {
    const own = spec.nodeSelector?.[key] ?? value;
    if (own !== value) deny(attributes, `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own}`);
  }
  return {
    ...spec,
    ...(nodeSelector !== undefined && { nodeSelector: { ...spec.nodeSelector, ...nodeSelector } }),
    tolerations: mergeTolerations([...(spec.tolerations ?? []), ...tolerations]),
  };
}
