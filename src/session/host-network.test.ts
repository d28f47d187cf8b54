/** Pods of the host's network: their node's address, name and ports. */
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession } from './session.ts';

const agent = (name: string, port: number): string => `apiVersion: v1
kind: Pod
metadata: { name: ${name}, labels: { app: agent } }
spec:
  nodeName: node-2
  hostNetwork: true
  restartPolicy: Never
  containers: [{ name: c, image: "hashicorp/http-echo", args: ["-text=${name}", "-listen=:${port}"] }]
---
`;
const objects = `apiVersion: v1
kind: Pod
metadata: { name: client }
spec: { nodeName: node-1, containers: [{ name: c, image: "curlimages/curl", command: [sleep, "100000"] }] }
---
apiVersion: v1
kind: Service
metadata: { name: agent }
spec: { clusterIP: None, selector: { app: agent }, ports: [{ port: 9100 }] }
---
${agent('a', 9100)}`;

async function open() {
  const { session } = await openSession(emptyLog(7, { nodes: 2 }), sessionParts(nodePlatform()));
  onTestFinished(() => session.close());
  const apply = (text: string) => session.run({ type: 'manifest', path: 'objects.yaml', text });
  await apply(objects);
  const run = async (text: string): Promise<string> => {
    const { outputs } = await session.run({ type: 'command', text });
    return outputs.map((output) => ('text' in output ? output.text : '')).join('').trimEnd();
  };
  await run('sleep 10');
  return { apply, run };
}

test('its port answers at the node’s address, by its Service too; where nothing listens there, the node refuses', async () => {
  const { run } = await open();
  const address = await run(`kubectl get node node-2 -o jsonpath='{.status.addresses[0].address}'`);
  expect(await run(`kubectl get pod a -o jsonpath='{.status.podIP} {.status.hostIP}'`)).toBe(`${address} ${address}`);
  expect(await run(`kubectl exec client -- curl -sS ${address}:9100`)).toBe('a');
  expect(await run('kubectl exec client -- curl -sS agent:9100')).toBe('a');
  expect(await run(`kubectl exec client -- curl -sS ${address}:9101`)).toContain('curl: (7)');
});

test('two of a node can’t have one port; when the first has ended, the next one gets it', async () => {
  const { apply, run } = await open();
  await apply(agent('b', 9100) + agent('c', 9200));
  await run('sleep 10');
  expect(await run('kubectl logs b')).toContain('address already in use');
  expect(await run(`kubectl get pod c -o jsonpath='{.status.phase}'`)).toBe('Running');
  await run('kubectl delete pod a b');
  await apply(agent('d', 9100));
  await run('sleep 10');
  expect(await run('kubectl exec client -- curl -sS agent:9100')).toBe('d');
});

test('its name is the node’s', async () => {
  const { apply, run } = await open();
  await apply(`apiVersion: v1
kind: Pod
metadata: { name: shell }
spec: { nodeName: node-2, hostNetwork: true, containers: [{ name: c, image: "busybox:1.36", command: [sleep, "1000"] }] }
`);
  await run('sleep 10');
  expect(await run('kubectl exec shell -- hostname')).toBe('node-2');
});
