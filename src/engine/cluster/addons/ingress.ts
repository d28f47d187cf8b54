/**
 * Ingresses are served by proxies, the Pods of a Deployment: they go by the routes that the controller `ingress` writes. Of their own class, which
 * is the default one.
 */
import { controllerName } from '../../controllers/ingress/index.ts';
import { findRoute, type Route } from '../../controllers/ingress/routes.ts';
import {
  ConfigMap,
  Deployment,
  type HttpAnswer,
  type Image,
  IngressClass,
  Namespace,
  type Process,
  Service,
  ServiceAccount,
} from '../../sdk/index.ts';
import { createConnection, createInformer } from '../../sdk/internal.ts';
import { serviceAccountUser } from '../users.ts';
import type { Addon, AddonRoom } from './addon.ts';
import { allow } from './allow.ts';
import type { Installation } from './install.ts';

const namespace = 'ingress';
const name = 'ingress-proxy';
const labels = { app: name };
const repository = 'docker.io/converge/ingress-proxy';
const [trafficPort, healthPort] = [80, 10_254];

const user = serviceAccountUser(namespace, name);

/** Undefined: this proxy hasn't read them yet. */
type Routes = readonly Route[] | undefined;

/** A proxy without routes is not ready; one that has some keeps them while no API server can be reached. */
export function createIngress(room: AddonRoom): Addon {
  const { next, connect, components, options } = room;
  /** By a proxy's address. */
  const tables = new Map<string, Routes>();
  return {
    image: imageOf((ip) => tables.get(ip)),
    objects: [...objects, serviceOf(options.cloud === true)],
    work({ name: node }, { ip }) {
      const component = `${name}/${node}/${ip}`;
      components.add(component, () => {
        const kernel = next(component);
        const { clock } = kernel;
        const unsettled = () => kernel.unsettled();
        const connection = createConnection({ handler: connect(component), clock, unsettled, user, userAgent: 'ingress-proxy/v1.0' });
        const learn = (map: ConfigMap): void => {
          if (map.metadata.name === 'ingress-routes') tables.set(ip, parseRoutes(map.data?.['routes.json']));
        };
        const informer = createInformer({ connection, clock, random: kernel.random.fork(component), kind: ConfigMap, selection: { namespace } });
        informer.onEvent({ added: learn, updated: (_, map) => learn(map) });
        return { stop: informer.stop };
      });
      return () => {
        components.remove(component);
        tables.delete(ip);
      };
    },
  };
}

/** What is no list of routes sends no request anywhere. */
function parseRoutes(text = '[]'): Routes {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isRoute) : [];
  } catch {
    return [];
  }
}

function isRoute(value: unknown): value is Route {
  if (typeof value !== 'object' || value === null) return false;
  return 'host' in value && typeof value.host === 'string' && 'path' in value && typeof value.path === 'string';
}

function imageOf(routesAt: (ip: string) => Routes): Image {
  return {
    repository,
    hasTag: (tag) => tag === '1.0',
    sizeBytes: 18_200_000,
    entrypoint: ['/ingress-proxy'],
    programs: {
      '/ingress-proxy'(process) {
        process.log('ingress-proxy: waits for routes');
        process.listen(healthPort, (_, answer) => answer(textOf(routesAt(process.ip) === undefined ? 503 : 200)));
        process.listen(trafficPort, (request, answer, remote) => {
          const [host = ''] = (request.headers['host'] ?? '').split(':');
          const [path = '/'] = request.path.split('?');
          const route = findRoute(routesAt(process.ip) ?? [], host, path);
          const done = (sent: HttpAnswer): void => {
            process.log(`${remote} "${request.method} ${request.path}" ${host} ${sent.code} ${route?.ingress ?? '-'} ${route?.backend ?? '-'}`);
            answer(sent);
          };
          if (route === undefined) return done(textOf(404));
          if (route.backend === undefined) return done(textOf(503));
          const headers = { ...request.headers, 'x-forwarded-for': remote, 'x-forwarded-host': host, 'x-forwarded-proto': 'http' };
          forward(process, `http://${route.backend}`, { ...request, headers }, done);
        });
        process.onTerminate(() => process.exit(0));
      },
    },
  };
}

function forward(process: Process, to: string, request: Parameters<Process['request']>[1], done: (answer: HttpAnswer) => void): void {
  process.request(to, request, (got) => {
    if (typeof got !== 'string') done(got);
    else done(textOf(got === 'timed out' ? 504 : got === 'connection reset' ? 502 : 503));
  });
}

const words: Readonly<Record<number, string>> = { 200: 'ok', 404: 'no route for this host and path', 502: 'the backend ended the connection', 503: 'no endpoints', 504: 'the backend does not answer' };

const textOf = (code: number): HttpAnswer => ({ code, headers: { 'content-type': 'text/plain' }, body: `${words[code] ?? ''}\n` });

/** In a cloud it gets a balancer; elsewhere it is reached at a node port. */
const serviceOf =
  (inCloud: boolean): Installation =>
  (client) =>
    client.create(Service, {
      metadata: { name, namespace, labels },
      spec: { type: inCloud ? 'LoadBalancer' : 'NodePort', selector: labels, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
    });

const read = ['get', 'list', 'watch'];

const objects: Addon['objects'] = [
  (client) => client.create(Namespace, { metadata: { name: namespace }, spec: {} }),
  ...allow('ingress-controller', 'kube-system', [
    { apiGroups: ['networking.k8s.io'], resources: ['ingresses', 'ingressclasses'], verbs: read },
    { apiGroups: ['networking.k8s.io'], resources: ['ingresses/status'], verbs: ['patch'] },
    { apiGroups: [''], resources: ['services', 'secrets'], verbs: read },
    { apiGroups: [''], resources: ['configmaps'], verbs: [...read, 'create', 'patch'] },
    { apiGroups: ['', 'events.k8s.io'], resources: ['events'], verbs: ['create', 'patch', 'update'] },
  ]),
  ...allow(name, namespace, [{ apiGroups: [''], resources: ['configmaps'], verbs: read }]),
  (client) => client.create(ServiceAccount, { metadata: { name, namespace } }),
  (client) =>
    client.create(IngressClass, {
      metadata: { name: 'converge', annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
      spec: { controller: controllerName },
    }),
  (client) => client.create(ConfigMap, { metadata: { name: 'ingress-routes', namespace }, data: { 'routes.json': '[]\n' } }),
  (client) =>
    client.create(Deployment, {
      metadata: { name, namespace, labels },
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            serviceAccountName: name,
            containers: [
              {
                name: 'proxy',
                image: `${repository}:1.0`,
                ports: [{ name: 'http', containerPort: trafficPort }],
                readinessProbe: { httpGet: { path: '/healthz', port: healthPort }, periodSeconds: 2 },
              },
            ],
          },
        },
      },
    }),
];
