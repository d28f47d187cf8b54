/** Server-side apply, who owns which fields, and the configuration that apply remembers. */
import type { Row } from './command.ts';

const deployment = (spec: string, image = 'nginx:1.27'): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
  labels:
    app: shop
spec:
${spec}  selector:
    matchLabels:
      app: shop
  template:
    metadata:
      labels:
        app: shop
    spec:
      containers:
      - name: main
        image: ${image}
        ports:
        - containerPort: 80
`;

/** What the rows name. */
export const files: Readonly<Record<string, string>> = {
  'shop.yaml': deployment('  replicas: 2\n'),
  'shop-5.yaml': deployment('  replicas: 5\n  minReadySeconds: 1\n'),
  'shop-image.yaml': deployment('', 'nginx:1.28'),
  'shop-wrong.yaml': deployment('  replikas: 2\n'),
  'replicas-only.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: shop}\nspec: {replicas: 2, minReadySeconds: 3}\n',
  'config.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: colors}\ndata: {one: red, two: green}\n',
  'config-less.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: colors}\ndata: {one: red}\n',
  'config-other.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: colors}\ndata: {one: blue}\n',
  'plain.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: plain}\ndata: {a: b}\n',
  'nobody.yaml': 'apiVersion: v1\nkind: Nobody\nmetadata: {name: x}\n',
};

export const chapters: Readonly<Record<string, readonly Row[]>> = {
  'server-side apply and its conflicts': [
    'apply --server-side -f shop.yaml',
    'apply --server-side -f shop.yaml',
    'apply --server-side -f shop.yaml -o name',
    'get deployment shop -o yaml --show-managed-fields',
    'get deployment shop -o yaml',
    'get deployment shop -o json --show-managed-fields',
    'apply --server-side -f shop-5.yaml --field-manager other',
    'apply --server-side -f shop-5.yaml --field-manager other --dry-run=server',
    'apply --server-side -f shop-5.yaml --field-manager other --force-conflicts',
    'apply --server-side -f replicas-only.yaml --field-manager third',
    'apply --server-side -f shop-wrong.yaml',
    'apply --server-side -f shop.yaml --dry-run=client',
    'scale deployment shop --replicas 3',
    'get deployment shop -o jsonpath={.metadata.managedFields}',
    'apply --server-side -f nobody.yaml',
  ],
  'from client-side to server-side': [
    'apply -f config.yaml',
    'get configmap colors -o yaml --show-managed-fields',
    'apply --server-side -f config-less.yaml',
    'get configmap colors -o yaml --show-managed-fields',
    'apply --server-side -f config-other.yaml',
    'get configmap colors -o yaml',
    'apply -f config.yaml',
    'apply --server-side --field-manager mine -f config-other.yaml',
  ],
  'what was applied last': [
    'apply view-last-applied configmap colors',
    'apply view-last-applied configmap/colors -o json',
    'apply view-last-applied -f config.yaml',
    'apply view-last-applied configmap colors -o name',
    'create -f plain.yaml',
    'apply view-last-applied configmap plain',
    'apply set-last-applied -f plain.yaml',
    'apply set-last-applied -f plain.yaml --create-annotation',
    'apply set-last-applied -f plain.yaml',
    'apply set-last-applied -f config-less.yaml --dry-run=client',
    'apply set-last-applied -f config-less.yaml -o name',
    'apply view-last-applied configmap colors',
  ],
  'explaining by the schema': [
    'explain deployment',
    'explain deployment --recursive',
    'explain pod.spec.topologySpreadConstraints',
    'explain service.spec.ports',
    'explain clusterrole.rules --recursive',
    'explain networkpolicy.spec --recursive',
    'explain customresourcedefinition.spec.versions --recursive',
    'explain horizontalpodautoscaler.spec.metrics --recursive',
    'explain validatingadmissionpolicy.spec --recursive',
  ],
};
