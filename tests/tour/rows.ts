/**
 * The tour: command lines for the real kubectl, and what upstream prints. In the expected text `<age>` is an age, `<x>` one word, `<...>` anything,
 * two blanks or more any number of blanks; a line's end in blanks doesn't count.
 */
export interface Stop {
  readonly run: string;
  /** Standard output, whole. */
  readonly out?: string;
  /** Standard error, whole; nothing unless told. */
  readonly err?: string;
  /** 0 unless told. */
  readonly code?: number;
  readonly stdin?: string;
  /** KUBE_EDITOR. */
  readonly editor?: string;
  /** Ends it with SIGINT as soon as this has been printed: it would go on for ever. */
  readonly until?: string;
  /** Run by a shell instead of kubectl; `$K` is kubectl, `$PORT` a free port. */
  readonly shell?: true;
  /** Oldest kubectl (minor version) that has it, and newest. */
  readonly since?: number;
  readonly before?: number;
}

const s = (run: string, out: string, more: Partial<Stop> = {}): Stop => ({ run, out, ...more });
const fails = (run: string, err: string, more: Partial<Stop> = {}): Stop => ({ run, out: '', err, code: 1, ...more });

/** kubectls before 1.31 read Endpoints, of which a server of 1.33 warns. */
const endpointsWarning = { err: '<...>' };

