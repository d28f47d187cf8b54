/** Which parts of the engine are loaded before an input, by its text. */
import { expect, test } from 'vitest';
import { partsFor } from './parts-for.ts';

const inTheCore = new Set(['apply', 'delete', 'get', 'patch', 'scale']);
const everything = ['descriptions', 'etcd', 'kubectl'];

/** Of a cell in sh. */
const partsOf = (text: string): readonly string[] => [...partsFor({ type: 'command', text }, (word) => inTheCore.has(word))].sort();

test.each([
  ['kubectl get pods -l app=web', []],
  ['kubectl apply -f ./manifests/web.yaml && kubectl scale rs web --replicas=5', []],
  [`kubectl patch rs web -p '{"spec":{"replicas":3}}'`, []],
  ['NAME=web kubectl get pods', []],
  ['if [ -f web.yaml ]; then kubectl apply -f web.yaml; fi', []],
  ['kubectl drain node-1', ['kubectl']],
  ['kubectl -n x get pods', ['kubectl']],
  ['k', ['kubectl']],
  ['kubectl delete $(kubectl get pods -o name | head -n 1)', ['kubectl']],
  ['kubectl get pods -o custom-columns=POD:.metadata.name', ['kubectl']],
  ["kubectl get pod web -o jsonpath='{.status.phase}'", ['kubectl']],
  ['name=$(kubectl get pods -o name)', ['kubectl']],
  ['kubectl exec web -- sh -c "echo hello"', ['kubectl']],
  ['kubectl explain pods', ['descriptions', 'kubectl']],
  ['etcdctl get /registry --prefix', ['etcd']],
] as const)('%s needs %j', (text, parts) => expect(partsOf(text)).toEqual(parts));

test.each([
  '${a}ctl drain node-1',
  'a=kube; ${a}ctl drain node-1',
  'kube"ctl" drain node-1',
  "kube''ctl drain node-1",
  'kube\\ctl drain node-1',
  '{kube,etcd}ctl version',
  'true && `echo kubectl` drain node-1',
  'for c in kube etcd; do ${c}ctl version; done',
  'eval "kube""ctl drain node-1"',
  'echo drain | xargs kubectl',
  'sh run.sh',
  '. ./run.sh',
  './run.sh',
  'scripts/run',
  'echo "ctl drain" | sed s/^/kube/ | sh',
  'time ${a}ctl drain node-1',
  'timeout 5 ${a}ctl drain node-1',
  'x=1 y=$z ${a}ctl drain node-1',
  'name=$(${a}ctl version)',
  'alias c=kubectl',
])('%s may run any command', (text) => expect(partsOf(text)).toEqual(everything));

test('code needs TypeScript', () => {
  expect([...partsFor({ type: 'script', source: '' }, () => true)]).toEqual(['typescript']);
});

test('a request to a member of etcd needs the members', () => {
  const request = { method: 'POST', path: '/v3/kv/range', query: {}, headers: {} } as const;
  expect([...partsFor({ type: 'request', id: '1', to: 'etcd-0', request }, () => true)]).toEqual(['etcd']);
});
