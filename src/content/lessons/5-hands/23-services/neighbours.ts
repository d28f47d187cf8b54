/** Objects beside the Service: Pods with its labels that answer elsewhere, and slices that look like its own. */
import { otherNamespace, suffix } from '../../../../lesson/universes/neighbours/pods.ts';
import type { NeighbourDraw } from '../../../../lesson/universes/types.ts';
import { manager, managedBy, serviceName } from './slices.ts';

const readyElsewhere: NeighbourDraw = (random, target) => {
  const [name, namespace] = [`${target.name}-${suffix(random)}`, otherNamespace(target)];
  const status = { phase: 'Running', podIP: '10.244.9.9', conditions: [{ type: 'Ready', status: 'True' }] };
  const spec = { nodeName: 'node-1', containers: [{ name: 'web', image: 'nginx:1.29' }] };
  return {
    words: 'a ready Pod with the same labels in another namespace',
    steps: [
      { do: 'create', kind: 'Pod', object: { metadata: { name, namespace, labels: target.labels }, spec, status: {} } },
      { do: 'status', kind: 'Pod', key: `${namespace}/${name}`, status },
    ],
  };
};

/** Made by hand, before the Service, with a label of this controller. */
const likeItsOwn: NeighbourDraw = (random, target) => ({
  words: 'a slice that looks like the Service’s own and has no owner',
  steps: [
    {
      do: 'create',
      kind: 'EndpointSlice',
      object: {
        metadata: { name: `${target.name}-${suffix(random)}`, namespace: target.namespace, labels: { [serviceName]: target.name, [managedBy]: manager } },
        addressType: 'IPv4',
        endpoints: [{ addresses: ['192.0.2.9'] }],
        ports: [{ name: '', port: 8080, protocol: 'TCP' }],
      },
    },
  ],
});

export const serviceNeighbours: readonly NeighbourDraw[] = [readyElsewhere, likeItsOwn];
