import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { otherOwnerWords, type OwnedView, waitWords } from '../../viz/owners-model.ts';
import { sessionParts } from '../parts.ts';
import { emptyLog, openSession, type Session } from '../session.ts';

const web = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: c, image: "nginx:1.29" }] }
`;

async function open(): Promise<{ readonly session: Session; readonly run: (text: string) => Promise<unknown> }> {
  const { session } = await openSession(emptyLog(1), { ...sessionParts(nodePlatform()), observed: true, watching: { expressions: [] } });
  onTestFinished(() => session.close());
  return { session, run: (text) => session.run({ type: 'command', text }) };
}

/** A line an object, indented by its depth; what the cluster itself owns is left out. */
function lines(session: Session, at?: { readonly t: number }): readonly string[] {
  const line = (each: OwnedView, depth: number): string[] => {
    const words = [...each.waits.map((wait) => `waits for ${waitWords(wait)}`), ...each.otherOwners.map(otherOwnerWords)];
    const leaves = each.isLeaving ? ['leaves'] : [];
    const own = [`${'. '.repeat(depth)}${each.kind}`, each.name.replace(/-.*/, '-…'), ...leaves, words.join(' and ')];
    return [own.join(' ').trim(), ...each.owns.flatMap((inner) => line(inner, depth + 1))];
  };
  const { trees } = session.inspectors.owners(at === undefined ? {} : { at });
  return trees.filter(({ kind }) => kind !== 'Node' && kind !== 'Service').flatMap((tree) => line(tree, 0));
}

test('a Deployment, its ReplicaSet and its Pods are one tree, now and at an earlier moment', async () => {
  const { session, run } = await open();
  await session.run({ type: 'manifest', path: 'web.yaml', text: web });
  const t = session.now().t;
  expect(lines(session)).toEqual(['Deployment web', '. ReplicaSet web-…', '. . Pod web-…', '. . Pod web-…']);
  await run('kubectl delete deployment web --wait=false\nsleep 60');
  expect(lines(session)).toEqual([]);
  expect(lines(session, { t })).toHaveLength(4);
});

test('a deletion in the foreground waits for the dependents that block it, down to the Pods’ own time to end', async () => {
  const { session, run } = await open();
  await session.run({ type: 'manifest', path: 'web.yaml', text: web.replace('nginx:1.29" }', 'nginx:1.29", lifecycle: { preStop: { sleep: { seconds: 20 } } } }') });
  const t = session.now().t + 5_000;
  await run('kubectl delete deployment web --cascade=foreground --wait=false');
  expect(lines(session, { t })).toEqual([
    expect.stringMatching(/^Deployment web leaves waits for ReplicaSet\/web-\w+$/),
    expect.stringMatching(/^\. ReplicaSet web-… leaves waits for Pod\/web-\w+-\w+, Pod\/web-\w+-\w+$/),
    expect.stringMatching(/^\. \. Pod web-… leaves waits for its containers, until t = \d+\.\d{3} s$/),
    expect.stringMatching(/^\. \. Pod web-… leaves waits for its containers, until t = \d+\.\d{3} s$/),
  ]);
});

test('a finalizer holds an object and the namespace around it', async () => {
  const { session, run } = await open();
  await run(`kubectl create namespace fair
kubectl create -f - <<END
apiVersion: v1
kind: ConfigMap
metadata: { name: invoice, namespace: fair, finalizers: [example.com/printed] }
END
kubectl delete namespace fair --wait=false
sleep 30`);
  expect(lines(session)).toEqual([
    'Namespace fair leaves waits for 1 object in it',
    'ConfigMap invoice leaves waits for the finalizer example.com/printed',
  ]);
});

test('an owner that is gone is said, and the tree below an object with two owners is that of its controller', async () => {
  const { session, run } = await open();
  await run(`converge fault add crash controller/garbage-collector --down=healed
kubectl create configmap first
kubectl create configmap second
for name in first second; do
  eval "$name=$(kubectl get configmap $name -o jsonpath='{.metadata.uid}')"
done
kubectl create -f - <<END
apiVersion: v1
kind: ConfigMap
metadata:
  name: both
  ownerReferences:
    - { apiVersion: v1, kind: ConfigMap, name: first, uid: $first }
    - { apiVersion: v1, kind: ConfigMap, name: second, uid: $second, controller: true }
END`);
  expect(lines(session)).toEqual(['ConfigMap second', '. ConfigMap both also owned by ConfigMap/first']);
  await run('kubectl delete configmap second');
  expect(lines(session)).toEqual(['ConfigMap first', '. ConfigMap both its owner ConfigMap/second is gone']);
});
