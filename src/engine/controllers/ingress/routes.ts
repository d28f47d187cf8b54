/**
 * What Ingresses say of requests, as one list in order of precedence: the first route that matches a request has it. Pure.
 * (kubernetes.io/docs/concepts/services-networking/ingress)
 */
import type { Ingress, IngressBackend, IngressClass, Lister, Service } from 'converge/sdk';

/** One line of the list that proxies go by. */
export interface Route {
  /** `shop.example`, `*.shop.example`, or '' for every host. */
  readonly host: string;
  readonly path: string;
  readonly pathType: 'Exact' | 'Prefix';
  /** Whose line it is: `default/shop`. */
  readonly ingress: string;
  /** Host and port of the Service. Absent: there is none of this name, or it has no such port. */
  readonly backend?: string;
  /** The host's Secret, for its certificate. */
  readonly secret?: string;
}

/** Of its class, which names who answers for it. (annotation: older than the field, and still heeded) */
export function isOurs({ spec, metadata }: Ingress, classes: readonly IngressClass[], controller: string): boolean {
  const name = spec.ingressClassName ?? metadata.annotations?.['kubernetes.io/ingress.class'];
  return classes.some((each) => each.metadata.name === name && each.spec.controller === controller);
}

/** The routes of these Ingresses, and behind them what gets the rest: their default backends. */
export function routesOf(ingresses: readonly Ingress[], services: Pick<Lister<Service>, 'get'>): readonly Route[] {
  const oldestFirst = [...ingresses].sort(byAge);
  return oldestFirst
    .flatMap((ingress) => linesOf(ingress, services))
    .map((line, index) => ({ line, index }))
    .sort((a, b) => precedence(a.line, b.line) || a.index - b.index)
    .map(({ line: { isDefault: _, ...route } }) => route);
}

interface Line extends Route {
  readonly isDefault: boolean;
}

function linesOf(ingress: Ingress, services: Pick<Lister<Service>, 'get'>): readonly Line[] {
  const { rules = [], tls = [], defaultBackend } = ingress.spec;
  const line = (host: string, path: string, pathType: string, backend: IngressBackend, isDefault: boolean): Line => {
    const address = addressOf(ingress, backend, services);
    const secret = tls.find(({ hosts = [] }) => hosts.includes(host))?.secretName;
    return {
      host,
      path: path === '' ? '/' : path,
      // What ImplementationSpecific means is the controller's choice: here it is a prefix.
      pathType: pathType === 'Exact' ? 'Exact' : 'Prefix',
      ingress: `${ingress.metadata.namespace}/${ingress.metadata.name}`,
      ...(address !== undefined && { backend: address }),
      ...(secret !== undefined && { secret }),
      isDefault,
    };
  };
  const paths = rules.flatMap(({ host = '', http }) =>
    (http?.paths ?? []).map(({ path = '', pathType, backend }) => line(host, path, pathType, backend, false)),
  );
  return defaultBackend === undefined ? paths : [...paths, line('', '/', 'Prefix', defaultBackend, true)];
}

/** `shop.default.svc.cluster.local:80`. Backends that are other resources lead nowhere here. */
function addressOf({ metadata: { namespace } }: Ingress, { service }: IngressBackend, services: Pick<Lister<Service>, 'get'>): string | undefined {
  if (service === undefined) return undefined;
  const { name, port: { name: portName, number } = {} } = service;
  const found = services.get(`${namespace}/${name}`)?.spec.ports?.find((each) => (portName === undefined ? each.port === number : each.name === portName));
  return found === undefined ? undefined : `${name}.${namespace}.svc.cluster.local:${found.port}`;
}

/** Of two Ingresses with the same path of the same host, the older one has it. */
function byAge(a: Ingress, b: Ingress): number {
  const text = ({ metadata: { creationTimestamp = '', namespace, name } }: Ingress): string => `${creationTimestamp} ${namespace}/${name}`;
  return text(a) < text(b) ? -1 : 1;
}

/** A host by name before a wildcard, and both before every host; then the longest path; of two equal ones the exact one. */
function precedence(a: Line, b: Line): number {
  if (a.isDefault !== b.isDefault) return a.isDefault ? 1 : -1;
  return (
    rankOf(a.host) - rankOf(b.host) ||
    b.host.length - a.host.length ||
    elementsOf(b.path).join('/').length - elementsOf(a.path).join('/').length ||
    Number(a.pathType !== 'Exact') - Number(b.pathType !== 'Exact')
  );
}

const rankOf = (host: string): number => (host === '' ? 2 : host.startsWith('*.') ? 1 : 0);

/** The route of a request; undefined where no line matches. `host` without a port, `path` without a query. */
export function findRoute(routes: readonly Route[], host: string, path: string): Route | undefined {
  return routes.find((route) => isHost(route.host, host.toLowerCase()) && isPath(route, path));
}

/** A wildcard stands for one label. */
function isHost(wanted: string, host: string): boolean {
  if (!wanted.startsWith('*.')) return wanted === '' || wanted === host;
  const dot = host.indexOf('.');
  return dot > 0 && host.slice(dot) === wanted.slice(1);
}

/** A prefix is one of elements between slashes, not of characters; a slash at the end makes no difference to it. */
function isPath({ path, pathType }: Route, requested: string): boolean {
  if (pathType === 'Exact') return requested === path;
  const elements = elementsOf(requested);
  return elementsOf(path).every((element, index) => elements[index] === element);
}

const elementsOf = (path: string): readonly string[] => path.replace(/\/$/, '').split('/');
