/** `converge packet`: what a connection passes on its way, by the rules that it really takes. */
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession } from './session.ts';

const pod = (name: string, nodeName: string, labels = '{ app: web }'): string => `apiVersion: v1
kind: Pod
metadata: { name: ${name}, labels: ${labels} }
spec: { nodeName: ${nodeName}, containers: [{ name: c, image: "nginx:1.29" }] }
`;
const service = (spec = ''): string => `apiVersion: v1
kind: Service
metadata: { name: web }
spec: { clusterIP: 10.96.0.99, selector: { app: web }, ports: [{ port: 80 }]${spec} }
`;

async function open(files: Readonly<Record<string, string>> = {}, spec = '') {
  const { session } = await openSession(emptyLog(7, { nodes: 2 }, files), sessionParts(nodePlatform()));
  onTestFinished(() => session.close());
  const text = [pod('client', 'node-1', '{}'), pod('a', 'node-1'), pod('b', 'node-2'), service(spec)].join('---\n');
  await session.run({ type: 'manifest', path: 'web.yaml', text });
  await session.run({ type: 'command', text: 'sleep 20' });
  /** Its lines, columns parted by `|`, and its exit code. */
  async function run(command: string) {
    const { outputs, exitCode } = await session.run({ type: 'command', text: command });
    const lines = outputs.map((output) => ('text' in output ? output.text : '')).join('').trimEnd().split('\n');
    return { lines: lines.map((line) => line.split(/ {2,}/).join('|')), exitCode };
  }
  return { session, run };
}

test('a packet passes DNS, the rules of its node, and the way to another node', async () => {
  const { run } = await open();
  const { lines, exitCode } = await run('kubectl delete pod a --wait=false; sleep 40; converge packet client web:80');
  expect(exitCode).toBe(0);
  expect(lines.slice(1)).toEqual([
    'AT|BY|WHAT HAPPENS',
    'client|DNS|web.default.svc.cluster.local is 10.96.0.99',
    'node-1|KUBE-SERVICES|10.96.0.99:80/TCP is default/web',
    'node-1|rule 1 of 1|10.244.1.2:80, always: yes',
    'node-1|DNAT|10.96.0.99:80 becomes 10.244.1.2:80',
    'node-1|route|10.244.1.2 is on node-2',
    'node-2|container|accepts at 10.244.1.2:80',
  ]);
});

test('of two endpoints the first has a chance of a half, and affinity skips the chances', async () => {
  const { run } = await open({}, ', sessionAffinity: ClientIP');
  const [first, again] = [await run('converge packet client web:80'), await run('converge packet client web:80')];
  expect(first.lines[3]).toMatch(/^node-1\|rule 1 of 2\|10\.244\.\d\.\d:80, chance 1\/2: (?:yes|no)$/);
  expect(again.lines[3]).toMatch(/^node-1\|affinity\|this client went to 10\.244\.\d\.\d:80 before$/);
});

test('without endpoints it is rejected, with none on this node dropped; a Pod’s own address passes no rule', async () => {
  const { run } = await open({}, ', internalTrafficPolicy: Local');
  const dropped = await run('kubectl delete pod a --wait=false; sleep 40; converge packet client web:80');
  expect(dropped.lines.slice(-2)).toEqual(['node-1|DROP|default/web has no endpoint on this node', 'client|answer|none: the connection times out']);
  const direct = await run('converge packet client 10.244.1.2:80');
  expect(direct.lines.slice(1)).toEqual(['node-1|route|10.244.1.2 is on node-2', 'node-2|container|accepts at 10.244.1.2:80']);
  const rejected = await run('kubectl delete pod b --wait=false; sleep 40; converge packet client web:80');
  expect(rejected.exitCode).toBe(1);
  expect(rejected.lines.slice(-2)).toEqual(['node-1|REJECT|default/web has no endpoints', 'client|answer|connection refused']);
});

test('what can’t be followed is named', async () => {
  const { run } = await open();
  expect((await run('converge packet none web:80')).lines).toEqual(['converge: no Pod "none" in the namespace "default"']);
  expect((await run('converge packet client')).exitCode).toBe(2);
  expect((await run('converge packet client nowhere:80')).lines.at(-1)).toBe('client|DNS|there is no nowhere');
  expect((await run('converge packet client web:81')).lines.slice(2)).toEqual(['node-1|REJECT|default/web has no port 81', 'client|answer|connection refused']);
  expect((await run('converge packet client 10.96.0.98:80')).lines.slice(1)).toEqual(['node-1|KUBE-SERVICES|no rule is about 10.96.0.98:80', 'client|answer|none: the connection times out']);
  expect((await run('converge packet --outside 203.0.113.1:80')).lines).toEqual(['converge: nothing comes in from outside: this cluster runs in no cloud']);
});

test('a kube-proxy that is down has left its rules, and is named', async () => {
  const { run } = await open();
  await run('kubectl delete pod a --wait=false; sleep 40; converge fault add crash kube-proxy/node-1 --down=healed');
  const { lines, exitCode } = await run('converge packet client web:80');
  expect([exitCode, lines.slice(1, 5)]).toEqual([
    0,
    [
      'client|DNS|web.default.svc.cluster.local is 10.96.0.99',
      'node-1|kube-proxy|isn’t running: the rules that it left are used',
      'node-1|KUBE-SERVICES|10.96.0.99:80/TCP is default/web',
      'node-1|rule 1 of 1|10.244.1.2:80, always: yes',
    ],
  ]);
  await run('converge fault heal --all; sleep 10');
  expect((await run('converge packet client web:80')).lines.join()).not.toContain('running');
});

test('kube-proxies run on the rules of the workspace', async () => {
  const text = "export const serviceRules = () => [{ ip: '10.96.0.99', port: 80, protocol: 'TCP', action: 'reject', backends: [] }];";
  const { session, run } = await open({ 'service-rules.ts': text });
  await session.run({ type: 'swap', controller: 'kube-proxy/service-rules', entry: 'service-rules.ts', part: 'service-rules' });
  expect((await run('converge packet client web:80')).lines.at(-1)).toBe('client|answer|connection refused');
});
