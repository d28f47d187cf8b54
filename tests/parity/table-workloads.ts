/** DaemonSets, StatefulSets and ReplicationControllers that run: rolled out, rolled back, shown, described. */
import type { Row } from './command.ts';

const template = (app: string, image: string): string => `template:
    metadata: {labels: {app: ${app}}}
    spec: {containers: [{name: main, image: "${image}"}]}`;

const daemonSet = (image: string, more = ''): string => `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  ${more}
  selector: {matchLabels: {app: agent}}
  ${template('agent', image)}
`;

const statefulSet = (image: string, more = ''): string => `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  serviceName: db
  replicas: 3
  ${more}
  selector: {matchLabels: {app: db}}
  ${template('db', image)}
  volumeClaimTemplates:
    - metadata: {name: data}
      spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`;

export const workloadFiles: Readonly<Record<string, string>> = {
  'ds.yaml': daemonSet('nginx:1.28'),
  'surge.yaml': daemonSet('nginx:1.29', 'updateStrategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}'),
  'by-hand.yaml': daemonSet('nginx:1.29', 'updateStrategy: {type: OnDelete}'),
  'class.yaml': `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: disk, annotations: {storageclass.kubernetes.io/is-default-class: "true"}}
provisioner: disk.csi.converge.dev
`,
  'sts.yaml': statefulSet('nginx:1.28'),
  'partition.yaml': statefulSet('nginx:1.29', 'updateStrategy: {rollingUpdate: {partition: 2}}'),
  'manual.yaml': statefulSet('nginx:1.29', 'updateStrategy: {type: OnDelete}'),
  'rc.yaml': `apiVersion: v1
kind: ReplicationController
metadata: {name: old}
spec:
  replicas: 2
  ${template('old', 'nginx:1.28')}
`,
};

export const workloadChapters: Readonly<Record<string, readonly Row[]>> = {
  'a DaemonSet': [
    'apply -f ds.yaml',
    'rollout status ds/agent',
    'get ds',
    'get ds agent -o wide',
    'get ds agent -o yaml',
    'get pods -l app=agent -o wide',
    'get pods -l app=agent -o yaml',
    'get controllerrevisions',
    'describe ds agent',
    'rollout history ds/agent',
    'rollout undo ds/agent',
    'set image ds/agent main=nginx:1.29',
    'rollout status ds/agent',
    'rollout status ds agent --watch=false',
    'rollout history ds/agent',
    'rollout history ds/agent --revision=2',
    'rollout history ds/agent --revision=7',
    'rollout history ds/agent --revision=1 -o yaml',
    'rollout history ds/agent -o name',
    'get controllerrevisions',
    'rollout undo ds/agent --dry-run=client',
    'rollout undo ds/agent --dry-run=server',
    'rollout undo ds/agent --to-revision=9',
    'rollout undo ds/agent --to-revision=2',
    'rollout undo ds/agent',
    'rollout status ds/agent',
    'rollout history ds/agent',
    'get ds agent -o jsonpath={.spec.template.spec.containers[0].image}',
    'annotate ds agent kubernetes.io/change-cause=faster',
    'rollout history ds/agent',
    'rollout history ds',
    'apply -f surge.yaml',
    'rollout status ds/agent',
    { run: 'describe ds agent', unordered: true },
    'apply -f by-hand.yaml',
    'rollout status ds/agent',
    'get events --field-selector=involvedObject.kind=DaemonSet -o custom-columns=REASON:.reason,MESSAGE:.message',
    'rollout pause ds/agent',
    'drain node-1 --ignore-daemonsets --dry-run=client',
    'cordon node-1',
    'get ds',
    'uncordon node-1',
    'taint node node-2 special=yes:NoExecute',
    'get ds agent --no-headers',
    'taint node node-2 special-',
    'apply -f ds.yaml',
    'rollout restart ds/agent',
    'rollout status ds/agent',
    'rollout history ds/agent',
    'delete ds agent',
    'get pods,controllerrevisions',
  ],
  'a StatefulSet': [
    'apply -f class.yaml',
    'apply -f sts.yaml',
    'rollout status sts/db',
    'get sts',
    'get sts db -o wide',
    'get sts db -o yaml',
    'get pods -l app=db -L apps.kubernetes.io/pod-index,statefulset.kubernetes.io/pod-name',
    'get pod db-1 -o yaml',
    'get pvc',
    'describe sts db',
    'rollout history sts/db',
    'rollout undo sts/db',
    'set image sts/db main=nginx:1.29',
    'rollout status sts/db',
    'rollout status sts/db --watch=false',
    'rollout status sts/db --revision=1',
    'rollout history sts/db',
    'rollout history sts/db --revision=2',
    'rollout history sts/db -o yaml',
    { run: 'rollout history sts/db --revision=1 -o json', differs: 'fields stand in the order of Go’s structs' },
    'get controllerrevisions',
    'rollout undo sts/db --dry-run=client',
    'rollout undo sts/db --to-revision=1 --dry-run=server',
    'rollout undo sts/db --to-revision=1',
    'rollout status sts/db',
    'rollout history sts/db',
    'rollout undo sts/db --to-revision=3',
    'apply -f partition.yaml',
    'rollout status sts/db',
    'get pods -l app=db -o custom-columns=NAME:.metadata.name,IMAGE:.spec.containers[0].image',
    'get sts db -o jsonpath={.status}',
    `patch sts db -p '{"spec":{"updateStrategy":{"rollingUpdate":{"partition":0}}}}'`,
    'rollout status sts/db',
    'set image sts/db main=nginx:nope',
    'rollout status sts/db --timeout=3s',
    'get pods -l app=db',
    'rollout undo sts/db',
    'rollout status sts/db --timeout=3s',
    'get pods -l app=db',
    'delete pod db-2',
    'rollout status sts/db',
    'get pods -l app=db',
    'scale sts db --replicas=5',
    'rollout status sts/db',
    'scale sts db --replicas=1',
    'wait --for=delete pod/db-1 --timeout=60s',
    'get sts,pvc',
    // Go's sort isn't stable: of more than twelve Events, those of one second come in any order.
    { run: 'describe sts db', unordered: true },
    'apply -f manual.yaml',
    'rollout status sts/db',
    'get events --field-selector=involvedObject.kind=StatefulSet -o custom-columns=REASON:.reason,MESSAGE:.message',
    'rollout resume sts/db',
    'apply -f sts.yaml',
    'rollout restart sts/db',
    'rollout status sts/db',
    'rollout history sts/db',
    'delete sts db',
    'get pods,pvc,controllerrevisions',
    'delete pvc --all',
  ],
  'a ReplicationController': [
    'apply -f rc.yaml',
    'wait --for=jsonpath={.status.readyReplicas}=2 rc/old --timeout=60s',
    'get rc',
    'get rc -o wide',
    'get rc old -o yaml',
    'describe rc old',
    'describe pod -l app=old',
    'scale rc old --replicas=3',
    'get rc old',
    'get pods -l app=old -o wide',
    'rollout status rc/old',
    'rollout history rc/old',
    'rollout undo rc/old',
    'rollout restart rc/old',
    'get events --field-selector=involvedObject.kind=ReplicationController -o custom-columns=REASON:.reason,MESSAGE:.message',
    'delete rc old --cascade=orphan',
    'get pods -l app=old',
    'apply -f rc.yaml',
    'get pods -l app=old',
    'delete rc old',
    'get all',
  ],
};
