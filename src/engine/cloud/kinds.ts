/** What the cloud rents out, a line each. */
import { parseLoadBalancerSpec } from '../sdk/cloud-objects.ts';
import type { CloudKind } from './types.ts';

/** Of the addresses that are set apart for documentation (RFC 5737). */
const firstAddress = 10;
const addresses = 240;

export const cloudKinds: readonly CloudKind[] = [
  {
    plural: 'loadbalancers',
    words: 'load balancer',
    quota: 5,
    provisionMs: [1500, 3000],
    deleteMs: [1000, 2500],
    parse: parseLoadBalancerSpec,
    added: (count) => ({
      first: { address: '' },
      active: { address: `203.0.113.${firstAddress + (count % addresses)}` },
    }),
  },
];
