/** What a Service’s slices have to say, read from the Pods that are stored, and what they do say. */
import { conditionOf, controllerOf, type Endpoint, type EndpointSlice, keyOf, type KubeObject, Pod, type Service } from 'converge/sdk';
import type { Owner, World } from '../../../../lesson/universes/types.ts';

export const managedBy = 'endpointslice.kubernetes.io/managed-by';
export const serviceName = 'kubernetes.io/service-name';
export const manager = 'endpointslice-controller.k8s.io';

export const isSelecting = (object: KubeObject | undefined): object is Service =>
  object?.kind === 'Service' && Object.keys((object as Service).spec.selector ?? {}).length > 0;

/** Slices of this controller; a Service may have others. */
export const owns = (owner: KubeObject, made: KubeObject): boolean =>
  controllerOf(made)?.uid === owner.metadata.uid && made.metadata.labels?.[managedBy] === manager;

/** One Pod in one slice. */
export interface Listed {
  readonly slice: EndpointSlice;
  readonly endpoint: Endpoint;
  readonly uid: string;
  /** `http=8080` of each port. */
  readonly ports: string;
}

export interface ServiceInWorld {
  readonly name: string;
  readonly service: Service;
  readonly slices: readonly EndpointSlice[];
  readonly listed: readonly Listed[];
  /** Pods that have to be listed. */
  readonly pods: readonly Pod[];
}

const portsIn = (ports: readonly { readonly name?: string; readonly port?: number }[]): string =>
  ports.map(({ name = '', port }) => `${name}=${port}`).sort().join(' ');

const isBehind = ({ metadata: { namespace }, spec }: Service, { metadata, status }: Pod): boolean =>
  metadata.namespace === namespace && Object.entries(spec.selector ?? {}).every(([key, value]) => metadata.labels?.[key] === value) &&
  Boolean(status.podIP) && status.phase !== 'Succeeded' && status.phase !== 'Failed';

export function servicesIn(world: World): readonly ServiceInWorld[] {
  return world.owners.flatMap(({ desired, live, made, name }: Owner) => {
    if (!isSelecting(desired) || live === undefined || live.metadata.deletionTimestamp !== undefined) return [];
    const slices = made.filter((each): each is EndpointSlice => each.kind === 'EndpointSlice' && each.metadata.deletionTimestamp === undefined);
    const listed = slices.flatMap((slice) =>
      (slice.endpoints ?? []).map((endpoint) => ({ slice, endpoint, uid: endpoint.targetRef?.uid ?? '', ports: portsIn(slice.ports ?? []) })),
    );
    return { name, service: desired, slices, listed, pods: world.objects(Pod).filter((pod) => isBehind(desired, pod)) };
  });
}

export function expectedConditions({ spec }: Service, { metadata, status }: Pod): { readonly ready: boolean; readonly serving: boolean; readonly terminating: boolean } {
  const serving = conditionOf(status.conditions, 'Ready')?.status === 'True';
  const terminating = metadata.deletionTimestamp !== undefined;
  return { ready: spec.publishNotReadyAddresses === true || (serving && !terminating), serving, terminating };
}

/** The scenarios name ports `http`, or give numbers. */
export const expectedPorts = ({ spec: { ports = [] } }: Service, { spec }: Pod): string =>
  portsIn(
    ports.flatMap(({ name, port, targetPort = port }) => {
      const number = typeof targetPort === 'number' ? targetPort : spec.containers.flatMap((each) => each.ports ?? []).find((each) => each.name === targetPort)?.containerPort;
      return number === undefined ? [] : { ...(name !== undefined && { name }), port: number };
    }),
  );

export const podWith = (world: World, uid: string): Pod | undefined => world.objects(Pod).find(({ metadata }) => metadata.uid === uid);

export const sliceIn = (object: KubeObject | undefined): EndpointSlice | undefined => (object?.kind === 'EndpointSlice' ? (object as EndpointSlice) : undefined);

export const nameOf = (object: KubeObject): string => keyOf(object).replace(/^default\//, '');
