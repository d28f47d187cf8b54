/** A new node takes no pods before it has said that it is ready. */
import { Node } from '../../api/index.ts';
import type { PluginFactory } from '../../apiserver/admission/admission.ts';
import { isOf } from '../../apiserver/resource.ts';

const key = 'node.kubernetes.io/not-ready';
const effect = 'NoSchedule';

export const taintNodesByCondition: PluginFactory = () => ({
  name: 'TaintNodesByCondition',
  mutate(object, { operation, subresource }) {
    if (operation !== 'CREATE' || subresource !== '' || !isOf(Node, object)) return object;
    const taints = object.spec.taints ?? [];
    if (taints.some((taint) => taint.key === key && taint.effect === effect)) return object;
    return { ...object, spec: { ...object.spec, taints: [...taints, { effect, key }] } };
  },
});
