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

async function open(nodes = 2) {
  const { session } = await openSession(emptyLog(7, { nodes }), sessionParts(nodePlatform()));
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

test('a node lists what is attached to it, as long as it is', async () => {
  const { apply, run } = await open();
  await apply(storageClass() + claim() + pod('a'));
  await run('sleep 20');
  const attached = () => run(`kubectl get nodes -o jsonpath='{range .items[*]}{.status.volumesAttached[*].name}{end}'`);
  expect(await attached()).toMatch(/^kubernetes\.io\/csi\/disk\.csi\.converge\.dev\^pvc-[0-9a-f-]{36}$/);
  const node = await run(`kubectl get pod a -o jsonpath='{.spec.nodeName}'`);
  expect(await run(`kubectl get node ${node} -o jsonpath='{.status.volumesAttached[0].name}'`)).toBe(await attached());
  await run('kubectl delete pod a; sleep 20');
  expect(await run(`kubectl get volumeattachments -o name`)).toBe('');
  expect(await attached()).toBe('');
  await apply(pod('b'));
  await run('sleep 10; kubectl delete pod b; kubectl delete pvc data; sleep 30');
  expect([await run('kubectl get pv -o name'), await attached()]).toEqual(['', '']);
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

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: { name: db }
spec:
  strategy: { type: Recreate }
  selector: { matchLabels: { app: db } }
  template:
    metadata: { labels: { app: db } }
    spec:
      terminationGracePeriodSeconds: 1
      containers:
      - { name: c, image: "busybox:1.36", command: [sleep, "100000"], volumeMounts: [{ name: data, mountPath: /data }] }
      volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
---
`;
const attachments = `kubectl get volumeattachments -o jsonpath='{range .items[*]}{.spec.attacher} {.spec.nodeName} {.status.attached}{"\\n"}{end}'`;
const failures = `kubectl get events --field-selector reason=FailedAttachVolume -o jsonpath='{.items[*].message}'`;

/** A Deployment with a claim whose node has been cut off for so long that its Pod was evicted. */
async function lost() {
  const { apply, run } = await open(3);
  await apply(storageClass() + claim() + deployment);
  await run('sleep 20; kubectl exec deploy/db -- sh -c "echo mine > /data/note"');
  const [pod = '', node = ''] = (await run(`kubectl get pods -o jsonpath='{.items[0].metadata.name} {.items[0].spec.nodeName}'`)).split(' ');
  await run(`converge fault add partition kubelet/${node}`);
  await run('sleep 420');
  const waiting = () => run(`kubectl get pods --field-selector metadata.name!=${pod} -o jsonpath='{.items[0].status.phase}'`);
  return { run, pod, node, waiting };
}

test('a disk follows its Pod from node to node', async () => {
  const { apply, run } = await open();
  await apply(storageClass() + claim() + deployment);
  await run('sleep 20');
  const node = await run(`kubectl get pods -o jsonpath='{.items[0].spec.nodeName}'`);
  expect(await run(attachments)).toBe(`disk.csi.converge.dev ${node} true`);
  const [volume] = [await run(`kubectl get pvc data -o jsonpath='{.spec.volumeName}'`)];
  expect(await run(`kubectl get events --field-selector reason=SuccessfulAttachVolume -o jsonpath='{.items[0].source.component}: {.items[0].message}'`)).toBe(`attachdetach-controller: AttachVolume.Attach succeeded for volume "${volume}"`);
  await run(`kubectl drain ${node}; sleep 20`);
  expect(await run(attachments)).toBe(`disk.csi.converge.dev ${node === 'node-1' ? 'node-2' : 'node-1'} true`);
  await run('kubectl delete deployment db; kubectl delete pvc data; sleep 10');
  expect([await run(attachments), await run('kubectl get pv -o name')]).toEqual(['', '']);
});

test('a second Pod elsewhere waits for a disk that one node has, and its Event names the first', async () => {
  const { apply, run } = await open();
  await apply(storageClass() + claim() + pod('a') + pod('b', 'nodeSelector: { kubernetes.io/hostname: other }'));
  await run('sleep 20');
  const node = await run(`kubectl get pod a -o jsonpath='{.spec.nodeName}'`);
  await run('kubectl delete pod b');
  await apply(pod('b', `nodeName: ${node === 'node-1' ? 'node-2' : 'node-1'}`));
  await run('sleep 60');
  const volume = await run(`kubectl get pvc data -o jsonpath='{.spec.volumeName}'`);
  expect(await run(failures)).toBe(`Multi-Attach error for volume "${volume}" Volume is already used by pod(s) a`);
  expect(await run(`kubectl get pod b -o jsonpath='{.status.phase}'`)).toBe('Pending');
  await run('kubectl delete pod a; sleep 150');
  expect(await run(`kubectl get pod b -o jsonpath='{.status.phase}'`)).toBe('Running');
});

test('with a lost node, the next Pod waits until a user says that the old one is gone, and six minutes more', async () => {
  const { run, pod, node, waiting } = await lost();
  expect(await waiting()).toBe('Pending');
  expect(await run(failures)).toContain(`Volume is already used by pod(s) ${pod}`);
  await run(`kubectl delete pod ${pod} --force; sleep 300`);
  expect(await run(attachments)).toBe(`disk.csi.converge.dev ${node} true`);
  await run('sleep 200');
  expect(await run(attachments)).not.toContain(node);
  expect(await run('kubectl exec deploy/db -- cat /data/note')).toBe('mine');
});

test('a node that is said to be out of service gives its Pods and disks up at once', async () => {
  const { run, node } = await lost();
  await run(`kubectl taint node ${node} node.kubernetes.io/out-of-service=nodeshutdown:NoExecute; sleep 200`);
  expect(await run(attachments)).not.toContain(node);
  expect(await run('kubectl exec deploy/db -- cat /data/note')).toBe('mine');
});
