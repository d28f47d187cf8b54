/** The cloud that a cluster runs in, as its component `cloud`: reached over the network, by the same links and faults as everything else. */
import { type Cloud, type CloudConsole, createCloud } from '../cloud/index.ts';
import type { Kernel } from '../kernel/index.ts';
import type { ApiRequest, ApiResponse, Handler } from '../meta/index.ts';
import type { PodLink } from '../node/index.ts';
import { createConnection } from '../client/index.ts';
import { cloudClientOver, cloudPrefix } from '../sdk/cloud-client.ts';
import { createBalancing } from './cloud-balancing.ts';
import { type CloudMachines, createCloudMachines } from './cloud-machines.ts';
import { createRouteGate } from './cloud-routes.ts';
import type { Components } from './components.ts';
import { createConnections } from './connection.ts';
import type { MachineRoom } from './machines.ts';
import type { Outside } from './types.ts';

export interface CloudAccess extends Pick<Cloud, 'addFault'> {
  readonly webConsole: CloudConsole;
  /** The handler of a component, and beside it the way to the cloud: by the path of a request. */
  beside(handler: Handler, component: string): Handler;
  readonly ownMachine: CloudMachines['own'];
  runMachines(room: MachineRoom): void;
  readonly outside: Outside;
}

export interface CloudAccessParts {
  readonly kernel: Kernel;
  readonly components: Components;
  /** Called with each answer, before it is sent. */
  answered(component: string, request: ApiRequest, response: ApiResponse): void;
}

const component = 'cloud';

/** Of the addresses for documentation (RFC 5737). */
const outsideLink: PodLink = { ip: '198.51.100.7', node: 'outside', outside: true, ports: undefined };

/** Starts it. While the component is down its API can't be reached; what it has, it keeps. */
export function startCloud({ kernel, components, answered }: CloudAccessParts): CloudAccess {
  const { clock, trace, network } = kernel;
  const cloud = createCloud({ clock, trace, random: kernel.random.fork(component) });
  let isUp = false;
  const servers = { choose: () => component, handler: () => (isUp ? cloud.handle : undefined) };
  const connections = createConnections(network, servers, {
    refuse: () => undefined,
    served: (_, request) => request,
    answered(from, request, response) {
      answered(from, request, response);
      return response;
    },
    sending: () => true,
  });
  components.add(component, () => {
    isUp = true;
    return {
      stop() {
        isUp = false;
        connections.breakAll(component);
      },
    };
  });
  const machines = createCloudMachines(cloud);
  let room: MachineRoom | undefined;
  return {
    ownMachine: machines.own,
    runMachines(inRoom) {
      room = inRoom;
      const { network, addons } = inRoom;
      if (addons?.installed.includes('node-route') === true) network.routes = createRouteGate(cloud.webConsole, network);
      machines.run(inRoom);
      inRoom.useOutside(createBalancing({ cloud, room: inRoom, random: kernel.random.fork('balancing') }));
    },
    outside: {
      request(to, request, done) {
        if (room === undefined) throw new Error('the machines don’t run yet');
        room.network.request(outsideLink, to, request, done);
      },
      follow(to, done) {
        const proxy = cloud.webConsole.machines().map(({ name }) => room?.proxyOf(name)).find((each) => each !== undefined);
        if (proxy === undefined) return done([{ at: 'outside', by: 'network', does: 'no node has a kube-proxy' }]);
        proxy.follow({ pod: 'outside', namespace: '', ip: outsideLink.ip, from: outsideLink, ...to }, done);
      },
      handler: (from) => connections.connect(from),
      cloudPath: cloudPrefix,
      cloud(from, cause) {
        const handler = connections.connect(from);
        return cloudClientOver(createConnection({ handler, clock, unsettled: kernel.unsettled, user: { name: from, groups: [] }, userAgent: from }), cause);
      },
    },
    webConsole: cloud.webConsole,
    addFault: cloud.addFault,
    beside(handler, from) {
      const toCloud = connections.connect(from);
      return (request, exchange) => (request.path.startsWith(cloudPrefix) ? toCloud : handler)(request, exchange);
    },
  };
}
