/** Ingresses in a cluster that has the add-on: from the address in their status, through a proxy and a Service, to a Pod. */
import { ConfigMap } from 'converge/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession } from './session.ts';
import type { ClusterSpec } from './types.ts';

const shop = (name: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ name: c, image: "hashicorp/http-echo", args: ["-text=${name}"] }] }
---
apiVersion: v1
kind: Service
metadata: { name: ${name} }
spec: { selector: { app: ${name} }, ports: [{ name: http, port: 80, targetPort: 5678 }] }
`;
const ingress = (spec: string, name = 'shop'): string => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: ${name} }
spec: ${spec}
`;
const path = (value: string, service: string): string => `{ path: ${value}, pathType: Prefix, backend: { service: { name: ${service}, port: { name: http } } } }`;
const rules = `{ tls: [{ hosts: [shop.example], secretName: cert }], rules: [{ host: shop.example, http: { paths: [${path('/', 'web')}, ${path('/api', 'api')}, ${path('/gone', 'gone')}] } }] }`;
const client = `apiVersion: v1
kind: Pod
metadata: { name: client }
spec: { containers: [{ name: c, image: "curlimages/curl", command: [sleep, "100000"] }] }
`;

async function open(more: ClusterSpec = {}) {
  const { session } = await openSession(emptyLog(7, { nodes: 2, addons: ['ingress'], ...more }), sessionParts(nodePlatform()));
  onTestFinished(() => session.close());
  const apply = (text: string) => session.run({ type: 'manifest', path: 'objects.yaml', text });
  const run = async (text: string): Promise<string> => {
    const { outputs } = await session.run({ type: 'command', text });
    return outputs.map((output) => ('text' in output ? output.text : '')).join('').trimEnd();
  };
  await apply([client, shop('web'), shop('api'), ingress(rules)].join('---\n'));
  await run('sleep 40');
  const address = await run(`kubectl get ingress shop -o jsonpath='{.status.loadBalancer.ingress[0].ip}'`);
  return { session, apply, run, address };
}

test('requests go by host and path; without a match 404, without a backend 503; Events say what is missing', async () => {
  const { apply, run, address } = await open();
  expect(address).toMatch(/^10\./);
  const ask = (where: string, host = 'shop.example') => run(`kubectl exec client -- curl -s -m 5 -H 'Host: ${host}' http://${address}${where}`);
  expect([await ask('/'), await ask('/api/v1?x=1'), await ask('/apis')]).toEqual(['web', 'api', 'web']);
  expect([await ask('/', 'other.example'), await ask('/gone')]).toEqual(['no route for this host and path', 'no endpoints']);
  const events = await run(`kubectl get events --field-selector involvedObject.kind=Ingress -o jsonpath='{range .items[*]}{.type} {.reason} {.message}{"\\n"}{end}'`);
  expect(events).toContain('Normal Sync Scheduled for sync');
  expect(events).toContain('Warning ServiceNotFound service "default/gone" not found');
  expect(events).toContain('Warning SecretNotFound secret "default/cert" not found');
  await run('kubectl scale deployment api --replicas=0; sleep 40');
  expect(await ask('/api')).toBe('no endpoints');
  // A class of somebody else's.
  await apply(ingress(`{ ingressClassName: nginx, defaultBackend: { service: { name: web, port: { number: 80 } } } }`, 'theirs'));
  expect(await ask('/', 'other.example')).toBe('no route for this host and path');
  await apply(ingress(`{ defaultBackend: { service: { name: web, port: { number: 80 } } } }`, 'rest'));
  expect(await ask('/', 'other.example')).toBe('web');
  expect(await run(`kubectl get ingress rest -o jsonpath='{.spec.ingressClassName}'`)).toBe('converge');
  await run('kubectl delete ingress shop');
  expect(await ask('/api')).toBe('web');
  // Through a node port, as from outside: the proxy's log says what came.
  const nodePort = await run(`kubectl get service ingress-proxy -n ingress -o jsonpath='{.spec.ports[0].nodePort}'`);
  expect(await run(`kubectl exec client -- curl -s -m 5 http://172.18.0.2:${nodePort}/`)).toBe('web');
  expect(await run('kubectl logs -n ingress deployment/ingress-proxy --tail=1')).toContain('"GET /" 172.18.0.2 200 default/rest web.default.svc.cluster.local:80');
});

test('Why? leads from the proxies’ routes to the Ingress, and the loop that wrote them', async () => {
  const { session } = await open();
  expect(session.cluster.objects(ConfigMap).find(({ metadata }) => metadata.name === 'ingress-routes')?.data?.['routes.json']).toContain('api.default.svc.cluster.local:80');
  const why = (subject: { readonly kind: string; readonly namespace: string; readonly name: string }): string => session.inspectors.why({ subject }).steps.map(({ lead, says }) => `${lead} ${says}`).join('\n');
  expect(why({ kind: 'ConfigMap', namespace: 'ingress', name: 'ingress-routes' })).toMatch(/ingress/i);
  expect(why({ kind: 'Ingress', namespace: 'default', name: 'shop' })).toMatch(/ingress/i);
});

test('in a cloud its Service gets a balancer, whose address the Ingress has: curl from outside', async () => {
  const { run, address } = await open({ cloud: true });
  expect(address).toMatch(/^203\./);
  expect(await run(`curl -s -H 'Host: shop.example' http://${address}/api`)).toBe('api');
});
