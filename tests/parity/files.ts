/** The manifests the command lines name. */
const deployment = (name: string, replicas: number, image: string): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels:
    app: ${name}
spec:
  replicas: ${replicas}
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
      containers:
      - name: ${name}
        image: ${image}
        ports:
        - containerPort: 80
        resources:
          requests:
            cpu: 100m
            memory: 64Mi
`;

const rich = `apiVersion: v1
kind: Pod
metadata:
  name: rich
  labels: {app: rich, tier: "1"}
  annotations:
    note: two words
spec:
  nodeSelector:
    kubernetes.io/os: linux
  tolerations:
  - key: dedicated
    operator: Equal
    value: db
    effect: NoSchedule
  - key: example.com/slow
    operator: Exists
    effect: NoExecute
    tolerationSeconds: 60
  initContainers:
  - name: first
    image: busybox
    command: [sh, -c, echo ready to go]
  containers:
  - name: main
    image: nginx:1.27
    args: ["-g", "daemon off;"]
    ports:
    - {name: web, containerPort: 80}
    - {containerPort: 443, protocol: TCP}
    env:
    - {name: COLOR, value: blue}
    - name: POD_NAME
      valueFrom: {fieldRef: {fieldPath: metadata.name}}
    - name: SETTING
      valueFrom: {configMapKeyRef: {name: settings, key: color, optional: true}}
    envFrom:
    - configMapRef: {name: settings, optional: true}
    resources:
      requests: {cpu: 250m, memory: 64Mi}
      limits: {cpu: "1", memory: 128Mi}
    readinessProbe:
      httpGet: {path: /, port: 80}
      periodSeconds: 5
    livenessProbe:
      tcpSocket: {port: 80}
      initialDelaySeconds: 3
    volumeMounts:
    - {name: scratch, mountPath: /scratch}
    - {name: settings, mountPath: /etc/settings, readOnly: true}
  - name: side
    image: busybox
    command: [sh, -c, "while true; do sleep 60; done"]
  volumes:
  - {name: scratch, emptyDir: {}}
  - {name: settings, configMap: {name: settings, optional: true}}
`;

export const files: Readonly<Record<string, string>> = {
  'web.yaml': deployment('web', 2, 'nginx:1.27'),
  'web-3.yaml': deployment('web', 3, 'nginx:1.27'),
  'web-selector.yaml': deployment('web', 3, 'nginx:1.27').replaceAll('app: web', 'app: other'),
  'api.yaml': deployment('api', 2, 'nginx:1.27'),
  'rich.yaml': rich,
  'crash.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: crash
spec:
  containers:
  - name: main
    image: busybox
    command: [sh, -c, "echo going down; exit 3"]
`,
  'settings.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  color: blue
  text: |
    first line
    second line
`,
  'settings-changed.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  color: green
  text: |
    first line
    second line
`,
  'both.yaml': `apiVersion: v1
kind: Namespace
metadata:
  name: team
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: in-team
  namespace: team
data: {a: b}
`,
  'list.json': JSON.stringify({
    apiVersion: 'v1',
    kind: 'List',
    items: ['one', 'two'].map((name) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { name } })),
  }),
  'many/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: many-a}\n',
  'many/b.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: many-b}\n',
  'immutable.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fixed}\nimmutable: true\ndata: {a: b}\n',
  'immutable-changed.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fixed}\nimmutable: true\ndata: {a: c}\n',
  'settings.env': '# colours\ncolor=red\nsize=4\n',
  'path.txt': '{.items[*].metadata.name}',
  'columns.txt': 'NAME NODE\n.metadata.name .spec.nodeName\n',
  'stale.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: literal, resourceVersion: "1"}\ndata: {a: stale}\n',
  'large.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: large}\ndata:\n  text: ${'x'.repeat(1_100_000)}\n`,
  'generate.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: made-}\n',
  'bad/malformed.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\n bad: [\n',
  'bad/tab.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n\tname: x\n',
  'bad/unknown-field.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndta: {a: b}\n',
  'bad/unknown-nested.yaml': deployment('nested', 1, 'nginx').replace('replicas: 1', 'replicass: 1'),
  'bad/duplicate.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {a: b}\ndata: {a: c}\n',
  'bad/type.yaml': deployment('typed', 1, 'nginx').replace('replicas: 1', 'replicas: many'),
  'bad/type-list.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: [a]\n',
  'bad/no-name.yaml': 'apiVersion: v1\nkind: ConfigMap\ndata: {a: b}\n',
  'bad/no-kind.yaml': 'apiVersion: v1\nmetadata: {name: x}\n',
  'bad/no-version.yaml': 'kind: ConfigMap\nmetadata: {name: x}\n',
  'bad/unknown-kind.yaml': 'apiVersion: v1\nkind: Gadget\nmetadata: {name: x}\n',
  'bad/unknown-group.yaml': 'apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: x}\n',
  'bad/name.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: Not_A_Name}\n',
  'bad/pod.yaml':
    'apiVersion: v1\nkind: Pod\nmetadata: {name: x}\nspec:\n  containers:\n  - name: A\n  - name: A\n    image: nginx\n',
  'bad/deployment.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: x}\nspec:\n  replicas: -1\n  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: c}}\n    spec: {containers: [{name: m, image: nginx}]}\n',
  'bad/empty.yaml': '',
  'bad/scalar.yaml': 'hello\n',
  'bad/namespace.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x, namespace: nowhere}\n',
};
