/** Kinds of the groups beside core: made, shown, described, changed. */
import type { Row } from './command.ts';

export const otherKindFiles: Readonly<Record<string, string>> = {
  'db.yaml': `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db, labels: {tier: data}}
spec:
  serviceName: db
  replicas: 2
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec:
      containers:
        - {name: db, image: "postgres:16", volumeMounts: [{name: data, mountPath: /data}]}
  volumeClaimTemplates:
    - metadata: {name: data}
      spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`,
  'agent.yaml': `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec:
      nodeSelector: {disk: ssd}
      containers: [{name: agent, image: "agent:1"}]
`,
  'job.yaml': `apiVersion: batch/v1
kind: Job
metadata: {name: pi}
spec:
  manualSelector: true
  selector: {matchLabels: {app: pi}}
  completions: 3
  parallelism: 2
  completionMode: Indexed
  ttlSecondsAfterFinished: 60
  activeDeadlineSeconds: 100
  suspend: true
  template:
    metadata: {labels: {app: pi}}
    spec: {restartPolicy: Never, containers: [{name: pi, image: "perl:5"}]}
`,
  'hpa.yaml': `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: full}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  minReplicas: 2
  maxReplicas: 10
  metrics:
    - {type: Resource, resource: {name: memory, target: {type: AverageValue, averageValue: 500Mi}}}
    - {type: ContainerResource, containerResource: {name: cpu, container: web, target: {type: Utilization, averageUtilization: 60}}}
    - {type: Pods, pods: {metric: {name: rps}, target: {type: AverageValue, averageValue: "100"}}}
    - {type: Object, object: {describedObject: {kind: Service, name: web}, metric: {name: hits}, target: {type: Value, value: 10k}}}
    - {type: External, external: {metric: {name: queue}, target: {type: AverageValue, averageValue: "30"}}}
  behavior:
    scaleDown: {stabilizationWindowSeconds: 60, policies: [{type: Pods, value: 1, periodSeconds: 30}]}
`,
  'net.yaml': `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: api}
spec:
  podSelector: {matchLabels: {app: api}}
  policyTypes: [Ingress, Egress]
  ingress:
    - from:
        - ipBlock: {cidr: 172.17.0.0/16, except: [172.17.1.0/24]}
        - namespaceSelector: {matchLabels: {team: a}}
          podSelector: {matchLabels: {role: front}}
        - podSelector: {}
      ports: [{port: 6379}, {port: 8000, endPort: 8080, protocol: UDP}, {port: http}]
    - {}
  egress: []
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: all}
spec: {podSelector: {}}
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: {name: nginx, annotations: {a: b}}
spec: {controller: example.com/nginx, parameters: {apiGroup: example.com, kind: Config, name: main}}
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: web-1, labels: {kubernetes.io/service-name: web}}
addressType: IPv4
ports: [{name: http, port: 80}, {name: dns, port: 53, protocol: UDP}]
endpoints:
  - {addresses: [10.1.1.1], conditions: {ready: true}, nodeName: node-1, zone: a, targetRef: {kind: Pod, name: web-a}}
  - {addresses: [10.1.1.2], hostname: two}
`,
  'classes.yaml': `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: fast, annotations: {storageclass.kubernetes.io/is-default-class: "true"}}
provisioner: example.com/disk
parameters: {type: ssd, iops: "10"}
mountOptions: [debug, noatime]
allowVolumeExpansion: true
volumeBindingMode: WaitForFirstConsumer
allowedTopologies:
  - matchLabelExpressions: [{key: zone, values: [a, b]}, {key: rack, values: [r]}]
---
apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata: {name: disk.example.com}
spec: {podInfoOnMount: true, tokenRequests: [{audience: vault}]}
---
apiVersion: storage.k8s.io/v1
kind: CSINode
metadata: {name: node-1}
spec: {drivers: [{name: disk.example.com, nodeID: i-1, topologyKeys: [zone, rack], allocatable: {count: 4}}]}
---
apiVersion: storage.k8s.io/v1
kind: VolumeAttachment
metadata: {name: va}
spec: {attacher: disk.example.com, nodeName: node-1, source: {persistentVolumeName: pv-1}}
`,
  'runtimes.yaml': `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: {name: kata}
handler: kata-qemu
overhead: {podFixed: {cpu: 250m, memory: 120Mi}}
scheduling: {nodeSelector: {sandbox: kata}, tolerations: [{key: sandbox, operator: Exists}]}
---
apiVersion: v1
kind: Pod
metadata: {name: sandboxed}
spec:
  runtimeClassName: kata
  nodeName: node-1
  containers: [{name: a, image: nginx, resources: {requests: {cpu: 100m}, limits: {memory: 1Gi}}}]
`,
  'event.yaml': `apiVersion: events.k8s.io/v1
kind: Event
metadata: {name: seen.1}
eventTime: "2020-01-01T00:00:00.000000Z"
type: Normal
reason: Seen
action: Looking
reportingController: example.com/looker
reportingInstance: looker-1
regarding: {kind: Pod, namespace: default, name: some}
note: somebody looked
`,
};

