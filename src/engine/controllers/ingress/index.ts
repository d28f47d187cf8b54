import { ConfigMap, type Controller, defineController, deepEqual, Ingress, IngressClass, isNotFound, keyOf, type KubeObject, type ObjectKey, Secret, Service, type Tools } from 'converge/sdk';
import { isOurs, routesOf } from './routes.ts';

/** What IngressClasses name it. */
export const controllerName = 'converge.dev/ingress';
/** What the add-on's objects are called, and where proxies find their routes. */
const namespace = 'ingress';
const proxyService = `${namespace}/ingress-proxy`;
const routesMap = { namespace, name: 'ingress-routes' };

interface Memory {
  /** What Events have said of an Ingress. */
  readonly announced: Map<ObjectKey, string>;
}

/**
 * Answers for the Ingresses of its classes: writes their routes into one ConfigMap, which the proxies follow, and into each Ingress the address at
 * which they are reached. Kubernetes has no such controller of its own. (Events and addresses as ingress-nginx: internal/ingress/status)
 */
export function createIngressController(): Controller<Ingress> {
  const memory: Memory = { announced: new Map() };
  return defineController<Ingress>({
    name: 'ingress',
    for: Ingress,
    watches: [
      { kind: IngressClass, keys: (_, { lister }) => lister(Ingress).list().map(keyOf) },
      {
        kind: Service,
        keys: (service, { lister }) => (keyOf(service) === proxyService ? lister(Ingress).list() : lister(Ingress).list(service.metadata.namespace)).map(keyOf),
      },
      { kind: Secret, keys: (secret, { lister }) => lister(Ingress).list(secret.metadata.namespace).filter(({ spec }) => spec.tls !== undefined).map(keyOf) },
      { kind: ConfigMap, keys: (map, { lister }) => (isRoutesMap(map) ? lister(Ingress).list().slice(0, 1).map(keyOf) : []) },
    ],
    // The routes of all Ingresses are one object.
    workers: 1,
    async reconcile(key, tools) {
      const classes = tools.lister(IngressClass).list();
      const ours = tools.lister(Ingress).list().filter((each) => isOurs(each, classes, controllerName));
      await publish(ours, tools);
      const ingress = ours.find((each) => keyOf(each) === key);
      if (ingress === undefined) return void memory.announced.delete(key);
      announce(memory, key, ingress, tools);
      await writeAddress(ingress, tools);
    },
  });
}

const isRoutesMap = (map: KubeObject): boolean => keyOf(map) === `${routesMap.namespace}/${routesMap.name}`;

/** Writes what has changed. */
async function publish(ingresses: readonly Ingress[], { client, lister }: Tools): Promise<void> {
  const data = { 'routes.json': `${JSON.stringify(routesOf(ingresses, lister(Service)), undefined, 1)}\n` };
  const found = lister(ConfigMap).get(`${routesMap.namespace}/${routesMap.name}`);
  if (deepEqual(found?.data, data)) return;
  try {
    await client.patch(ConfigMap, routesMap, { data }, { type: 'merge' });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await client.create(ConfigMap, { metadata: routesMap, data });
  }
}

/** Once for each of its states: that it has been taken up, and what it names that isn't there. */
function announce({ announced }: Memory, key: ObjectKey, ingress: Ingress, { events, lister }: Tools): void {
  const missing = [...missingServices(ingress, lister(Service)), ...missingSecrets(ingress, lister(Secret))];
  const state = JSON.stringify([ingress.spec, missing]);
  if (announced.get(key) === state) return;
  announced.set(key, state);
  events.normal(ingress, 'Sync', 'Scheduled for sync');
  for (const [reason, message] of missing) events.warning(ingress, reason, message);
}

type Missing = readonly (readonly [reason: string, message: string])[];

function missingServices({ metadata: { namespace: own }, spec }: Ingress, services: { get(key: ObjectKey): Service | undefined }): Missing {
  const backends = [spec.defaultBackend, ...(spec.rules ?? []).flatMap(({ http }) => (http?.paths ?? []).map(({ backend }) => backend))];
  const names = new Set(backends.flatMap((backend) => (backend?.service === undefined ? [] : [backend.service.name])));
  return [...names].filter((name) => services.get(`${own}/${name}`) === undefined).map((name) => ['ServiceNotFound', `service "${own}/${name}" not found`]);
}

function missingSecrets({ metadata: { namespace: own }, spec }: Ingress, secrets: { get(key: ObjectKey): Secret | undefined }): Missing {
  const names = new Set((spec.tls ?? []).flatMap(({ secretName }) => secretName ?? []));
  return [...names].filter((name) => secrets.get(`${own}/${name}`) === undefined).map((name) => ['SecretNotFound', `secret "${own}/${name}" not found`]);
}

/** That of the proxies' Service: its balancer's, or its cluster IP where it has no balancer. */
async function writeAddress(ingress: Ingress, { client, lister }: Tools): Promise<void> {
  const addresses = addressesOf(lister(Service).get(proxyService));
  if (deepEqual(ingress.status.loadBalancer?.ingress ?? [], addresses)) return;
  const status = { loadBalancer: { ingress: addresses.length > 0 ? addresses : null } };
  await client.patch(Ingress, ingress, { status }, { type: 'merge', subresource: 'status' });
}

function addressesOf(service: Service | undefined): readonly { readonly ip?: string; readonly hostname?: string }[] {
  if (service === undefined) return [];
  const { type, clusterIP = '', externalIPs = [] } = service.spec;
  const external = externalIPs.map((ip) => ({ ip }));
  if (type === 'LoadBalancer') {
    const balancers = service.status.loadBalancer?.ingress ?? [];
    return [...balancers.map(({ ip, hostname }) => ({ ...(ip !== undefined && { ip }), ...(hostname !== undefined && { hostname }) })), ...external];
  }
  return external.length > 0 ? external : clusterIP === '' || clusterIP === 'None' ? [] : [{ ip: clusterIP }];
}
