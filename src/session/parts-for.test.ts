/** Which parts of the engine are loaded before an input, by its text. */
import { expect, test } from 'vitest';
import { mayStartPiecePrograms } from '../posix/index.ts';
import { type KnownNames, partsFor } from './parts-for.ts';
import type { InputRequest } from './types.ts';

const inTheCore = new Set(['apply', 'delete', 'get', 'patch', 'scale']);
const everything = ['descriptions', 'etcd', 'expressions', 'faults', 'images', 'kubectl', 'programs', 'terraform'];
const known: KnownNames = { hasVerb: (word) => inTheCore.has(word), mayStartPiecePrograms };
const partsOfRequest = (request: InputRequest): readonly string[] => [...partsFor(request, known)].sort();

/** Of a cell in sh. */
const partsOf = (text: string): readonly string[] => partsOfRequest({ type: 'command', text });

test.each([
  ['kubectl get pods -l app=web', []],
  ['terraform plan', ['terraform']],
  ['kubectl apply -f ./manifests/web.yaml && kubectl scale rs web --replicas=5', []],
  [`kubectl patch rs web -p '{"spec":{"replicas":3}}'`, []],
  ['NAME=web kubectl get pods', []],
  ['if [ -f web.yaml ]; then kubectl apply -f web.yaml; fi', []],
  ['kubectl create deployment db --image=redis:7', ['images', 'kubectl']],
  ['kubectl create deployment hello --image=crccheck/hello-world', ['images', 'kubectl']],
  ['kubectl create deployment db --image=$image', ['images', 'kubectl']],
  ['kubectl create deployment web --image=converge/web:1.0', ['faults', 'images', 'kubectl']],
  ['kubectl drain node-1', ['kubectl']],
  ['kubectl -n x get pods', ['kubectl']],
  ['k', ['kubectl']],
  ['kubectl delete $(kubectl get pods -o name | head -n 1)', ['kubectl', 'programs']],
  ['kubectl get pods | grep web', ['programs']],
  ['cat web.yaml', ['programs']],
  ['sleep 5; echo done', []],
  ['kubectl run probe --image=busybox', ['kubectl', 'programs']],
  ['kubectl exec web -- ls /', ['kubectl', 'programs']],
  [`kubectl patch deployment web -p '{"spec":{"template":{"spec":{"containers":[{"name":"web","args":["-v"]}]}}}}'`, ['programs']],
  [`kubectl patch rs web -p '{"spec":{"template":{"metadata":{"labels":{"tier":"new"}}}}}'`, []],
  ["kubectl get pod web -o go-template='{{.status.phase}}'", ['kubectl']],
  ['kubectl get pod web -o template --template={{.kind}}', ['kubectl']],
  ['kubectl get pods -o custom-columns=POD:.metadata.name', ['kubectl']],
  ["kubectl get pod web -o jsonpath='{.status.phase}'", ['kubectl']],
  ['name=$(kubectl get pods -o name)', ['kubectl']],
  ['kubectl exec web -- sh -c "echo hello"', ['kubectl', 'programs']],
  ['kubectl explain pods', ['descriptions', 'kubectl']],
  ['etcdctl get /registry --prefix', ['etcd']],
  ['converge fault add pause scheduler', ['faults']],
  ['kubectl get --raw /healthz', ['kubectl']],
  ['kubectl apply -f a.yaml', []],
  ['kubectl get crds', ['expressions']],
  ['kubectl get validatingadmissionpolicies', ['expressions']],
  ['kubectl apply --prune --all -f a.yaml', ['kubectl']],
  ['kubectl apply --server-side=true -f a.yaml', ['kubectl']],
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
  expect(partsOfRequest({ type: 'script', source: '' })).toEqual(['typescript']);
});

test('a request to a member of etcd needs the members', () => {
  const request = { method: 'POST', path: '/v3/kv/range', query: {}, headers: {} } as const;
  expect(partsOfRequest({ type: 'request', id: '1', to: 'etcd-0', request })).toEqual(['etcd']);
});

const podThat = (rest: string): string => `kind: Pod\nspec:\n  containers:\n    - name: shell\n${rest}`;

test.each([
  ['      image: nginx:1.29\n', []],
  ['      image: busybox:1.37\n', []],
  ['      image: busybox:1.37\n      command: [cat]\n', ['programs']],
  ['      image: busybox:1.37\n      args:\n        - cat\n', ['programs']],
  ['      image: busybox:1.37\n      "c\\x6fmmand": [cat]\n', ['expressions', 'programs']],
  ['      image: curlimages/curl:8.1.0\n', ['programs']],
  ['      livenessProbe:\n        exec:\n          command: [cat, /ready]\n', ['programs']],
] as const)('a container of %j needs %j', (rest, parts) => {
  const text = podThat(rest);
  expect(partsOfRequest({ type: 'manifest', path: 'pod.yaml', text })).toEqual(parts);
  expect(partsOfRequest({ type: 'edit', path: 'pod.yaml', text })).toEqual([...parts, 'typescript']);
});

test.each([
  'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n',
  'kind: ValidatingAdmissionPolicyBinding\n',
  'kind: ValidatingWebhookConfiguration\nwebhooks:\n  - matchConditions: []\n',
])('a manifest that defines kinds, or says something in CEL, needs expressions: %j', (text) => {
  expect(partsOfRequest({ type: 'manifest', path: 'rules.yaml', text })).toEqual(['expressions']);
  expect(partsOfRequest({ type: 'edit', path: 'rules.yaml', text })).toEqual(['expressions', 'typescript']);
});

test('a request that reaches definitions needs expressions', () => {
  const request = { method: 'POST', path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', query: {}, headers: {} } as const;
  expect(partsOfRequest({ type: 'request', id: '1', to: 'apiserver', request })).toEqual(['expressions']);
});

test('code that says what a container runs needs the programs', () => {
  const source = "await client.create(Pod, { spec: { containers: [{ name: 'shell', image: 'busybox', command: ['cat'] }] } });";
  expect(partsOfRequest({ type: 'script', source })).toEqual(['programs', 'typescript']);
});
