/** Lets pods stay on an unready or unreachable node for five minutes unless they say otherwise. */
import type { Toleration } from '../../api/index.ts';
import { Pod } from '../../api/index.ts';
import { isOf } from '../resource.ts';
import type { PluginFactory } from './admission.ts';

const seconds = 300;
const notReady = 'node.kubernetes.io/not-ready';
const unreachable = 'node.kubernetes.io/unreachable';

export const defaultTolerationSeconds: PluginFactory = () => ({
  name: 'DefaultTolerationSeconds',
  mutate: (object, { subresource }) => (subresource === '' && isOf(Pod, object) ? withDefaults(object) : object),
});

function withDefaults(pod: Pod): Pod {
  const tolerations = pod.spec.tolerations ?? [];
  const added = [notReady, unreachable]
    .filter((key) => !tolerations.some((toleration) => tolerates(toleration, key)))
    .map((key): Toleration => ({ effect: 'NoExecute', key, operator: 'Exists', tolerationSeconds: seconds }));
  return added.length === 0 ? pod : { ...pod, spec: { ...pod.spec, tolerations: [...tolerations, ...added] } };
}

function tolerates({ key, effect }: Toleration, taint: string): boolean {
  return (key === taint || !key) && (effect === 'NoExecute' || !effect);
}
