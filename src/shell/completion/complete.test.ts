import { expect, test } from 'vitest';
import { complete, type KnownObject, type KnownToShell } from './complete.ts';

const object = (name: string, more: Partial<KnownObject> = {}): KnownObject => ({
  name,
  namespace: 'default',
  labels: { app: 'web' },
  containers: ['nginx', 'side'],
  ...more,
});
const objects: Readonly<Record<string, readonly KnownObject[]>> = {
  Pod: [object('web-1'), object('web-2'), object('dns', { namespace: 'kube-system' })],
  Node: [object('node-1', { namespace: '' })],
  Namespace: [object('default', { namespace: '' }), object('kube-system', { namespace: '' })],
  Deployment: [object('web')],
};
const resource = (plural: string, kind: string, shortNames: readonly string[], namespaced = true) => ({
  plural,
  kind,
  shortNames,
  namespaced,
  singular: kind.toLowerCase(),
});
const known: KnownToShell = {
  resources: () => [
    resource('pods', 'Pod', ['po']),
    resource('podtemplates', 'PodTemplate', []),
    resource('nodes', 'Node', ['no'], false),
    resource('namespaces', 'Namespace', ['ns'], false),
    resource('deployments', 'Deployment', ['deploy']),
  ],
  objects: (kind) => objects[kind] ?? [],
  files: () => ['web.yaml', 'manifests/a.yaml', 'manifests/b c.yaml'],
  keys: (prefix) => ['/registry/pods/default/web-1', '/registry/pods/default/web-2'].filter((key) => key.startsWith(prefix)),
  components: () => ['scheduler', 'kubelet/node-1', 'etcd-0'],
  faults: () => ['fault-1'],
};

/** What a Tab at the end of a line offers. */
const offered = (line: string): readonly string[] => complete(line, line.length, known).candidates.map(({ text }) => text);

test.each<[string, readonly string[]]>([
  ['kubectl get po', ['pods', 'podtemplates']],
  ['kubectl get po ', ['dns', 'web-1', 'web-2'].slice(1)],
  ['kubectl get pods web-', ['web-1', 'web-2']],
  ['kubectl get pods web-1 ', ['web-2']],
  ['k -n kube-system get pod ', ['dns']],
  ['kubectl get pods -A ', ['dns', 'web-1', 'web-2']],
  ['kubectl get pods -n ', ['default', 'kube-system']],
  ['kubectl get --namespace=k', ['--namespace=kube-system']],
  ['kubectl get nodes,po', ['nodes,pods', 'nodes,podtemplates']],
  ['kubectl get pod/web-', ['pod/web-1', 'pod/web-2']],
  ['kubectl get pods -l ', ['app=web']],
  ['kubectl get pods -o w', ['wide']],
  ['kubectl get pods -oy', []],
  ['kubectl apply --dry-run=s', ['--dry-run=server']],
  ['kubectl apply -f ', ['manifests/', 'web.yaml']],
  ['kubectl apply -f manifests/', ['manifests/a.yaml', 'manifests/b\\ c.yaml']],
  ['kubectl logs ', ['web-1', 'web-2']],
  ['kubectl logs web-1 -c ', ['nginx', 'side']],
  ['kubectl logs deploy/', ['deploy/web']],
  ['kubectl exec -it web-1 -c n', ['nginx']],
  ['kubectl exec web-1 -- ', []],
  ['kubectl rol', ['rollout']],
  ['kubectl rollout und', ['undo']],
  ['kubectl rollout undo deploy ', ['web']],
  ['kubectl drain ', ['node-1']],
  ['kubectl taint no ', ['node-1']],
  ['kubectl top pod ', ['web-1', 'web-2']],
  ['kubectl create deployment ', []],
  ['kubectl set image deploy/web ', ['nginx=', 'side=']],
  ['kubectl set image deploy web n', ['nginx=']],
  ['kubectl wait --for=cond', ['--for=condition=']],
  ['kubectl auth can-i list po', ['pods', 'podtemplates']],
  ['kubectl delete pod web-1 --gr', ['--grace-period=']],
  ['etcdctl get /reg', ['/registry/']],
  ['etcdctl get --prefix /registry/pods/default/', ['/registry/pods/default/web-1', '/registry/pods/default/web-2']],
  ['etcdctl member ', ['add', 'list', 'promote', 'remove', 'update']],
  ['etcdctl endpoint status -w ', ['fields', 'json', 'simple', 'table']],
  ['etcdctl get --keys', ['--keys-only']],
  ['cat w', ['web.yaml']],
  ['echo x > man', ['manifests/']],
  ['converge fault ', ['add', 'heal', 'list']],
  ['converge fault add cr', ['crash']],
  ['converge fault add crash k', ['kubelet/node-1']],
  ['converge fault add crash --d', ['--down=']],
  ['converge fault heal ', ['--all', 'fault-1']],
  ['kubectl get pods | gre', ['grep']],
  ['for p in $(kubectl get po', ['pods', 'podtemplates']],
  ['while kubectl get no', ['nodes']],
  ['true && X=1 kubectl get pods web-', ['web-1', 'web-2']],
  ['kube', ['kubectl']],
])('%s', (line, words) => expect(offered(line)).toEqual(words));

test('the word so far is what is replaced, with its quotes', () => {
  expect(complete('kubectl get pods "web-', 22, known)).toMatchObject({ from: 17 });
  expect(complete('kubectl get po nonsense', 14, known)).toMatchObject({ from: 12 });
});

test('flags that do nothing here are not offered', () => {
  expect(offered('kubectl get --')).toContain('--output=');
  expect(offered('kubectl get --')).toContain('--watch');
  expect(offered('kubectl get --kube')).toEqual([]);
});
