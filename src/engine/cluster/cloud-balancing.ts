/** What balancers do with connections: one of the targets that answer the health check gets each of them, at its node port. */
import type { Cloud } from '../cloud/index.ts';
import type { Random } from '../kernel/index.ts';
import type { Address, ConnectFailure, ServiceProxy } from '../node/index.ts';
import type { Listener, LoadBalancer } from '../sdk/index.ts';
import type { MachineRoom } from './machines.ts';

export interface BalancingParts {
  readonly cloud: Pick<Cloud, 'webConsole'>;
  readonly room: Pick<MachineRoom, 'proxyOf'>;
  readonly random: Random;
}

/** How a client outside of the cluster reaches it. Health is that of the moment: what a real balancer notices seconds later, this one does at once. */
export function createBalancing(parts: BalancingParts): ServiceProxy {
  return {
    route(from, to, passed) {
      const balancer = parts.cloud.webConsole.loadBalancers().find(({ address, state }) => address === to.ip && state === 'active');
      if (balancer === undefined) return undefined;
      const decided = (does: string): void => passed?.({ at: 'cloud', by: 'balancer', does });
      const listener = balancer.listeners.find(({ port, protocol }) => port === to.port && protocol === 'TCP');
      const target = listener === undefined ? undefined : choose(parts, balancer, listener);
      if (listener === undefined) decided(`listens at no port ${to.port}`);
      else if (target === undefined) decided('no target passes its health check');
      if (listener === undefined || target === undefined) return 'connection refused';
      decided(`${to.ip}:${to.port} goes to ${target.name}, port ${listener.nodePort}`);
      return answer(parts.room.proxyOf(target.name)?.route(from, { ip: target.address, port: listener.nodePort }, passed));
    },
    lookup: () => undefined,
  };
}

const answer = (routed: Address | ConnectFailure | undefined): Address | ConnectFailure => routed ?? 'connection refused';

function choose({ cloud, room, random }: BalancingParts, balancer: LoadBalancer, { nodePort }: Listener) {
  const machines = cloud.webConsole.machines().filter(({ name }) => balancer.targets.includes(name));
  const healthy = machines.filter(({ name, state, power }) => {
    if (state !== 'active' || power === 'off') return false;
    const proxy = room.proxyOf(name);
    return balancer.healthCheckPort === undefined ? proxy?.accepts(nodePort) === true : proxy?.health(balancer.healthCheckPort) === true;
  });
  return healthy.length === 0 ? undefined : random.pick(healthy);
}
