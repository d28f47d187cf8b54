/** A second tour: what add-ons and loops beyond the first one's do. Its server has all add-ons; each chapter has a namespace of its own. */
import type { Stop } from './rows.ts';

const s = (run: string, out: string, more: Partial<Stop> = {}): Stop => ({ run, out, ...more });

/** Asks until the answer is this one, for twenty seconds at most. */
const until = (run: string, out: string): Stop => ({
  run: `for i in $(seq 100); do x=$("$K" ${run} 2>&1); [ "$x" = "${out}" ] && break; sleep 0.2; done; printf %s "$x"`,
  out,
  shell: true,
});

const apply = (stdin: string, out: string): Stop => ({ run: 'apply -f -', out, stdin });

/** A namespace, and everything from here on in it. */
const enter = (name: string): readonly Stop[] => [
  s(`create namespace ${name}`, `namespace/${name} created\n`),
  s(`config set-context --current --namespace=${name}`, 'Context "converge-tls" modified.\n'),
];
const leave = (name: string): readonly Stop[] => [s(`delete namespace ${name}`, `namespace "${name}" deleted\n`), s(`get namespace ${name} --ignore-not-found`, '')];

const client: readonly Stop[] = [
  s('run client --image=curlimages/curl --labels=app=client --command -- sleep 100000', 'pod/client created\n'),
  s('wait --for=condition=ready pod/client --timeout=60s', 'pod/client condition met\n'),
];
const server = (name: string): readonly Stop[] => [
  s(`create deployment ${name} --image=hashicorp/http-echo -- /http-echo -text=${name} -listen=:8080`, `deployment.apps/${name} created\n`),
  s(`expose deployment ${name} --port=80 --target-port=8080`, `service/${name} exposed\n`),
  s(`rollout status deployment/${name} --timeout=60s`, '<...>successfully rolled out\n'),
];
const curl = (words: string): string => `exec client -- curl -sS -m 2 ${words}`;

const storageClass = `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: tour }
provisioner: disk.csi.converge.dev
allowVolumeExpansion: true
volumeBindingMode: WaitForFirstConsumer
`;
const claim = (name: string): string => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: ${name} }
spec: { storageClassName: tour, accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
`;
const consumer = (name: string): string => `apiVersion: v1
kind: Pod
metadata: { name: ${name} }
spec:
  terminationGracePeriodSeconds: 1
  containers:
  - { name: c, image: "busybox:1.36", command: [sleep, "100000"], volumeMounts: [{ name: data, mountPath: /data }] }
  volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
`;
const denyAll = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: deny-all }
spec: { podSelector: {}, policyTypes: [Ingress] }
`;
const allowClient = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: allow-client }
spec:
  podSelector: { matchLabels: { app: web } }
  ingress: [{ from: [{ podSelector: { matchLabels: { app: client } } }], ports: [{ port: 8080 }] }]
`;
const set = (image: string): string => `apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db }
spec:
  serviceName: db
  replicas: 2
  selector: { matchLabels: { app: db } }
  template:
    metadata: { labels: { app: db } }
    spec:
      terminationGracePeriodSeconds: 1
      containers: [{ name: redis, image: "${image}", args: [--appendonly, "yes"], volumeMounts: [{ name: data, mountPath: /data }] }]
  volumeClaimTemplates:
  - metadata: { name: data }
    spec: { storageClassName: tour, accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
`;
const agent = `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent }
spec:
  selector: { matchLabels: { app: agent } }
  template:
    metadata: { labels: { app: agent } }
    spec: { hostNetwork: true, containers: [{ name: agent, image: "quay.io/prometheus/node-exporter:v1.8.2" }] }
`;
const scaler = (metric: string): string => `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
  maxReplicas: 5
  behavior: { scaleDown: { stabilizationWindowSeconds: 0 } }
  metrics: [${metric}]
