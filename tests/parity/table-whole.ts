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

export const wholeChapters: Readonly<Record<string, readonly Row[]>> = { templates, tops, configs, others };
