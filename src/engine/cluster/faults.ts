/** One vocabulary of faults, put on whatever it concerns: links, components, answers. */
import type { DiskFault, Network, Random } from '../kernel/index.ts';
import { type ApiRequest, failure, type Status } from '../meta/index.ts';
import type { Components } from './components.ts';
import type { Fault } from './types.ts';

export interface Faults {
  /** Applies a fault now; returns what heals it (a crash heals itself). */
  add(fault: Fault): () => void;
  /** A Status when a fault refuses this component's request. */
  refuse(component: string, request: ApiRequest): Status | undefined;
}

type Refusal = Extract<Fault, { type: 'refuse' }>;

/** Creates the set of faults of a cluster; none is active. */
export function createFaults(
  network: Network,
  random: Random,
  components: () => Components,
  onDisk: (component: string, fault: DiskFault) => () => void,
): Faults {
  const refusals = new Set<Refusal>();

  return {
    add(fault) {
      switch (fault.type) {
        case 'link': {
          const { type: _, ...link } = fault;
          return network.addFault(link);
        }
        case 'crash':
          components().crash(fault.component, fault.downMs);
          return () => {};
        case 'pause': {
          const heals = [
            network.addFault({ from: fault.component, to: '*', hold: true }),
            network.addFault({ from: '*', to: fault.component, hold: true }),
          ];
          return () => heals.forEach((heal) => heal());
        }
        case 'disk':
          return onDisk(fault.component, fault.disk);
        case 'refuse':
          refusals.add(fault);
          return () => void refusals.delete(fault);
      }
    },
    refuse(component, request) {
      if (refusals.size === 0 || request.method === 'GET') return undefined;
      for (const { component: whose, verb, chance } of refusals) {
        if (whose !== '*' && whose !== component) continue;
        if (verb !== undefined && verb !== verbs[request.method]) continue;
        if (random.chance(chance)) return failure(500, 'InternalError', 'Internal error occurred: refused by a fault');
      }
      return undefined;
    },
  };
}

const verbs = { GET: 'get', POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' } as const;