export const chapters: Readonly<Record<string, readonly Stop[]>> = {
  'looking around': [
    s('version', 'Client Version: <x>\nKustomize Version: <x>\nServer Version: v1.33.<x>\n', {
      err: '<...>',
      since: 28,
    }),
    s('cluster-info', '<...>Kubernetes control plane<...>is running at<...>https://127.0.0.1:<x>\n<...>', {}),
    s(
      'api-versions',
      'admissionregistration.k8s.io/v1\napiextensions.k8s.io/v1\napps/v1\n<...>storage.k8s.io/v1\nv1\n',
    ),
    s('api-resources --namespaced=false -o name', '<...>namespaces\nnodes\npersistentvolumes\n<...>'),
    s(
      'api-resources --api-group=apps',
      'NAME  SHORTNAMES  APIVERSION  NAMESPACED  KIND\ncontrollerrevisions  apps/v1  true  ControllerRevision\ndaemonsets  ds  apps/v1  true  DaemonSet\ndeployments  deploy  apps/v1  true  Deployment\nreplicasets  rs  apps/v1  true  ReplicaSet\nstatefulsets  sts  apps/v1  true  StatefulSet\n',
    ),
    s(
      'api-resources --verbs=list,get -o wide',
      'NAME  SHORTNAMES  APIVERSION  NAMESPACED  KIND  VERBS  CATEGORIES\n<...>pods  po  v1  true  Pod  create,delete,deletecollection,get,list,patch,update,watch  all\n<...>',
    ),
    s(
      'get nodes',
      'NAME  STATUS  ROLES  AGE  VERSION\nnode-1  Ready  <none>  <age>  v1.33.<x>\nnode-2  Ready  <none>  <age>  v1.33.<x>\nnode-3  Ready  <none>  <age>  v1.33.<x>\n',
    ),
    s(
      'get namespaces -o name',
      'namespace/default\nnamespace/kube-node-lease\nnamespace/kube-public\nnamespace/kube-system\n',
    ),
    s('get --raw /readyz', 'ok', {}),
    s('get --raw /version', '{<...>"gitVersion": "v1.33.<x>",<...>}<...>'),
    s(
      'get svc kubernetes',
      'NAME  TYPE  CLUSTER-IP  EXTERNAL-IP  PORT(S)  AGE\nkubernetes  ClusterIP  10.96.0.1  <none>  443/TCP  <age>\n',
    ),
    s(
      'get all',
      'NAME  TYPE  CLUSTER-IP  EXTERNAL-IP  PORT(S)  AGE\nservice/kubernetes  ClusterIP  10.96.0.1  <none>  443/TCP  <age>\n',
    ),
    s('config view --minify -o jsonpath={.current-context}', 'converge-tls'),
    s('config get-contexts -o name', 'converge\n<...>'),
    s('config current-context', 'converge-tls\n'),
    s('auth whoami', 'ATTRIBUTE  VALUE\nUsername  kubernetes-admin\n<...>Groups  <...>system:masters<...>\n', {
      since: 28,
    }),
    s('auth can-i create deployments', 'yes\n'),
    s(
      'auth can-i --list --as=system:serviceaccount:default:default',
      'Resources  Non-Resource URLs  Resource Names  Verbs\n<...>selfsubjectaccessreviews.authorization.k8s.io  []  []  [create]\n<...>',
    ),
    s('auth can-i get pods --as=jane', 'no\n', { code: 1 }),
    fails(
      'get pods --as=jane',
      'Error from server (Forbidden): pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "default"\n',
    ),
    s(
      'explain deployment.spec.strategy',
      'GROUP:  apps\nKIND:  Deployment\nVERSION:  v1\n\nFIELD: strategy <DeploymentStrategy>\n<...>',
    ),
    s(
      'explain pod --recursive',
      'KIND:  Pod\nVERSION:  v1\n<...>FIELDS:\n<...>  containers\t<[]Container> -required-\n<...>',
    ),
    fails('get widgets', 'error: the server doesn\'t have a resource type "widgets"\n'),
    fails('get pod none', 'Error from server (NotFound): pods "none" not found\n'),
  ],
  creating: [
    s('create namespace tour', 'namespace/tour created\n'),
    s('config set-context --current --namespace=tour', 'Context "converge-tls" modified.\n'),
    s('create deployment web --image=nginx:1.28 --replicas=2', 'deployment.apps/web created\n'),
    s('create configmap settings --from-literal=a=1 --from-literal=b=two', 'configmap/settings created\n'),
    s('create secret generic keys --from-literal=token=s3cret', 'secret/keys created\n'),
    s(
      'create secret docker-registry pull --docker-server=r.example --docker-username=u --docker-password=p',
      'secret/pull created\n',
    ),
    s('create serviceaccount bot', 'serviceaccount/bot created\n'),
    s('create role reader --verb=get,list --resource=pods', 'role.rbac.authorization.k8s.io/reader created\n'),
    s(
      'create rolebinding reads --role=reader --serviceaccount=tour:bot',
      'rolebinding.rbac.authorization.k8s.io/reads created\n',
    ),
    s('create clusterrole seer --verb=get --resource=nodes', 'clusterrole.rbac.authorization.k8s.io/seer created\n'),
    s(
      'create clusterrolebinding sees --clusterrole=seer --user=jane',
      'clusterrolebinding.rbac.authorization.k8s.io/sees created\n',
    ),
    s('auth can-i list pods --as=system:serviceaccount:tour:bot', 'yes\n'),
    s('create job once --image=busybox -- sh -c "echo done"', 'job.batch/once created\n'),
    s('create cronjob nightly --image=busybox --schedule="0 3 * * *" -- true', 'cronjob.batch/nightly created\n'),
    s('create ingress main --rule=a.example/*=web:80', 'ingress.networking.k8s.io/main created\n'),
    s('create quota small --hard=pods=40,services=10', 'resourcequota/small created\n'),
    s(
      'create poddisruptionbudget two --selector=app=web --min-available=1',
      'poddisruptionbudget.policy/two created\n',
    ),
    s('create priorityclass high --value=1000', 'priorityclass.scheduling.k8s.io/high created\n'),
    s('create service nodeport outer --tcp=80:80 --node-port=30180', 'service/outer created\n'),
    s('create token bot', '<x>.<x>.<x>'),
    s('run single --image=nginx:1.28 --port=80 --labels=app=single', 'pod/single created\n'),
    s('expose deployment web --port=80', 'service/web exposed\n'),
    s(
      'autoscale deployment web --min=2 --max=5 --cpu-percent=80',
      'horizontalpodautoscaler.autoscaling/web autoscaled\n',
      { before: 34 },
    ),
    s('create deployment web --image=nginx --dry-run=client -o name', 'deployment.apps/web\n'),
    s('create configmap dry --from-literal=a=b --dry-run=server -o name', 'configmap/dry\n'),
    fails(
      'create deployment web --image=nginx',
      'error: failed to create deployment: deployments.apps "web" already exists\n',
    ),
    fails('run Bad_Name --image=nginx', '<...>Invalid value: "Bad_Name"<...>'),
  ],
  waiting: [
    s('rollout status deployment/web --timeout=60s', '<...>deployment "web" successfully rolled out\n'),
    s('wait --for=condition=Ready pod/single --timeout=60s', 'pod/single condition met\n'),
    s('wait --for=condition=Available deployment --all --timeout=60s', 'deployment.apps/web condition met\n'),
    s(
      "wait --for=jsonpath='{.status.readyReplicas}'=2 deployment/web --timeout=60s",
      'deployment.apps/web condition met\n',
    ),
    fails(
      'wait --for=condition=Gone pod/single --timeout=1s',
      'error: timed out waiting for the condition on pods/single\n',
    ),
  ],
  getting: [
    s('get deployment', 'NAME  READY  UP-TO-DATE  AVAILABLE  AGE\nweb  2/2  2  2  <age>\n'),
    s(
      'get pods -l app=web',
      'NAME  READY  STATUS  RESTARTS  AGE\nweb-<x>  1/1  Running  0  <age>\nweb-<x>  1/1  Running  0  <age>\n',
    ),
    s(
      'get pod single -o wide',
      'NAME  READY  STATUS  RESTARTS  AGE  IP  NODE  NOMINATED NODE  READINESS GATES\nsingle  1/1  Running  0  <age>  10.<x>  node-<x>  <none>  <none>\n',
    ),
    s(
      'get rs -o wide',
      'NAME  DESIRED  CURRENT  READY  AGE  CONTAINERS  IMAGES  SELECTOR\nweb-<x>  2  2  2  <age>  nginx  nginx:1.28  app=web,pod-template-hash=<x>\n',
    ),
    s('get pod single -o name', 'pod/single\n'),
    s(
      'get pod single -o yaml',
      'apiVersion: v1\nkind: Pod\nmetadata:\n<...>  name: single\n<...>status:\n<...>  phase: Running\n<...>',
    ),
    s('get pod single -o json', '{\n    "apiVersion": "v1",\n    "kind": "Pod",\n<...>}\n'),
    s("get pod single -o jsonpath='{.status.phase}'", 'Running'),
    s(
      'get pods -o custom-columns=NAME:.metadata.name,PHASE:.status.phase --field-selector=metadata.name=single',
      'NAME  PHASE\nsingle  Running\n',
    ),
    s("get pod single -o go-template='{{.metadata.name}}'", 'single'),
    s("get nodes -o jsonpath='{range .items[*]}{.metadata.name} {end}'", 'node-1 node-2 node-3'),
    s(
      'get pods -A --sort-by=.metadata.name',
      'NAMESPACE  NAME  READY  STATUS  RESTARTS  AGE\n<...>tour  single  1/1  Running  0  <age>\n<...>',
    ),
    s(
      'get pods --show-labels --field-selector=metadata.name=single',
      'NAME  READY  STATUS  RESTARTS  AGE  LABELS\nsingle  1/1  Running  0  <age>  app=single\n',
    ),
    s('get cm settings -L app', 'NAME  DATA  AGE  APP\nsettings  2  <age>\n'),
    s(
      'get deploy/web svc/web',
      'NAME  READY  UP-TO-DATE  AVAILABLE  AGE\ndeployment.apps/web  2/2  2  2  <age>\n\nNAME  TYPE  CLUSTER-IP  EXTERNAL-IP  PORT(S)  AGE\nservice/web  ClusterIP  10.<x>  <none>  80/TCP  <age>\n',
    ),
    s(
      'get svc outer',
      'NAME  TYPE  CLUSTER-IP  EXTERNAL-IP  PORT(S)  AGE\nouter  NodePort  10.<x>  <none>  80:30180/TCP  <age>\n',
    ),
    s(
      'get endpointslices -l kubernetes.io/service-name=web',
      'NAME  ADDRESSTYPE  PORTS  ENDPOINTS  AGE\nweb-<x>  IPv4  80  10.<x>,10.<x>  <age>\n',
    ),
    s('get secret keys', 'NAME  TYPE  DATA  AGE\nkeys  Opaque  1  <age>\n'),
    s(
      'get hpa',
      'NAME  REFERENCE  TARGETS  MINPODS  MAXPODS  REPLICAS  AGE\nweb  Deployment/web  cpu: <x>/80%  2  5  <x>  <age>\n',
    ),
    s('get pdb', 'NAME  MIN AVAILABLE  MAX UNAVAILABLE  ALLOWED DISRUPTIONS  AGE\ntwo  1  N/A  1  <age>\n'),
    s('get quota', 'NAME  REQUEST  LIMIT  AGE\nsmall  pods: <x>/40, services: 2/10  <age>\n', { before: 34 }),
    s('get ingress', 'NAME  CLASS  HOSTS  ADDRESS  PORTS  AGE\nmain  <none>  a.example  80  <age>\n'),
    s(
      'get cronjob',
      'NAME  SCHEDULE  TIMEZONE  SUSPEND  ACTIVE  LAST SCHEDULE  AGE\nnightly  0 3 * * *  <none>  False  0  <none>  <age>\n',
      { since: 29 },
    ),
    s(
      'get roles,rolebindings',
      'NAME  CREATED AT\nrole.rbac.authorization.k8s.io/reader  <x>\n\nNAME  ROLE  AGE\nrolebinding.rbac.authorization.k8s.io/reads  Role/reader  <age>\n',
    ),
    s('get priorityclass high', 'NAME  VALUE  GLOBAL-DEFAULT  AGE<...>\nhigh  1000  false  <age><...>\n'),
    s('get pods -w', '<...>', { until: 'Running' }),
    s(
      'get pods -w --output-watch-events -l app=single',
      'EVENT  NAME  READY  STATUS  RESTARTS  AGE\nADDED  single  1/1  Running  0  <age>\n',
      { until: 'Running' },
    ),
    s('get deployment web --subresource=status -o name', 'deployment.apps/web\n'),
    s(
      'get deployment web --show-managed-fields -o yaml',
      '<...>  managedFields:\n<...>    manager: kubectl-create\n<...>',
    ),
    s('get pods --chunk-size=1 -o name', '<...>pod/single\n<...>'),
    s(
      'events --for pod/single --types=Normal',
      'LAST SEEN  TYPE  REASON  OBJECT  MESSAGE\n<...>  Normal  Scheduled  Pod/single  Successfully assigned tour/single to node-<x>\n<...>',
    ),
    // 1.32 put brackets around the percent.
    s('top nodes', 'NAME  CPU(cores)  CPU<x>  MEMORY(bytes)  MEMORY<x>\nnode-1  <x>m  <x>%  <x>Mi  <x>%\n<...>'),
    s('top pod single --containers', 'POD  NAME  CPU(cores)  MEMORY(bytes)\nsingle  single  <x>m  <x>Mi\n'),
  ],
  describing: [
    s('describe pod single', 'Name:  single\nNamespace:  tour\n<...>Containers:\n  single:\n<...>Events:\n<...>'),
    s(
      'describe deployment web',
      'Name:  web\nNamespace:  tour\n<...>Replicas:  2 desired | 2 updated | 2 total | 2 available | 0 unavailable\n<...>',
    ),
    s(
      'describe rs -l app=web',
      'Name:  web-<x>\nNamespace:  tour\nSelector:  app=web,pod-template-hash=<x>\n<...>Controlled By:  Deployment/web\nReplicas:  2 current / 2 desired\n<...>',
    ),
    s('describe node node-1', 'Name:  node-1\nRoles:  <none>\n<...>Allocated resources:\n<...>'),
    s(
      'describe svc web',
      'Name:  web\nNamespace:  tour\n<...>Type:  ClusterIP\n<...>Endpoints:  10.<x>:80,10.<x>:80\n<...>',
      endpointsWarning,
    ),
    s('describe ns tour', 'Name:  tour\nLabels:  kubernetes.io/metadata.name=tour\n<...>Resource Quotas\n<...>'),
    // In no order, before 1.31.
    s('describe cm settings', 'Name:  settings\n<...>Data\n====\n<...>a:\n----\n1\n<...>'),
    s('describe secret keys', 'Name:  keys\n<...>Type:  Opaque\n\nData\n====\ntoken:  6 bytes\n'),
    s('describe role reader', 'Name:  reader\n<...>  pods  []  []  [get list]\n'),
    s('describe rolebinding reads', 'Name:  reads\n<...>  ServiceAccount  bot  tour\n'),
    s('describe hpa web', 'Name:  web\nNamespace:  tour\n<...>Reference:  Deployment/web\n<...>'),
    s('describe pdb two', 'Name:  two\nNamespace:  tour\nMin available:  1\nSelector:  app=web\n<...>'),
    s('describe job once', 'Name:  once\nNamespace:  tour\n<...>'),
    s('describe cronjob nightly', 'Name:  nightly\nNamespace:  tour\n<...>Schedule:  0 3 * * *\n<...>'),
    s('describe ingress main', 'Name:  main\n<...>Rules:\n<...>a.example<...>', endpointsWarning),
    s('describe quota small', 'Name:  small\nNamespace:  tour\nResource  Used  Hard\n<...>'),
    s('describe sa bot', 'Name:  bot\nNamespace:  tour\n<...>'),
    s(
      'describe endpointslice -l kubernetes.io/service-name=web',
      'Name:  web-<x>\nNamespace:  tour\n<...>AddressType:  IPv4\n<...>',
    ),
    s('describe priorityclass high', 'Name:  high\nValue:  1000\n<...>'),
    s('cluster-info dump --namespaces tour --output-directory=dump', 'Cluster info dumped to dump\n'),
  ],
  changing: [
    s('apply -f web.yaml', 'deployment.apps/api created\nservice/api created\n'),
    s('apply -f web.yaml', 'deployment.apps/api unchanged\nservice/api unchanged\n'),
    s('diff -f web.yaml', ''),
    s('diff -f web-2.yaml', '<...>-  replicas: 1\n+  replicas: 2\n<...>', { code: 1 }),
    s('apply -f web-2.yaml', 'deployment.apps/api configured\nservice/api unchanged\n'),
    s('apply view-last-applied deployment/api -o json', '{\n<...>"replicas": 2,\n<...>}\n'),
    s('apply --server-side -f settings.yaml', 'configmap/applied serverside-applied\n'),
    s('apply --server-side -f settings.yaml --field-manager=other', 'configmap/applied serverside-applied\n'),
    fails(
      'apply --server-side -f settings-2.yaml --field-manager=other',
      'error: Apply failed with 1 conflict: conflict with "kubectl": .data.a\nPlease review the fields above--they currently have other managers. Here\n<...>',
    ),
    s(
      'apply --server-side --force-conflicts -f settings-2.yaml --field-manager=other',
      'configmap/applied serverside-applied\n',
    ),
    s('replace -f settings.yaml', 'configmap/applied replaced\n'),
    s(`patch cm settings -p '{"data":{"c":"3"}}'`, 'configmap/settings patched\n'),
    s(`patch cm settings --type=merge -p '{"data":{"b":null}}'`, 'configmap/settings patched\n'),
    s(
      `patch cm settings --type=json -p '[{"op":"replace","path":"/data/a","value":"9"}]'`,
      'configmap/settings patched\n',
    ),
    s("get cm settings -o jsonpath='{.data}'", '{"a":"9","c":"3"}'),
    s('edit cm settings', 'configmap/settings edited\n', { editor: 'sed -i \'s/"9"/"10"/\'' }),
    s('edit cm settings', '', { editor: 'true', err: 'Edit cancelled, no changes made.\n' }),
    s('label pod single tier=web', 'pod/single labeled\n'),
    fails('label pod single tier=other', "error: 'tier' already has a value (web), and --overwrite is false\n"),
    s('label pod single tier-', 'pod/single unlabeled\n'),
    s('annotate pod single note=hello', 'pod/single annotate\n', { before: 28 }),
    s('annotate pod single note=hello --overwrite', 'pod/single annotated\n', { since: 28 }),
    s('taint nodes node-3 dedicated=x:PreferNoSchedule', 'node/node-3 tainted\n'),
    s('taint nodes node-3 dedicated-', 'node/node-3 untainted\n'),
    s('set image deployment/web nginx=nginx:1.29', 'deployment.apps/web image updated\n'),
    s('rollout status deployment/web --timeout=90s', '<...>deployment "web" successfully rolled out\n'),
    s('set env deployment/web MODE=fast', 'deployment.apps/web env updated\n'),
    s('set resources deployment/web --requests=cpu=50m', 'deployment.apps/web resource requirements updated\n'),
    s('set serviceaccount deployment/web bot', 'deployment.apps/web serviceaccount updated\n'),
    s('rollout history deployment/web', 'deployment.apps/web\nREVISION  CHANGE-CAUSE\n1  <none>\n2  <none>\n<...>'),
    s(
      'rollout history deployment/web --revision=1',
      'deployment.apps/web with revision #1\nPod Template:\n<...>nginx:1.28\n<...>',
    ),
    s('rollout pause deployment/web', 'deployment.apps/web paused\n'),
    s('rollout resume deployment/web', 'deployment.apps/web resumed\n'),
    s('rollout undo deployment/web --to-revision=1', 'deployment.apps/web rolled back\n'),
    s('rollout restart deployment/web', 'deployment.apps/web restarted\n'),
    s('rollout status deployment/web --timeout=90s', '<...>deployment "web" successfully rolled out\n'),
    s('scale deployment/web --replicas=3', 'deployment.apps/web scaled\n'),
    s('scale deployment/web --current-replicas=3 --replicas=2', 'deployment.apps/web scaled\n'),
    fails('scale deployment/web --current-replicas=9 --replicas=2', 'error: Expected replicas to be 9, was 2\n'),
  ],
  inside: [
    s('logs single', '<...>start worker processes<...>'),
    s('logs single --tail=1 --timestamps', '2<x>Z <...>\n'),
    s('logs -l app=single --prefix --tail=1', '[pod/single/single] <...>\n'),
    s('logs -f single', '<...>', { until: 'start worker process' }),
    s('exec single -- echo hi', 'hi\n'),
    s('exec single -- sh -c "exit 7"', '', { err: 'command terminated with exit code 7\n', code: 7 }),
    s('exec -i single -- cat', 'through\n', { stdin: 'through\n' }),
    s('exec single -- hostname', 'single\n'),
    s('exec single -- bash -c "echo by bash"', 'by bash\n'),
    s('exec -i single -- sh', '1\n2\n', { stdin: 'echo 1\necho 2\n' }),
    fails('exec none -- true', 'Error from server (NotFound): pods "none" not found\n'),
    fails(
      'exec single -c other -- true',
      'Error from server (BadRequest): container other is not valid for pod single\n',
    ),
    s('run shell --image=busybox --restart=Never -- sh -c "echo first; sleep 3600"', 'pod/shell created\n'),
    s('wait --for=condition=Ready pod/shell --timeout=60s', 'pod/shell condition met\n'),
    fails('exec shell -- bash', '<...>exec: "bash": executable file not found in $PATH: unknown\n'),
    s('cp settings.yaml shell:/tmp/s.yaml', ''),
    s('exec shell -- head -n 1 /tmp/s.yaml', 'apiVersion: v1\n'),
    s('cp shell:/tmp/s.yaml back.yaml', '<...>', {}),
    { run: 'cmp settings.yaml back.yaml', shell: true, out: '' },
    s('exec shell -- wget -qO- http://web.tour.svc.cluster.local', '<...>Welcome to nginx!<...>'),
    {
      run: '$K port-forward pod/single $PORT:80 >pf.log & P=$!; for i in 1 2 3 4 5 6 7 8 9 10; do grep -sq Forwarding pf.log && break; sleep 0.2; done; curl -s http://127.0.0.1:$PORT/ | grep -o "Welcome to nginx!" | head -n 1; kill $P',
      shell: true,
      out: 'Welcome to nginx!\n',
    },
    {
      run: '$K port-forward svc/web $PORT:80 >pf2.log & P=$!; for i in 1 2 3 4 5 6 7 8 9 10; do grep -sq Forwarding pf2.log && break; sleep 0.2; done; curl -s -o /dev/null -w "%{http_code}" http://127.0.0.1:$PORT/none; kill $P',
      shell: true,
      out: '404',
    },
    {
      run: '$K proxy --port=$PORT >proxy.log & P=$!; for i in 1 2 3 4 5 6 7 8 9 10; do grep -sq Starting proxy.log && break; sleep 0.2; done; curl -s http://127.0.0.1:$PORT/api/v1/namespaces/tour/pods/single/proxy/ | grep -o "Welcome to nginx!" | head -n 1; curl -s http://127.0.0.1:$PORT/api/v1/namespaces/tour/services/web/proxy/ | grep -c "Welcome"; kill $P',
      shell: true,
      out: 'Welcome to nginx!\n<x>\n',
    },
    s('attach shell', '', { until: '', err: '<...>' }),
    s('logs shell', 'first\n'),
    s('run crash --image=busybox --restart=Always -- sh -c "echo again; sleep 2; exit 1"', 'pod/crash created\n'),
    s(
      "wait --for=jsonpath='{.status.containerStatuses[0].restartCount}'=1 pod/crash --timeout=60s",
      'pod/crash condition met\n',
    ),
    s('logs crash --previous', 'again\n'),
    s('logs crash -p', 'again\n'),
    s('debug single --image=busybox --container=helper -- sleep 100', '', { err: '<...>' }),
    s('delete pod crash --now', 'pod "crash" deleted<...>\n', { err: '<...>' }),
  ],
  nodes: [
    s('cordon node-2', 'node/node-2 cordoned\n'),
    s(
      'get node node-2',
      'NAME  STATUS  ROLES  AGE  VERSION\nnode-2  Ready,SchedulingDisabled  <none>  <age>  v1.33.<x>\n',
    ),
    s('drain node-2 --ignore-daemonsets --force --delete-emptydir-data --timeout=120s', '<...>node/node-2 drained\n', {
      err: '<...>',
    }),
    s('uncordon node-2', 'node/node-2 uncordoned\n'),
  ],
  ending: [
    s('delete configmap settings', 'configmap "settings" deleted<...>\n'),
    s('delete deployment api --cascade=orphan', 'deployment.apps "api" deleted<...>\n'),
    s('get rs -l app=api -o name', 'replicaset.apps/api-<x>\n'),
    s('delete rs -l app=api --cascade=foreground', 'replicaset.apps "api-<x>" deleted<...>\n'),
    s('delete deployment web --cascade=background --wait=false', 'deployment.apps "web" deleted<...>\n'),
    s('wait --for=delete deployment/web --timeout=60s', '<...>', { err: '<...>' }),
    s('run last --image=nginx:1.28', 'pod/last created\n'),
    s('delete pod last --force --grace-period=0', 'pod "last" force deleted<...>\n', {
      err: 'Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.\n',
    }),
    s('delete -f settings.yaml', 'configmap "applied" deleted<...>\n'),
    fails('delete pod none', 'Error from server (NotFound): pods "none" not found\n'),
    s('delete pod none --ignore-not-found', ''),
    s('delete all --all', '<...>', {}),
    s('config set-context --current --namespace=default', 'Context "converge-tls" modified.\n'),
    s('delete namespace tour', 'namespace "tour" deleted\n'),
    s(
      'delete clusterrole/seer clusterrolebinding/sees priorityclass/high',
      'clusterrole.rbac.authorization.k8s.io "seer" deleted\nclusterrolebinding.rbac.authorization.k8s.io "sees" deleted\npriorityclass.scheduling.k8s.io "high" deleted\n',
    ),
    s('get ns tour --ignore-not-found', ''),
  ],
};

/** The manifests the tour names. */
export const files: Readonly<Record<string, string>> = Object.fromEntries(
  [1, 2].flatMap((replicas) => {
    const suffix = replicas === 1 ? '' : `-${replicas}`;
    return [
      [
        `web${suffix}.yaml`,
        `apiVersion: apps/v1
kind: Deployment
metadata:
  name: api
spec:
  replicas: ${replicas}
  selector:
    matchLabels: {app: api}
  template:
    metadata:
      labels: {app: api}
    spec:
      containers:
      - name: api
        image: nginx:1.28
---
apiVersion: v1
kind: Service
metadata:
  name: api
spec:
  selector: {app: api}
  ports:
  - port: 80
`,
      ],
      [
        `settings${suffix}.yaml`,
        `apiVersion: v1
kind: ConfigMap
metadata:
  name: applied
data:
  a: "${replicas}"
`,
      ],
    ];
  }),
);