`;
const byPods = scaler('{ type: Pods, pods: { metric: { name: queue }, target: { type: AverageValue, averageValue: "10" } } }');
const byExternal = scaler('{ type: External, external: { metric: { name: orders }, target: { type: AverageValue, averageValue: "10" } } }');
const replicas = `get deployment web -o jsonpath='{.spec.replicas}'`;

export const addonChapters: Readonly<Record<string, readonly Stop[]>> = {
  'network policies': [
    ...enter('policies'),
    ...client,
    ...server('web'),
    until(curl('http://web'), 'web'),
    apply(denyAll, 'networkpolicy.networking.k8s.io/deny-all created\n'),
    s('get networkpolicies', 'NAME  POD-SELECTOR  AGE\ndeny-all  <none>  <age>\n'),
    s('get netpol deny-all -o jsonpath={.spec.policyTypes}', '["Ingress"]'),
    s('describe networkpolicy deny-all', 'Name:  deny-all\nNamespace:  policies\n<...>PodSelector:  <none> (Allowing the specific traffic to all pods in this namespace)\n  Allowing ingress traffic:\n    <none> (Selected pods are isolated for ingress connectivity)\n  Not affecting egress traffic\n  Policy Types: Ingress\n'),
    { run: curl('http://web'), out: '', err: 'curl: (28) <...>', code: 28 },
    apply(allowClient, 'networkpolicy.networking.k8s.io/allow-client created\n'),
    s('describe netpol allow-client', '<...>PodSelector:  app=web\n  Allowing ingress traffic:\n    To Port: 8080/TCP\n    From:\n      PodSelector: app=client\n<...>'),
    s(curl('http://web'), 'web\n'),
    s('label pod client app=other --overwrite', 'pod/client labeled\n'),
    { run: curl('http://web'), out: '', err: 'curl: (28) <...>', code: 28 },
    s('delete networkpolicy --all', 'networkpolicy.networking.k8s.io "allow-client" deleted<...>\nnetworkpolicy.networking.k8s.io "deny-all" deleted<...>\n'),
    s(curl('http://web'), 'web\n'),
    s('get daemonset -n kube-system kube-network-policies -o jsonpath={.status.numberReady}', '3'),
    ...leave('policies'),
  ],
  ingress: [
    ...enter('routes'),
    ...client,
    ...server('web'),
    ...server('api'),
    s('get ingressclass', 'NAME  CONTROLLER  PARAMETERS  AGE\nconverge  converge.dev/ingress  <none>  <age>\n'),
    s('create ingress shop --rule="shop.example/*=web:80" --rule="shop.example/api*=api:80"', 'ingress.networking.k8s.io/shop created\n'),
    until('get ingress shop -o jsonpath={.spec.ingressClassName}', 'converge'),
    s('wait ingress/shop --for=jsonpath={.status.loadBalancer.ingress[0].ip} --timeout=30s', 'ingress.networking.k8s.io/shop condition met\n', { since: 31 }),
    s('get ingress', 'NAME  CLASS  HOSTS  ADDRESS  PORTS  AGE\nshop  converge  shop.example  <x>  80  <age>\n'),
    s('describe ingress shop', 'Name:  shop\n<...>Address:  10.<...>Ingress Class:  converge\n<...>shop.example<...>/   web:80 (<...>/api   api:80 (<...>Sync<...>Scheduled for sync\n', { err: '<...>' }),
    until(`${curl('-H Host:shop.example http://ingress-proxy.ingress/')}`, 'web'),
    s(curl('-H Host:shop.example http://ingress-proxy.ingress/api/v1'), 'api\n'),
    s(curl('-H Host:other.example http://ingress-proxy.ingress/'), 'no route for this host and path\n'),
    s('scale deployment api --replicas=0', 'deployment.apps/api scaled\n'),
    until(curl('-H Host:shop.example http://ingress-proxy.ingress/api'), 'no endpoints'),
    s('patch ingress shop --type=json -p \'[{"op":"remove","path":"/spec/rules/0/http/paths/1"}]\'', 'ingress.networking.k8s.io/shop patched\n'),
    until(curl('-H Host:shop.example http://ingress-proxy.ingress/api'), 'web'),
    s('get configmap ingress-routes -n ingress -o jsonpath="{.data.routes\\.json}"', '<...>web.routes.svc.cluster.local:80<...>'),
    s('rollout restart deployment/ingress-proxy -n ingress', 'deployment.apps/ingress-proxy restarted\n'),
    s('rollout status deployment/ingress-proxy -n ingress --timeout=60s', '<...>successfully rolled out\n'),
    until(curl('-H Host:shop.example http://ingress-proxy.ingress/'), 'web'),
    s('delete ingress shop', 'ingress.networking.k8s.io "shop" deleted<...>\n'),
    until(curl('-H Host:shop.example http://ingress-proxy.ingress/'), 'no route for this host and path'),
    ...leave('routes'),
  ],
  names: [
    ...enter('names'),
    ...client,
    ...server('web'),
    s('get deployment coredns -n kube-system', 'NAME  READY  UP-TO-DATE  AVAILABLE  AGE\ncoredns  2/2  2  2  <age>\n'),
    s('get service kube-dns -n kube-system', 'NAME  TYPE  CLUSTER-IP  EXTERNAL-IP  PORT(S)  AGE\nkube-dns  ClusterIP  10.96.0.10  <none>  53/UDP,53/TCP,9153/TCP  <age>\n'),
    s(curl('http://web.names.svc.cluster.local'), 'web\n'),
    s('exec client -- getent hosts web', '10.<...>  web.names.svc.cluster.local  web\n'),
    s('scale deployment coredns -n kube-system --replicas=0', 'deployment.apps/coredns scaled\n'),
    s('wait pod -n kube-system -l k8s-app=kube-dns --for=delete --timeout=60s', '<...>', { err: '<...>' }),
    { run: curl('http://web'), out: '', err: 'curl: (6) Could not resolve host: web\n<...>', code: 6 },
    { run: `"$K" exec client -- curl -sS http://$("$K" get service web -o jsonpath={.spec.clusterIP})`, out: 'web\n', shell: true },
    s('scale deployment coredns -n kube-system --replicas=2', 'deployment.apps/coredns scaled\n'),
    s('rollout status deployment/coredns -n kube-system --timeout=60s', '<...>successfully rolled out\n'),
    s(curl('http://web'), 'web\n'),
    s('logs deployment/coredns -n kube-system --tail=1', '<...>linux/amd64, <x>\n', { err: '<...>' }),
    ...leave('names'),
  ],
  volumes: [
    ...enter('disks'),
    apply(storageClass, 'storageclass.storage.k8s.io/tour created\n'),
    s('get storageclass', 'NAME  PROVISIONER  RECLAIMPOLICY  VOLUMEBINDINGMODE  ALLOWVOLUMEEXPANSION  AGE\ntour  disk.csi.converge.dev  Delete  WaitForFirstConsumer  true  <age>\n'),
    apply(claim('data'), 'persistentvolumeclaim/data created\n'),
    s('get pvc data', 'NAME  STATUS  VOLUME  CAPACITY  ACCESS MODES  STORAGECLASS<...>  AGE\ndata  Pending<...>tour<...>\n'),
    s('describe pvc data', 'Name:  data\n<...>Status:  Pending\n<...>Used By:  <none>\n<...>WaitForFirstConsumer<...>waiting for first consumer to be created before binding\n'),
    apply(consumer('a'), 'pod/a created\n'),
    s('wait --for=condition=ready pod/a --timeout=60s', 'pod/a condition met\n'),
    s('get pvc data -o jsonpath="{.status.phase} {.status.capacity.storage}"', 'Bound 1Gi'),
    s('get pv', 'NAME  CAPACITY  ACCESS MODES  RECLAIM POLICY  STATUS  CLAIM  STORAGECLASS<...>\npvc-<x>  1Gi  RWO  Delete  Bound  disks/data  tour<...>\n'),
    s('get volumeattachments', 'NAME  ATTACHER  PV  NODE  ATTACHED  AGE\ncsi-<x>  disk.csi.converge.dev  pvc-<x>  node-<x>  true  <age>\n'),
    s('events --for pod/a', '<...>SuccessfulAttachVolume<...>AttachVolume.Attach succeeded for volume "pvc-<...>'),
    s('exec a -- sh -c "echo kept > /data/note"', ''),
    s('delete pvc data --wait=false', 'persistentvolumeclaim "data" deleted<...>\n'),
    s('get pvc data -o jsonpath="{.status.phase} {.metadata.finalizers}"', 'Bound ["kubernetes.io/pvc-protection"]'),
    s('get pvc', '<...>data  Terminating<...>'),
    s('delete pod a', 'pod "a" deleted<...>\n'),
    s('wait --for=delete pvc/data --timeout=60s', '<...>', { err: '<...>' }),
    until('get pv,volumeattachments -o name', ''),
    apply(claim('data'), 'persistentvolumeclaim/data created\n'),
    apply(consumer('b'), 'pod/b created\n'),
    s('wait --for=condition=ready pod/b --timeout=60s', 'pod/b condition met\n'),
    s('exec b -- ls /data', ''),
    s('patch pvc data -p \'{"spec":{"resources":{"requests":{"storage":"2Gi"}}}}\'', 'persistentvolumeclaim/data patched\n'),
    { run: 'patch pvc data -p \'{"spec":{"resources":{"requests":{"storage":"512Mi"}}}}\'', out: '', err: '<...>Forbidden: field can not be less than status.capacity<...>', code: 1 },
    s('delete pod b', 'pod "b" deleted<...>\n'),
    ...leave('disks'),
    until('get pv -o name', ''),
    s('delete storageclass tour', 'storageclass.storage.k8s.io "tour" deleted\n'),
  ],
  'autoscaling by custom and external metrics': [
    ...enter('load'),
    ...server('web'),
    apply(byPods, 'horizontalpodautoscaler.autoscaling/web created\n'),
    s('annotate pod -l app=web converge.dev/metric.queue=25', 'pod/web-<x> annotate<...>\n'),
    s('get --raw /apis/custom.metrics.k8s.io/v1beta2/namespaces/load/pods/*/queue', '<...>"kind":"MetricValueList"<...>"value":"25"<...>'),
    until(replicas, '3'),
    s('get hpa web', 'NAME  REFERENCE  TARGETS  MINPODS  MAXPODS  REPLICAS  AGE\nweb  Deployment/web  <...>/10  1  5  <...>\n'),
    s('describe hpa web', 'Name:  web\n<...>"queue" on pods:  <...> / 10\n<...>SuccessfulRescale<...>New size: 3; reason: pods metric queue above target\n'),
    apply('apiVersion: v1\nkind: ConfigMap\nmetadata: { name: metrics, labels: { converge.dev/external-metrics: "true" } }\ndata: { orders: "45" }\n', 'configmap/metrics created\n'),
    s('get --raw /apis/external.metrics.k8s.io/v1beta1/namespaces/load/orders', '<...>"kind":"ExternalMetricValueList"<...>"value":"45"<...>'),
    apply(byExternal, 'horizontalpodautoscaler.autoscaling/web configured\n'),
    until(replicas, '5'),
    s('patch configmap metrics -p \'{"data":{"orders":"15"}}\'', 'configmap/metrics patched\n'),
    until(replicas, '2'),
    s('describe hpa web', '<...>"orders" (target average value):  <x> / 10\n<...>'),
    s('delete configmap metrics', 'configmap "metrics" deleted<...>\n'),
    until('get hpa web -o jsonpath=\'{.status.conditions[?(@.type=="ScalingActive")].reason}\'', 'FailedGetExternalMetric'),
    s('delete hpa web', 'horizontalpodautoscaler.autoscaling "web" deleted<...>\n'),
    ...leave('load'),
  ],
  'stateful sets': [
    ...enter('sets'),
    apply(storageClass, 'storageclass.storage.k8s.io/tour created\n'),
    s('create service clusterip db --clusterip=None --tcp=6379:6379', 'service/db created\n'),
    apply(set('redis:7.2'), 'statefulset.apps/db created\n'),
    s('rollout status statefulset/db --timeout=60s', '<...>'),
    s('get statefulset', 'NAME  READY  AGE\ndb  2/2  <age>\n'),
    s('get pods -l app=db -o name', 'pod/db-0\npod/db-1\n'),
    s('get pvc -o name', 'persistentvolumeclaim/data-db-0\npersistentvolumeclaim/data-db-1\n'),
    s('exec db-1 -- redis-cli set greeting hello', 'OK\n'),
    s('exec db-0 -- redis-cli -h db-1.db get greeting', 'hello\n', { code: 0 }),
    s('delete pod db-1', 'pod "db-1" deleted<...>\n'),
    until('exec db-1 -- redis-cli get greeting', 'hello'),
    apply(set('redis:7.4'), 'statefulset.apps/db configured\n'),
    s('rollout status statefulset/db --timeout=60s', '<...>'),
    s('rollout history statefulset/db', 'statefulset.apps/db<...>\nREVISION  CHANGE-CAUSE\n1  <none>\n2  <none>\n\n'),
    s('get controllerrevisions -o name', 'controllerrevision.apps/db-<x>\ncontrollerrevision.apps/db-<x>\n'),
    until('exec db-1 -- redis-cli get greeting', 'hello'),
    s('rollout undo statefulset/db', 'statefulset.apps/db rolled back\n'),
    s('rollout status statefulset/db --timeout=60s', '<...>'),
    s('get pod db-1 -o jsonpath={.spec.containers[0].image}', 'redis:7.2'),
    s('scale statefulset db --replicas=1', 'statefulset.apps/db scaled\n'),
    s('wait --for=delete pod/db-1 --timeout=60s', '<...>', { err: '<...>' }),
    s('get pvc -o name', 'persistentvolumeclaim/data-db-0\npersistentvolumeclaim/data-db-1\n'),
    s('delete statefulset db', 'statefulset.apps "db" deleted<...>\n'),
    s('delete pvc --all', '<...>"data-db-0" deleted<...>"data-db-1" deleted<...>'),
    ...leave('sets'),
    s('delete storageclass tour', 'storageclass.storage.k8s.io "tour" deleted\n'),
  ],
  'an agent on each node': [
    ...enter('agents'),
    ...client,
    apply(agent, 'daemonset.apps/agent created\n'),
    s('rollout status daemonset/agent --timeout=60s', '<...>successfully rolled out\n'),
    s('get daemonset agent', 'NAME  DESIRED  CURRENT  READY  UP-TO-DATE  AVAILABLE  NODE SELECTOR  AGE\nagent  3  3  3  3  3  <none>  <age>\n'),
    s('get pods -l app=agent -o jsonpath="{.items[*].status.podIP}"', '172.18.<x> 172.18.<x> 172.18.<x>'),
    { run: `"$K" exec client -- curl -sS http://$("$K" get node node-2 -o jsonpath={.status.addresses[0].address}):9100/metrics`, out: '<...>nodename="node-2"<...>', shell: true },
    s('set image daemonset/agent agent=quay.io/prometheus/node-exporter:v1.9.0', 'daemonset.apps/agent image updated\n'),
    s('rollout status daemonset/agent --timeout=60s', '<...>successfully rolled out\n'),
    s('rollout history daemonset/agent', 'daemonset.apps/agent<...>\nREVISION  CHANGE-CAUSE\n1  <none>\n2  <none>\n\n'),
    s('cordon node-3', 'node/node-3 cordoned\n'),
    s('drain node-3 --ignore-daemonsets --force', '<...>node/node-3 drained\n', { err: 'Warning: ignoring DaemonSet-managed Pods: <...>' }),
    s('get daemonset agent -o jsonpath={.status.numberReady}', '3'),
    s('uncordon node-3', 'node/node-3 uncordoned\n'),
    s('patch daemonset agent -p \'{"spec":{"template":{"spec":{"nodeSelector":{"disk":"fast"}}}}}\'', 'daemonset.apps/agent patched\n'),
    until('get daemonset agent -o jsonpath={.status.desiredNumberScheduled}', '0'),
    s('label node node-1 disk=fast', 'node/node-1 labeled\n'),
    until('get daemonset agent -o jsonpath={.status.numberReady}', '1'),
    s('label node node-1 disk-', 'node/node-1 unlabeled\n'),
    ...leave('agents'),
  ],
  'jobs and schedules': [
    ...enter('jobs'),
    s('create job sum --image=busybox:1.36 -- sh -c "echo \\$((20+22))"', 'job.batch/sum created\n'),
    s('wait --for=condition=complete job/sum --timeout=60s', 'job.batch/sum condition met\n'),
    s('logs job/sum', '42\n'),
    s('get job sum', 'NAME  STATUS  COMPLETIONS  DURATION  AGE\nsum  Complete  1/1  <age>  <age>\n', { since: 30 }),
    s('create cronjob tick --image=busybox:1.36 --schedule="* * * * *" -- date', 'cronjob.batch/tick created\n'),
    s('get cronjob tick', 'NAME  SCHEDULE  TIMEZONE  SUSPEND  ACTIVE  LAST SCHEDULE  AGE\ntick  * * * * *  <none>  False  0  <...>\n', { since: 29 }),
    until('get cronjob tick -o jsonpath={.status.lastScheduleTime} --output-watch-events=false -o jsonpath="{.spec.suspend}"', 'false'),
    { run: 'for i in $(seq 100); do [ -n "$("$K" get jobs -o name | grep tick-)" ] && break; sleep 0.2; done; "$K" get jobs -o name | grep -c tick-', out: '1\n', shell: true },
    s('patch cronjob tick -p \'{"spec":{"suspend":true}}\'', 'cronjob.batch/tick patched\n'),
    s('create job by-hand --from=cronjob/tick', 'job.batch/by-hand created\n'),
    s('wait --for=condition=complete job/by-hand --timeout=60s', 'job.batch/by-hand condition met\n'),
    s('get job by-hand -o jsonpath="{.metadata.annotations.cronjob\\.kubernetes\\.io/instantiate} {.metadata.ownerReferences[0].name}"', 'manual tick'),
    s('create job fails --image=busybox:1.36 -- false', 'job.batch/fails created\n'),
    s('patch job fails -p \'{"spec":{"activeDeadlineSeconds":5}}\'', 'job.batch/fails patched\n'),
    s('wait --for=condition=failed job/fails --timeout=60s', 'job.batch/fails condition met\n'),
    s('describe job fails', '<...>DeadlineExceeded<...>Job was active longer than specified deadline\n'),
    s('delete cronjob tick', 'cronjob.batch "tick" deleted<...>\n'),
    until('get jobs -o name', 'job.batch/fails\njob.batch/sum'),
    ...leave('jobs'),
  ],
};
