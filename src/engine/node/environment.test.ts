/** The variables that tell a container of Services. */
import { expect, test } from 'vitest';
import type { Pod, Service } from '../sdk/index.ts';
import { environmentOf } from './environment.ts';
import { noReferences } from './references.ts';

function service(name: string, clusterIP: string, port: number): Service {
  const metadata = { name, uid: name, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
  return { apiVersion: 'v1', kind: 'Service', metadata, spec: { clusterIP, ports: [{ name: 'https', port, protocol: 'TCP' }] }, status: {} };
}

function names(enableServiceLinks: boolean, apiService: Service | undefined): readonly string[] {
  const pod: Pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'team', uid: 'p', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: { containers: [], enableServiceLinks },
    status: {},
  };
  const node = { nodeName: 'node-1', hostIP: '172.18.0.2', podIP: '10.244.0.2', allocatable: {} };
  const services = [service('shop', '10.96.0.7', 80)];
  const made = environmentOf({ ...node, pod, container: { name: 'c' }, references: noReferences, services, apiService });
  return 'error' in made ? [made.error] : Object.keys(made.env).filter((name) => /^(SHOP|KUBERNETES)_(PORT|SERVICE_HOST|SERVICE_PORT_HTTPS)$/.test(name));
}

test.each([
  [true, ['KUBERNETES_SERVICE_HOST', 'KUBERNETES_SERVICE_PORT_HTTPS', 'KUBERNETES_PORT', 'SHOP_SERVICE_HOST', 'SHOP_SERVICE_PORT_HTTPS', 'SHOP_PORT']],
  [false, ['KUBERNETES_SERVICE_HOST', 'KUBERNETES_SERVICE_PORT_HTTPS', 'KUBERNETES_PORT']],
])('a container in any namespace is told of the API server, with links to Services (%s) of those, too', (links, expected) => {
  expect(names(links, service('kubernetes', '10.96.0.1', 443))).toEqual(expected);
});
