/** Claims and their data: what a Pod waits for, and what outlives it. */
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession } from './session.ts';

const storageClass = (more = ''): string => `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: disk }
provisioner: disk.csi.converge.dev
volumeBindingMode: WaitForFirstConsumer
${more}
---
`;
const claim = (more = ''): string => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec: { storageClassName: disk, accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } }${more} }
---
`;
const pod = (name: string, more = ''): string => `apiVersion: v1
kind: Pod
metadata: { name: ${name} }
spec:
  ${more}
  terminationGracePeriodSeconds: 1
  containers:
  - { name: c, image: "busybox:1.36", command: [sleep, "100000"], volumeMounts: [{ name: data, mountPath: /data }] }
  volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
---
`;

async function open() {
  const { session } = await openSession(emptyLog(7, { nodes: 2 }), sessionParts(nodePlatform()));
  onTestFinished(() => session.close());
  const apply = (text: string) => session.run({ type: 'manifest', path: 'objects.yaml', text });
  const run = async (text: string): Promise<string> => {
    const { outputs } = await session.run({ type: 'command', text });
    return outputs.map((output) => ('text' in output ? output.text : '')).join('').trimEnd();
  };
  return { apply, run };
}

test('a Pod gets its node when its claim is bound', async () => {
  const { apply, run } = await open();
  await apply(storageClass() + claim() + pod('a'));
  await run('sleep 20');
  const order = await run(`kubectl get events --sort-by=.metadata.creationTimestamp -o jsonpath='{range .items[*]}{.reason} {end}'`);
  expect(order.indexOf('ProvisioningSucceeded')).toBeGreaterThan(0);
  expect(order.indexOf('ProvisioningSucceeded')).toBeLessThan(order.indexOf('Scheduled'));
});

test('a Pod that was given a node by hand waits there for its claim, and says so', async () => {
  const { apply, run } = await open();
  await apply(pod('a', 'nodeName: node-1'));
  await run('sleep 5');
  const message = () => run(`kubectl get events --field-selector reason=FailedMount -o jsonpath='{.items[-1:].message}'`);
  const unmounted = 'Unable to attach or mount volumes: unmounted volumes=[data], unattached volumes=[], failed to process volumes=[data]: error processing PVC default/data: ';
  expect(await message()).toBe(`${unmounted}failed to fetch PVC from API server: persistentvolumeclaims "data" not found`);
  await apply(storageClass() + claim());
  await run('sleep 30');
  expect(await message()).toBe(`${unmounted}PVC is not bound`);
  await run('kubectl annotate pvc data volume.kubernetes.io/selected-node=node-1; sleep 60');
  expect(await run(`kubectl get pod a -o jsonpath='{.status.phase}'`)).toBe('Running');
});

test('data goes with a volume that is deleted: a new claim of the same name is empty', async () => {
  const { apply, run } = await open();
  await apply(storageClass() + claim() + pod('a'));
  await run('sleep 20; kubectl exec a -- sh -c "echo mine > /data/note"; kubectl delete pod a');
  await apply(pod('b'));
  await run('sleep 10');
  expect(await run('kubectl exec b -- cat /data/note')).toBe('mine');
  await run('kubectl delete pod b; kubectl delete pvc data');
  await apply(claim() + pod('c'));
  await run('sleep 20');
  expect(await run('kubectl exec c -- ls /data')).toBe('');
});

test('data stays with a volume that is retained, and a claim that names the volume gets it', async () => {
  const { apply, run } = await open();
  await apply(storageClass('reclaimPolicy: Retain') + claim() + pod('a'));
  await run('sleep 20; kubectl exec a -- sh -c "echo mine > /data/note"; kubectl delete pod a; kubectl delete pvc data');
  const volume = await run(`kubectl get pv -o jsonpath='{.items[0].metadata.name}'`);
  expect(await run(`kubectl get pv ${volume} -o jsonpath='{.status.phase}'`)).toBe('Released');
  await run(`kubectl patch pv ${volume} --type=json -p '[{"op":"remove","path":"/spec/claimRef"}]'`);
  await apply(claim(`, volumeName: ${volume}`) + pod('b'));
  await run('sleep 20');
  expect(await run('kubectl exec b -- cat /data/note')).toBe('mine');
});

test('a hostPath volume is another folder on each node', async () => {
  const { apply, run } = await open();
  await apply(`apiVersion: v1
kind: PersistentVolume
metadata: { name: folder }
spec: { capacity: { storage: 1Gi }, accessModes: [ReadWriteOnce], storageClassName: disk, hostPath: { path: /srv/data } }
---
${storageClass()}${claim(', volumeName: folder')}${pod('a', 'nodeName: node-1')}${pod('b', 'nodeName: node-2')}`);
  await run('sleep 20; kubectl exec a -- sh -c "echo mine > /data/note"');
  expect(await run('kubectl exec b -- ls /data')).toBe('');
});
