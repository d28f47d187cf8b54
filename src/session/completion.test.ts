import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession } from './session.ts';

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: gardens.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: gardens, singular: garden, kind: Garden, shortNames: [gd] }
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }]
`;

test('a line is completed from the session’s world, also its own kinds, and the log stays as it is', async () => {
  const { session } = await openSession(emptyLog(1, {}, { 'notes.txt': '' }), sessionParts(nodePlatform()));
  onTestFinished(() => session.close());
  const offered = (line: string) =>
    session.inspectors.complete({ line, cursor: line.length }).candidates.map(({ text }) => text);
  await session.run({ type: 'manifest', path: 'crd.yaml', text: definition, cell: 'a' });
  await session.run({
    type: 'command',
    text: 'echo "apiVersion: example.com/v1\nkind: Garden\nmetadata: { name: rose }" > g.yaml; kubectl apply -f g.yaml; kubectl run box --image=busybox:1.37',
    cell: 'b',
  });
  const { inputs } = session.log();
  expect(offered('kubectl get no')).toEqual(['nodes']);
  expect(offered('kubectl get nodes ')).toEqual(['node-1', 'node-2', 'node-3']);
  expect(offered('kubectl get gar')).toEqual(['gardens']);
  expect(offered('kubectl get gd ')).toEqual(['rose']);
  expect(offered('kubectl logs box -c ')).toEqual(['box']);
  expect(offered('kubectl get pods -n kube-s')).toEqual(['kube-system']);
  expect(offered('cat ')).toEqual(['crd.yaml', 'g.yaml', 'notes.txt']);
  expect(offered('etcdctl get /registry/example.com/')).toEqual(['/registry/example.com/gardens/']);
  expect(offered('converge fault add crash kubelet/node-3')).toEqual(['kubelet/node-3']);
  expect(session.log().inputs).toEqual(inputs);
});

test('names are those of the namespace that the terminal’s own kubeconfig means, unless a flag says another', async () => {
  const { session } = await openSession(emptyLog(1), sessionParts(nodePlatform()));
  onTestFinished(() => session.close());
  const offered = (line: string, terminal = '1') =>
    session.inspectors.complete({ line, cursor: line.length, terminal }).candidates.map(({ text }) => text);
  const type = (text: string) => session.run({ type: 'terminal', terminal: '1', do: 'line', text });
  await session.run({
    type: 'command',
    text: 'kubectl create ns shop; kubectl create ns bank; for n in default shop bank; do kubectl create cm in-$n -n $n; done',
    cell: 'a',
  });
  const maps = 'kubectl get cm in-';
  expect(offered(maps)).toEqual(['in-default']);
  await type('kubectl config set-context --current --namespace=shop');
  expect(offered(maps)).toEqual(['in-shop']);
  expect(offered('kubectl get cm -n bank in-')).toEqual(['in-bank']);
  expect(offered('kubectl get cm --namespace=default in-')).toEqual(['in-default']);
  expect(offered('kubectl get cm -A in-')).toEqual(['in-bank', 'in-default', 'in-shop']);
  // Each terminal has a kubeconfig of its own.
  expect(offered(maps, '2')).toEqual(['in-default']);
  await type('kubectl config set-context other --cluster=converge --user=kubernetes-admin --namespace=bank');
  expect(offered('kubectl --context other get cm in-')).toEqual(['in-bank']);
  await type('kubectl config use-context other');
  expect(offered(maps)).toEqual(['in-bank']);
});
