/** Gives containers what they don't say they want, and refuses what wants too much or too little (upstream: plugin/pkg/admission/limitranger). */
import { LimitRange, PersistentVolumeClaim, Pod } from '../../api/index.ts';
import type { Attributes, PluginFactory } from '../../apiserver/admission/admission.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { Resources } from '../../apiserver/resources.ts';
import { forbidden, type KubeObject } from '../../meta/index.ts';
import { limitViolations } from './constraints.ts';
import { withLimitDefaults } from './defaults.ts';

export const limitRanger: PluginFactory = ({ resources }) => ({
  name: 'LimitRanger',
  mutate(object, attributes) {
    if (!isLimited(object, attributes) || !isOf(Pod, object)) return object;
    let pod: Pod = object;
    for (const range of rangesOf(resources, attributes.namespace)) pod = withLimitDefaults(pod, range);
    return pod;
  },
  validate(object, attributes) {
    if (object === undefined || !isLimited(object, attributes)) return;
    for (const range of rangesOf(resources, attributes.namespace)) {
      const [first, ...more] = limitViolations(object, range);
      if (first === undefined) continue;
      const why = more.length === 0 ? first : `[${[first, ...more].join(', ')}]`;
      refuse(forbidden(attributes.resource, attributes.name, why));
    }
  },
});

/** A pod's containers don't change in what they want; a claim may grow. */
function isLimited(object: KubeObject, { operation, subresource }: Attributes): boolean {
  if (subresource !== '' || object.metadata.deletionTimestamp !== undefined) return false;
  return isOf(Pod, object) ? operation === 'CREATE' : isOf(PersistentVolumeClaim, object);
}

function* rangesOf(resources: Resources, namespace: string): Iterable<LimitRange> {
  for (const object of resources.find('', 'v1', 'limitranges')?.cache.list(namespace) ?? []) {
    if (isOf(LimitRange, object)) yield object;
  }
}