export const otherKindChapters: Readonly<Record<string, readonly Row[]>> = {
  'making other kinds': [
    'apply -f db.yaml',
    'apply -f db.yaml',
    'apply -f agent.yaml',
    'apply -f job.yaml',
    'create deployment web --image=nginx',
    'apply -f hpa.yaml',
    'apply -f net.yaml',
    'apply -f classes.yaml',
    'apply -f runtimes.yaml',
    'create -f event.yaml',
    'create job once --image=busybox -- echo hi',
    'create job',
    'create job both --image=a --from=cronjob/b',
    'create job dry --image=busybox --dry-run=client -o yaml -- sleep 5',
    'create cronjob tick --image=busybox --schedule="*/5 * * * *" -- date',
    'create cronjob bad --image=busybox --schedule=never',
    'create cj dry --image=busybox --schedule=@hourly --restart=Never --dry-run=client -o yaml',
    'create job manual --from=cronjob/tick',
    'create job manual2 --from=cronjob/none',
    'create pdb guard --selector=app=web --min-available=1',
    'create pdb half --selector=app=web,tier=a --max-unavailable=50% --dry-run=client -o yaml',
    'create pdb none --selector=app=web',
    'create priorityclass high --value=1000 --description=important',
    'create pc huge --value=2000000000',
    'create pc dry --value=5 --global-default --preemption-policy=Never --dry-run=client -o yaml',
    'create ingress simple --rule=foo.com/=web:80',
    'create ingress tls --class=nginx --rule=foo.com/path*=web:8080,tls=cert --rule=foo.com/admin=admin:http --rule=bar.com/=web:80,tls --annotation=a=b --dry-run=client -o yaml',
    'create ingress fallback --default-backend=web:http',
    'create ingress none',
    'create ingress bad --rule=foo',
    'autoscale deployment web --min=2 --max=5 --cpu-percent=70',
    'autoscale deployment web --max=0',
    'autoscale deployment web --min=5 --max=2',
    'autoscale deployment web',
    'autoscale daemonset agent --max=3',
    'autoscale deployment web --max=3 --name=other --dry-run=client -o yaml',
  ],
  'showing other kinds': [
    'get all',
    'get sts,ds,jobs,cj -o wide',
    'get hpa',
    'get hpa web -o jsonpath={.spec.metrics[0].resource.target.averageUtilization}',
    'get horizontalpodautoscalers.v1.autoscaling web -o jsonpath={.spec.targetCPUUtilizationPercentage}',
    'get pdb,ing,netpol,ingressclass,endpointslices',
    'get sc,csidrivers,csinodes,volumeattachments,pc',
    'get runtimeclasses',
    'get runtimeclass kata -o wide',
    'get pod sandboxed -o jsonpath={.spec.overhead}{.spec.nodeSelector}',
    'get controllerrevisions',
    'get events.events.k8s.io',
    'get events --field-selector=involvedObject.name=some',
    'get events.events.k8s.io --field-selector=regarding.name=some',
    'get events.events.k8s.io seen.1 -o jsonpath={.note}',
    'get event seen.1 -o jsonpath={.message}',
    'get jobs --field-selector=status.successful=0 -o name',
    'get job once --subresource=status -o name',
  ],
  'describing other kinds': [
    'describe sts db',
    'describe ds agent',
    'describe job pi',
    'describe job once',
    'describe cj tick',
    'describe hpa full',
    'describe hpa web',
    'describe pdb guard',
    'describe ingress simple',
    'describe ingress fallback',
    'describe ingressclass nginx',
    'describe netpol api',
    'describe netpol all',
    'describe endpointslice web-1',
    'describe sc fast',
    'describe csidriver disk.example.com',
    'describe csinode node-1',
    'describe pc high',
    'describe pc system-node-critical',
    'describe volumeattachment va',
    'describe runtimeclass kata',
    'describe pod sandboxed',
    'describe node node-1',
    'describe events.events.k8s.io seen.1',
  ],
  'changing other kinds': [
    'set resources deployment web --limits=cpu=200m,memory=512Mi --requests=cpu=0.1',
    'set resources deploy web -c=none --limits=cpu=1',
    'set resources deploy web',
    'set resources cj tick --requests=cpu=1 --dry-run=client',
    'set sa deployment web builder',
    'set serviceaccount sts/db',
    'set env deployment/web COLOR=blue SIZE=1',
    'set env deployment/web COLOR=red SIZE-',
    'set env deployment/web --list',
    'set env deployment/web X=1 --overwrite=false',
    'set env sts/db -e A=b',
    'set env deployment/web',
    'set env deployment/web COLOR-',
    'create configmap colors --from-literal=main.color=red --from-literal=other=blue',
    // kubectl goes through a map of Go's here: its keys come in any order.
    { run: 'set env ds/agent --from=configmap/colors --prefix=C_', unordered: true },
    { run: 'set env ds/agent --list', unordered: true },
    'set env',
    'create service clusterip web --tcp=80',
    'set selector service web app=web,tier=a',
    'set selector deployment web app=web',
    'get deployment web -o jsonpath={.spec.template.spec}',
    'scale sts db --replicas=3',
    'scale job pi --replicas=3',
    'scale ds agent --replicas=3',
    'rollout restart sts/db',
    'rollout restart ds/agent',
    'rollout restart job/pi',
    'rollout pause sts/db',
    'rollout resume ds/agent',
    'rollout history sts/db',
    'rollout history ds/agent',
    'rollout history job/pi',
    'rollout undo sts/db',
    'rollout undo ds/agent',
    'rollout undo job/pi',
    'rollout status job/pi',
    'rollout status sts/db --watch=false',
    'rollout status ds/agent --watch=false',
    'set image sts/db db=postgres:17',
    'set image ds/agent *=agent:2',
    'set image cronjob/tick tick=busybox:2',
    'set image sts/db nope=a nada=b',
    'set image sts/db ds/agent nope=a nada=b db=postgres:17',
    'set image sts/db ds/agent *=a nope=b',
    'set image sts --all nope=a --selector=x=y',
    'set image ing/simple a=b',
    'set resources ing/simple --limits=cpu=1',
    'set env ing/simple A=b',
    { run: 'set image job/pi pi=perl:6', differs: 'fields of the refused template stand in another order' },
    `patch sts db --type=merge -p '{"spec":{"serviceName":"other"}}'`,
    `patch job pi --type=merge -p '{"spec":{"completions":4}}'`,
    `patch pc high --type=merge -p '{"value":5}'`,
    `patch sc fast --type=merge -p '{"provisioner":"b"}'`,
    'delete job once --cascade=background',
    'delete sts/db ds/agent cj/tick hpa/full pdb/guard ing/simple sc/fast pc/high',
    'delete pc system-node-critical --dry-run=server',
  ],
};
