/** The examples of the documentation’s tables (kubernetes.io/docs/concepts/services-networking/ingress, “Path types” and “Hostname wildcards”). */
import type { Ingress, IngressBackend, IngressSpec, Service } from 'converge/sdk';
import { describe, expect, test } from 'vitest';
import { findRoute, isOurs, type Route, routesOf } from './routes.ts';

const meta = { uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
const backend = (name: string): IngressBackend => ({ service: { name, port: { number: 80 } } });

function ingressOf(spec: IngressSpec, name = 'web', creationTimestamp = meta.creationTimestamp): Ingress {
  return { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { ...meta, name, namespace: 'default', creationTimestamp }, spec, status: {} };
}

/** Every Service is there, with the port 80. */
const services = {
  get: (key: string): Service => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { ...meta, name: key.split('/')[1] ?? '', namespace: 'default' },
    spec: { ports: [{ port: 80, name: 'http' }] },
    status: {},
  }),
};

/** `/foo Exact`: each path leads to a Service of its own number, `s0` first. */
const rulesOf = (paths: readonly string[], host?: string) => [
  {
    ...(host !== undefined && { host }),
    http: { paths: paths.map((each, index) => ({ path: each.split(' ')[0] ?? '', pathType: each.split(' ')[1] ?? 'Prefix', backend: backend(`s${index}`) })) },
  },
];

const nameOf = (route: Route | undefined): string => route?.backend?.split('.')[0] ?? 'none';

describe('paths', () => {
  test.each<readonly [paths: string, request: string, service: string]>([
    ['/ Prefix', '/', 's0'],
    ['/ Prefix', '/any/path', 's0'],
    ['/foo Exact', '/foo', 's0'],
    ['/foo Exact', '/bar', 'none'],
    ['/foo Exact', '/foo/', 'none'],
    ['/foo/ Exact', '/foo', 'none'],
    ['/foo Prefix', '/foo', 's0'],
    ['/foo Prefix', '/foo/', 's0'],
    ['/foo/ Prefix', '/foo', 's0'],
    ['/foo/ Prefix', '/foo/', 's0'],
    ['/aaa/bb Prefix', '/aaa/bbb', 'none'],
    ['/aaa/bbb Prefix', '/aaa/bbb', 's0'],
    ['/aaa/bbb/ Prefix', '/aaa/bbb', 's0'],
    ['/aaa/bbb Prefix', '/aaa/bbb/', 's0'],
    ['/aaa/bbb Prefix', '/aaa/bbb/ccc', 's0'],
    ['/aaa/bbb Prefix', '/aaa/bbbxyz', 'none'],
    ['/ Prefix,/aaa Prefix', '/aaa/ccc', 's1'],
    ['/ Prefix,/aaa Prefix,/aaa/bbb Prefix', '/aaa/bbb', 's2'],
    ['/ Prefix,/aaa Prefix,/aaa/bbb Prefix', '/ccc', 's0'],
    ['/aaa Prefix', '/ccc', 'none'],
    ['/foo Prefix,/foo Exact', '/foo', 's1'],
    // Beyond the table: letters’ case counts, and the longest path comes before an exact one that is shorter.
    ['/foo Prefix', '/FOO', 'none'],
    ['/foo Exact,/foo/bar Prefix', '/foo/bar', 's1'],
    ['/foo ImplementationSpecific', '/foo/bar', 's0'],
    [' ImplementationSpecific', '/x', 's0'],
  ])('%s: %s goes to %s', (paths, request, service) => {
    const routes = routesOf([ingressOf({ rules: rulesOf(paths.split(',')) })], services);
    expect(nameOf(findRoute(routes, 'shop.example', request))).toBe(service);
  });

  test('what nothing matches goes to the default backend, of whichever Ingress', () => {
    const routes = routesOf([ingressOf({ defaultBackend: backend('rest') }), ingressOf({ rules: rulesOf(['/ Prefix'], 'a.example') }, 'a')], services);
    expect([nameOf(findRoute(routes, 'a.example', '/x')), nameOf(findRoute(routes, 'b.example', '/x'))]).toEqual(['s0', 'rest']);
  });
});

describe('hosts', () => {
  test.each([
    ['*.foo.com', 'bar.foo.com', 's0'],
    ['*.foo.com', 'baz.bar.foo.com', 'none'],
    ['*.foo.com', 'foo.com', 'none'],
    ['foo.com', 'FOO.com', 's0'],
    ['foo.com', 'bar.foo.com', 'none'],
    [undefined, 'any.host', 's0'],
  ])('%s has the requests for %s: %s', (host, requested, service) => {
    const routes = routesOf([ingressOf({ rules: rulesOf(['/ Prefix'], host) })], services);
    expect(nameOf(findRoute(routes, requested, '/'))).toBe(service);
  });

  test('a host by name comes before a wildcard, and both before every host, however long their paths', () => {
    const path = (name: string, value: string) => ({ http: { paths: [{ path: value, pathType: 'Prefix', backend: backend(name) }] } });
    const rules = [path('every', '/long/path'), { host: '*.foo.com', ...path('wild', '/long') }, { host: 'bar.foo.com', ...path('named', '/') }];
    const routes = routesOf([ingressOf({ rules })], services);
    expect(['bar.foo.com', 'baz.foo.com', 'x.org'].map((host) => nameOf(findRoute(routes, host, '/long/path')))).toEqual(['named', 'wild', 'every']);
  });
});

test('of two Ingresses with the same path of the same host the older one has it', () => {
  const [young, old] = [ingressOf({ rules: rulesOf(['/a Prefix']) }, 'a', '2026-01-02T00:00:00Z'), ingressOf({ rules: rulesOf(['/a Prefix']) }, 'b')];
  expect(findRoute(routesOf([young, old], services), 'x', '/a')?.ingress).toBe('default/b');
});

test('ports by name, and what isn’t there: a route without a backend; a Secret is noted for its hosts', () => {
  const rules = [{ host: 'x', http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'web', port: { name: 'http' } } } }, { path: '/no', pathType: 'Prefix', backend: { service: { name: 'web', port: { number: 81 } } } }] } }];
  expect(routesOf([ingressOf({ rules, tls: [{ hosts: ['x'], secretName: 'cert' }] })], services)).toEqual([
    { host: 'x', path: '/no', pathType: 'Prefix', ingress: 'default/web', secret: 'cert' },
    { host: 'x', path: '/', pathType: 'Prefix', ingress: 'default/web', backend: 'web.default.svc.cluster.local:80', secret: 'cert' },
  ]);
});

test('an Ingress is its controller’s by its class, by the field or the old annotation', () => {
  const classes = [{ apiVersion: 'networking.k8s.io/v1' as const, kind: 'IngressClass' as const, metadata: { ...meta, name: 'mine' }, spec: { controller: 'c' } }];
  const annotated = ingressOf({});
  const old = { ...annotated, metadata: { ...annotated.metadata, annotations: { 'kubernetes.io/ingress.class': 'mine' } } };
  const found = [ingressOf({ ingressClassName: 'mine' }), old, ingressOf({ ingressClassName: 'nginx' }), ingressOf({})].map((each) => isOurs(each, classes, 'c'));
  expect(found).toEqual([true, true, false, false]);
});
