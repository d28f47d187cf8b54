/** One vocabulary of faults, put on whatever it concerns: links, components, answers. */
import type { CloudFault } from '../cloud/index.ts';
import type { DiskFault, Network, Random, Trace } from '../kernel/index.ts';
import type { ApiRequest, Status } from '../meta/index.ts';
import type { Components } from './components.ts';
import { describeFault } from './fault-words.ts';
import { createTriggeredFaults, refusalOf, type TriggeredFaults } from './triggered-faults.ts';
import type { Fault } from './types.ts';

export interface Faults extends Omit<TriggeredFaults, 'add'> {
  /** Applies a fault now; returns what heals it (a crash of a given length heals itself). */
  add(fault: Fault): () => void;
  /** A Status when a fault refuses this component's request. */
  refuse(component: string, request: ApiRequest): Status | undefined;
  /** A Status when the answer to this component's request is lost. */
  loseAnswer(component: string, request: ApiRequest): Status | undefined;
}

type Refusal = Extract<Fault, { type: 'refuse' }>;

export interface FaultParts {
  readonly network: Network;
  readonly random: Random;
  readonly trace: Trace;
  readonly components: Components;
  addDiskFault(component: string, fault: DiskFault): () => void;
  /** Throws where there is no cloud. */
  addCloudFault(fault: CloudFault): () => void;
  readonly after: (delayMs: number, run: () => void) => void;
  readonly revision: () => number;
  /** See ProcessRestarts. */
  setSkew(component: string, byMs: number): void;
}

/** Creates the set of faults of a cluster; none is active. */
export function createFaults(parts: FaultParts): Faults {
  const { random, trace } = parts;
  const refusals = new Set<Refusal>();
  const triggered = createTriggeredFaults(parts);
  return {
    ...triggered,
    add(fault) {
      const heal = fault.type === 'refuse' ? addRefusal(refusals, fault) : apply(parts, triggered, fault);
      const component = fault.type === 'link' ? fault.from : fault.component;
      const words = describeFault(fault);
      trace.record({ component, type: 'fault', what: words });
      let healed = false;
      return () => {
        if (healed) return;
        healed = true;
        heal();
        trace.record({ component, type: 'fault', what: `healed: ${words}` });
      };
    },
    refuse: (component, request) =>
      refusals.size === 0 ? undefined : refusalOf(refusals, component, request, random),
    loseAnswer: (component, request) =>
      refusals.size === 0 ? undefined : refusalOf(refusals, component, request, random, true),
  };
}

function addRefusal(refusals: Set<Refusal>, refusal: Refusal): () => void {
  refusals.add(refusal);
  return () => void refusals.delete(refusal);
}

/** Puts a fault on what it concerns; returns what heals it. */
function apply(parts: FaultParts, triggered: TriggeredFaults, fault: Exclude<Fault, Refusal>): () => void {
  const { network, components, addDiskFault } = parts;
  switch (fault.type) {
    case 'link': {
      const { type: _, ...link } = fault;
      return network.addFault(link);
    }
    case 'crash':
      return components.crash(fault.component, fault.downMs);
    case 'restart':
      return components.crash(fault.component, 0);
    case 'pause':
      return between(network, fault.component, ['*'], { hold: true });
    case 'partition':
      return between(network, fault.component, fault.from ?? ['*'], { partition: true });
    case 'skew':
      return skew(parts, fault.component, fault.byMs);
    case 'disk':
      return addDiskFault(fault.component, fault.disk);
    case 'cloud':
      return parts.addCloudFault(fault.cloud);
    case 'crash-after-write':
    case 'stale-after-write':
    case 'withhold':
      return triggered.add(fault);
  }
}

/** Both directions between a component and each of its peers. */
function between(
  network: Network,
  component: string,
  peers: readonly string[],
  how: { partition: true } | { hold: true },
): () => void {
  const heals = peers.flatMap((peer) => [
    network.addFault({ from: component, to: peer, ...how }),
    network.addFault({ from: peer, to: component, ...how }),
  ]);
  return () => heals.forEach((heal) => heal());
}

function skew({ components, setSkew }: FaultParts, component: string, byMs: number): () => void {
  if (component.startsWith('etcd-')) {
    throw new Error('a member of etcd measures only how long things take: what time its clock shows changes nothing');
  }
  const restart = (to: number): void => {
    setSkew(component, to);
    components.crash(component, 0);
  };
  restart(byMs);
  return () => {
    // It may be gone: a loop ends with the leadership of its manager. When it comes back, its clock is right.
    if (components.names().includes(component)) restart(0);
    else setSkew(component, 0);
  };
}
