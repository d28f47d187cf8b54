/** The API servers: one a control plane, each with a store that it reaches by itself. */
import { kinds } from '../api/index.ts';
import {
  type ApiFeatures,
  type ApiServer,
  type ApiServerOptions,
  type CallWebhook,
  type Credentials,
  createApiServer,
  type NodeLogs,
  type NodeStreams,
} from '../apiserver/index.ts';
import type { Etcd } from '../etcd/index.ts';
import { hash32, type Kernel } from '../kernel/index.ts';
import type { Components, Running } from './components.ts';
import type { Connections, Servers } from './connection.ts';
import type { NetworkTap } from './network-tap.ts';
import type { ClusterOptions } from './types.ts';

export interface ApiServerParts {
  readonly options: ClusterOptions;
  readonly features: ApiFeatures;
  readonly kernel: Kernel;
  /** The kernel as each start of a component gets it. */
  readonly next: (component: string) => Kernel;
  readonly components: Components;
  /** What the API server with this number (from 0) keeps its state in. */
  readonly etcd: (server: number) => Etcd;
  readonly networkTap: NetworkTap | undefined;
  readonly callWebhook: CallWebhook | undefined;
  readonly credentials: Credentials;
  readonly nodeLogs: NodeLogs;
  readonly nodeStreams: NodeStreams | undefined;
  readonly validateAlso: NonNullable<ApiServerOptions['validateAlso']>;
  readonly stepUpdate: NonNullable<ApiServerOptions['stepUpdate']>;
}

export interface ApiServers extends Servers {
  /** Starts all of them. `serviceAccounts`: a controller makes an account in every namespace. */
  start(connections: Connections, serviceAccounts: boolean): void;
}

interface ServerSlot {
  readonly component: string;
  readonly index: number;
  /** Undefined while it is down. */
  running: ApiServer | undefined;
}

/** So many, none started. One is `apiserver`; several are `apiserver-0` … */
export function createApiServers(parts: ApiServerParts, count: number): ApiServers {
  const slots: readonly ServerSlot[] = Array.from({ length: count }, (_, index) => ({
    component: count === 1 ? 'apiserver' : `apiserver-${index}`,
    index,
    running: undefined,
  }));
  return {
    choose: (component) => chosenFor(component, slots).component,
    handler: (name) => slots.find(({ component }) => component === name)?.running?.handle,
    start(connections, serviceAccounts) {
      for (const slot of slots) {
        parts.components.add(slot.component, () => startServer(parts, slot, connections, serviceAccounts));
      }
    },
  };
}

/** Its own control plane's server; else one that is up, always the same for the same component. */
function chosenFor(component: string, slots: readonly ServerSlot[]): Pick<ServerSlot, 'component'> {
  const first = slots[0] ?? { component: 'apiserver' };
  const own = /^(?:controller-manager|scheduler)-(\d+)$/.exec(component)?.[1];
  if (own !== undefined) return slots[Number(own)] ?? first;
  const up = slots.filter(({ running }) => running !== undefined);
  return up[hash32(component) % Math.max(1, up.length)] ?? first;
}

function startServer(
  parts: ApiServerParts,
  slot: ServerSlot,
  connections: Connections,
  serviceAccounts: boolean,
): Running {
  const { options, networkTap, kernel } = parts;
  const { clock, random } = parts.next(slot.component);
  const etcd = parts.etcd(slot.index);
  const started = createApiServer({
    clock,
    trace: kernel.trace,
    random,
    etcd: networkTap?.etcd(slot.component, etcd) ?? etcd,
    kinds,
    credentials: parts.credentials,
    freeze: options.freeze ?? true,
    ...(options.descriptions && { describe: options.descriptions }),
    serviceAccounts,
    ...(parts.callWebhook && { callWebhook: parts.callWebhook }),
    nodeLogs: parts.nodeLogs,
    nodeStreams: parts.nodeStreams,
    validateAlso: parts.validateAlso,
    stepUpdate: parts.stepUpdate,
    features: parts.features,
  });
  slot.running = started;
  return {
    stop() {
      started.stop();
      slot.running = undefined;
      connections.breakAll(slot.component);
    },
  };
}
