/** Verbs and flags that are used less often: Go templates, top, config, debug, prune, raw requests. */
import type { Row } from './command.ts';

const web = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: { app: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - { name: nginx, image: nginx, ports: [{ containerPort: 80 }] }
        - { name: side, image: 'busybox:1', command: [sleep, '3600'] }
---
apiVersion: v1
kind: Service
metadata: { name: web, labels: { app: web } }
spec: { selector: { app: web }, ports: [{ port: 8080, targetPort: 80, name: http }] }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: c }
data: { a: '1', b: two }
`;

export const wholeFiles: Readonly<Record<string, string>> = {
  'web.yaml': web,
  'plain.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c, namespace: default }\ndata: { a: "1" }\n',
  'raw.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"raw"},"data":{"a":"b"}}',
  'editable.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: e }\ndata: { a: b }\n',
  'kept.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: kept, labels: { tier: kept } }\n',
  'pruned.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: pruned, labels: { tier: out } }\n',
  'scale.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web, namespace: default }\nspec: { replicas: 1 }\n',
  'pods.tmpl': '{{range .items}}{{.metadata.namespace}} {{.spec.nodeName}}\n{{end}}',
};

const templates: readonly Row[] = [
  'apply -f web.yaml',
  'rollout status deploy/web',
  `get cm c -o go-template='{{.data.a}} {{.data.b}} {{.data.none}} {{.none.more}}'`,
  `get cm c -o template --template={{.metadata.name}}`,
  `get cm c --template={{.metadata.name}}`,
  `get cm c -o go-template='{{range $k, $v := .data}}{{$k}}={{$v}};{{end}}'`,
  `get deploy web -o go-template='{{.spec.replicas}} {{printf "%v|%5s|%-8s|%q" .spec.replicas .kind .kind .metadata.name}}'`,
  `get deploy web -o go-template='{{printf "%d %s %f %x %%" .spec.replicas .spec.replicas .spec.replicas .kind}}'`,
  `get deploy web -o go-template='{{printf "%s %d" .kind}} {{printf "%s" .kind 3 .kind}}'`,
  `get deploy web -o go-template='{{len .metadata.name}} {{len .spec.template.spec.containers}} {{index .metadata.labels "app"}}'`,
  `get deploy web -o go-template='{{(index .spec.template.spec.containers 0).name}} {{index .spec.template.spec.containers 1 "image"}}'`,
  `get deploy web -o go-template='{{if eq .kind "Deployment"}}yes{{else}}no{{end}} {{if and .spec .none}}a{{else if or .none .kind}}b{{end}}'`,
  `get deploy web -o go-template='{{with .metadata.labels}}{{.app}} {{$.kind}}{{end}}{{with .none}}x{{else}}none{{end}}'`,
  `get deploy web -o go-template='{{range $i, $c := .spec.template.spec.containers}}{{if $i}}, {{end}}{{$i}}:{{$c.name}}{{end}}'`,
  `get deploy web -o go-template='{{- /* a remark */ -}}  {{- .kind | printf "%s-%s" "x" | len }}'`,
  `get deploy web -o go-template='{{.metadata.labels}} {{.spec.template.spec.containers}}'`,
  `get deploy web -o go-template='{{define "n"}}[{{.name}}]{{end}}{{range .spec.template.spec.containers}}{{template "n" .}}{{end}}'`,
  `get deploy web -o go-template='{{range .spec.template.spec.containers}}{{if eq .name "side"}}{{break}}{{end}}{{.name}}{{end}}'`,
  `get deploy web -o go-template='{{$x := "a"}}{{if true}}{{$x = "b"}}{{end}}{{$x}} {{not true}} {{print 1 2 "x" 3}} {{println "a" 1}}'`,
  `get deploy web -o go-template='{{lt 1 2}} {{ge 1.5 2.5}} {{ne "a" "b"}} {{slice .kind 1 3}} {{html "<a>"}} {{urlquery "a b"}}'`,
  `get deploy web -o go-template='{{if exists .metadata "name"}}y{{end}}{{if exists .metadata "none"}}z{{end}} {{"aGk=" | base64decode}}'`,
  `get deploy web -o go-template='{{eq .spec.replicas 2}}'`,
  `create -f plain.yaml --dry-run=client -o go-template='{{.kind.none}}'`,
  `create -f plain.yaml --dry-run=client -o go-template='{{index .data "none"}} {{index .kind 99}}'`,
  `create -f plain.yaml --dry-run=client --allow-missing-template-keys=false -o go-template='{{.data.none}}'`,
  `create -f plain.yaml --dry-run=client --allow-missing-template-keys=false -o go-template='{{.none.more}}'`,
  `create -f plain.yaml --dry-run=client -o go-template='{{range .kind}}x{{end}}'`,
  `create -f plain.yaml --dry-run=client -o go-template='{{len .none}}'`,
  `get cm c -o go-template='{{.kind'`,
  `get cm c -o go-template='{{nope .kind}}'`,
  `get cm c -o go-template='{{if .kind}}'`,
  `get cm c -o go-template='{{end}}'`,
  `get cm c -o go-template='{{$x}}'`,
  `get cm c -o go-template='{{.kind | 3}}'`,
  `get cm c -o go-template='{{"abc}}'`,
  `get cm c -o go-template='{{}}'`,
  `get cm c -o go-template='{{(.kind}}'`,
  `create -f plain.yaml --dry-run=client -o go-template='{{.kind "x"}}'`,
  `get cm c -o go-template='{{.a-b}}'`,
  `get cm c -o go-template='{{ # }}'`,
  'get cm c -o go-template',
  'get cm c -o go-template-file=nope.tmpl',
  'get pods -A -o go-template-file=pods.tmpl',
  'get pods -A -o go-template-file --template=pods.tmpl',
  `get deploy,cm -o go-template='{{range .items}}{{.kind}}/{{.metadata.name}} {{end}}'`,
  `create cm d --from-literal=x=y --dry-run=client -o go-template='{{.data.x}}'`,
  `get cm c -o jsonpath-as-json='{.data.a}'`,
  `get pods -o jsonpath-as-json='{.items[*].metadata.labels.app}'`,
];

const tops: readonly Row[] = [
  'top node',
  'top nodes --show-capacity --no-headers',
  'top node node-1',
  'top node --sort-by=memory',
  'top pod',
  'top pod -A --containers --sort-by=memory',
  'top po --containers --sum',
  'top pod -A --containers --no-headers --sum',
  'top pod --sum --no-headers',
  'top pod -l app=web --sum',
  'top pod -l app=none',
  'top pod -A -l app=none',
  'top pod --field-selector metadata.name=none',
  'top pod -n other',
  'top pod nope',
  'top node nope',
  'top pod a b',
  'top pod a -l b=c',
  'top node a -l b=c',
  'top pod --sort-by=x',
  'top foo',
  'run fresh --image=nginx',
  'top pod fresh',
];

const configs: readonly Row[] = [
  'config view',
  'config view --minify',
  'config view -o json',
  'config view -o jsonpath={.contexts[*].name}',
  'config view --minify --context=nope',
  'config view -o name',
  'config current-context',
  'config get-contexts',
  'config get-contexts -o name',
  'config get-contexts nope',
  'config get-contexts -o wide',
  'config get-users',
  'config use-context nope',
  'config use-context ""',
  'config set-context --current --namespace=kube-system',
  'get sa default',
  'create cm there --from-literal=a=b --dry-run=client -o yaml',
  'create cm there --from-literal=a=b',
  'get cm there -o jsonpath={.metadata.namespace}',
  'get cm there -n default',
  'config set-context --current --namespace=',
  'get cm there',
  'config set-context',
  'config set-context --current a',
  'config set-context new --user=bob --cluster=converge --namespace=n',
  'config set-credentials bob --token=abc',
  'config set-credentials bob --token=a --username=b',
  'config set-cluster foo --server=https://foo --tls-server-name=t --proxy-url=http://p',
  'config set-cluster foo --insecure-skip-tls-verify --certificate-authority=ca.crt',
  'config set clusters.foo.insecure-skip-tls-verify true',
  'config set clusters.foo.insecure-skip-tls-verify maybe',
  'config set contexts.new.namespace m',
  'config set foo.bar y',
  'config set preferences.colors true',
  'config unset contexts.nope.namespace',
  'config unset contexts.new.namespace',
  'config rename-context new newer',
  'config rename-context new newest',
  'config rename-context newer converge',
  'config get-contexts',
  'config view',
  'config use newer',
  'config current-context',
  'config delete-context newer',
  'config delete-context newer',
  'config use-context converge',
  'config delete-user bob',
  'config delete-cluster foo',
  'config foo',
  '--context nope get pods',
  '--cluster nope get pods',
  '--user nope get pods',
  'config unset current-context',
  'config current-context',
  'config view --minify',
  'config use-context converge',
];

const others: readonly Row[] = [
  'cluster-info',
  'alpha',
  'api-versions',
  'get --raw /version',
  'get --raw /healthz',
  'get --raw /nope',
  'get --raw /api/v1/namespaces/default/pods?limit=0&labelSelector=app=none',
];

const raws: readonly Row[] = [
  'create --raw /api/v1/namespaces/default/configmaps -f raw.json --edit',
  'create --raw /api/v1/namespaces/default/configmaps -f raw.json -l a=b',
  'create --raw /api',
  { run: 'create --raw /api/v1/nope -f raw.json', differs: 'the real one sends neither a type nor, over plain http, its token: the served API answers 415' },
  'replace --raw /api/v1/namespaces/default/configmaps/none -f raw.json',
  'delete --raw /api/v1/namespaces/default/configmaps/none',
  'create cm r1 --from-literal=a=b',
  'create cm r2 --from-literal=a=b',
  { run: 'delete cm r1 r2 -i', stdin: 'n\n' },
  { run: 'delete cm r1 r2 -i' },
  { run: 'delete cm r1 r2 --interactive --dry-run=server', stdin: 'y\n' },
  { run: 'delete cm r1 r2 -i', stdin: 'Y\n' },
];

const editing: readonly Row[] = [
  'apply -f plain.yaml',
  { run: 'edit cm c --output-patch', editor: 'sed -i \'s/a: "1"/a: x/\'' },
  { run: 'edit cm c -o jsonpath={.data}', editor: "sed -i 's/a: x/a: q/'" },
  { run: 'edit cm c -o yaml', editor: "sed -i 's/name: c/name: c #/'" },
  { run: 'edit cm c', editor: 'true' },
  { run: 'edit cm c --save-config', editor: "sed -i 's/a: x/a: z/'" },
  {
    run: 'edit deploy web --subresource=status',
    editor: "sed -i 's/observedGeneration: 1/observedGeneration: 2/'",
  },
  { run: 'edit deploy web --subresource=foo', editor: 'true' },
  { run: 'create --edit -f editable.yaml', editor: 'true' },
  { run: 'create --edit -f editable.yaml', editor: "sed -i 's/name: e/name: f/'" },
  { run: 'apply edit-last-applied cm c', editor: "sed -i 's/a: z/a: last/'" },
  { run: 'apply edit-last-applied cm c', editor: 'true' },
  { run: 'apply view-last-applied cm c', differs: '--save-config of the real one also saves who manages the fields' },
  { run: 'apply edit-last-applied cm kube-root-ca.crt', editor: 'true' },
  'apply edit-last-applied',
  'replace -f scale.yaml --subresource=scale',
  'patch deploy web --subresource=scale --type=merge -p {"spec":{"replicas":2}}',
  'patch deploy web --subresource=foo -p {}',
  'get deploy web --subresource=scale',
  'get deploy web --subresource=foo',
];

const pruning: readonly Row[] = [
  'apply --prune -f pruned.yaml',
  'apply --prune -f pruned.yaml --all -l a=b',
  'apply --prune -f pruned.yaml --all --prune-allowlist=core/v1/Foo',
  'apply --prune -f pruned.yaml --all --prune-allowlist=foo',
  'apply -f pruned.yaml',
  'create ns pr',
  'apply -f kept.yaml -f pruned.yaml -n pr',
  'apply --prune -f kept.yaml --all -n pr --prune-allowlist=core/v1/ConfigMap --dry-run=client',
  'apply --prune -f kept.yaml --all -n pr --prune-allowlist=core/v1/ConfigMap --prune-allowlist=apps/v1/Deployment --dry-run=server',
  'apply --prune -f kept.yaml -l tier=none -n pr --prune-allowlist=core/v1/ConfigMap',
  'apply --prune -f kept.yaml -f pruned.yaml -l tier=kept -n pr --prune-allowlist=core/v1/ConfigMap',
  'apply --prune -f kept.yaml --all -n pr --prune-allowlist=core/v1/ConfigMap',
  'get cm -n pr -o name',
  'apply -f kept.yaml --subresource=status',
  'apply -f kept.yaml --subresource=foo --server-side -n pr',
];

const debugging: readonly Row[] = [
  'run dbg --image=nginx',
  'wait --for=condition=Ready pod/dbg',
  'debug',
  'debug dbg',
  'debug --image=busybox',
  'debug dbg --image=busybox -t',
  'debug dbg --image=busybox --replace',
  'debug dbg --image=busybox --same-node',
  'debug dbg --set-image=a=b',
  'debug dbg --image=BUSY:x:y',
  'debug dbg --image=busybox --profile=foo',
  'debug dbg --copy-to=x',
  'debug dbg --copy-to=x -- sh',
  'debug dbg --copy-to=x --image=busybox --target=dbg',
  'debug nope --image=busybox',
  'debug svc/kubernetes --image=busybox',
  'debug dbg --image=busybox -c one -- sleep 100',
  'debug dbg --image=busybox -c two --target=dbg --profile=general -- sleep 100',
  'debug dbg --image=busybox -c three -q --profile=sysadmin --env=a=b --arguments-only --image-pull-policy=Never -- x',
  'debug dbg --image=busybox -c four --profile=restricted',
  'debug dbg --image=busybox -c five --profile=netadmin -- sleep 1',
  'get pod dbg -o jsonpath={.spec.ephemeralContainers}',
  { run: 'debug dbg --image=busybox -c six -i --profile=baseline -- sh', stdin: 'echo from debug\nexit 3\n' },
  'debug dbg --copy-to=copy1 --image=busybox -c side -- sleep 1000',
  'debug dbg --copy-to=copy2 --set-image=dbg=nginx:2',
  'debug dbg --copy-to=copy3 --set-image=*=nginx:2 --same-node --keep-labels --share-processes=false -c dbg -- sleep 9',
  'debug dbg --copy-to=copy4 -c dbg --profile=general --env=x=y -- sleep 9',
  'debug dbg --copy-to=copy4 --set-image=nope=nginx:2',
  'get pod copy1 copy2 copy3 copy4 -o custom-columns=L:.metadata.labels,I:.spec.containers[*].image,C:.spec.containers[*].command,S:.spec.shareProcessNamespace,X:.spec.containers[*].securityContext,E:.spec.containers[*].env',
  'debug node/node-1 --image=busybox -q -- sleep 1000',
  'get pods --field-selector spec.nodeName=node-1,spec.restartPolicy=Never -o jsonpath={.items[*].spec.hostPID}{.items[*].spec.tolerations}{.items[*].spec.containers[*].volumeMounts[0]}',
];

export const wholeChapters: Readonly<Record<string, readonly Row[]>> = {
  templates,
  tops,
  configs,
  others,
  raws,
  editing,
  pruning,
  debugging,
};
