/** Who may do what: roles and bindings made, shown and changed, and what one may do oneself. */
import type { Row } from './command.ts';

/** What the rows name. */
export const files: Readonly<Record<string, string>> = {
  'roles.yaml': `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: files, labels: {a: b}}
rules:
- apiGroups: ["", apps]
  resources: [pods, deployments/scale]
  verbs: [get, list]
- nonResourceURLs: [/healthz, "/metrics/*"]
  verbs: [get]
- apiGroups: [""]
  resources: [secrets]
  resourceNames: [one, two]
  verbs: ["*"]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: files, namespace: default}
subjects:
- {kind: User, name: eve, apiGroup: rbac.authorization.k8s.io}
- {kind: ServiceAccount, name: robot, namespace: default}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: files}
`,
  'wrong-role.yaml': `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: wrong}
rules:
- resources: [pods]
- verbs: [get]
  nonResourceURLs: [/x]
`,
  'wrong-binding.yaml': `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: wrong}
subjects:
- {kind: ServiceAccount, name: robot}
- {kind: Robot, name: r}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: a%b}
`,
  'other-ref.yaml': `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: files}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
`,
};

export const chapters: Readonly<Record<string, readonly Row[]>> = {
  'roles are made': [
    'create role reader --verb=get,list --verb=watch --resource=po,deploy,deployments.apps/scale',
    'create role reader --verb=get --resource=pods',
    'create role named --verb=get --resource=cm --resource-name=a --resource-name=b --dry-run=client -o yaml',
    'create role named --verb=get --resource=pods,pods/log --dry-run=client -o json',
    'create role all --verb=get,* --resource=* --dry-run=client -o yaml',
    'create role odd --verb=fly --resource=pods --dry-run=client',
    'create role none --verb=get',
    'create role none --resource=pods',
    'create role none --verb=get --resource=unicorns',
    'create clusterrole nodes --verb=get,list --resource=nodes',
    'create clusterrole paths --verb=get --non-resource-url=/logs/*',
    'create clusterrole none --verb=get',
    'create clusterrole sum --aggregation-rule=a=b --dry-run=client -o yaml',
    'create rolebinding read --role=reader --user=bob --group=devs --serviceaccount=default:robot',
    'create rolebinding view --clusterrole=view --user=bob --dry-run=client -o yaml',
    'create rolebinding none --user=bob',
    'create rolebinding none --role=a --clusterrole=b',
    'create rolebinding none --role=a --serviceaccount=robot',
    'create clusterrolebinding nodes --clusterrole=nodes --user=bob',
    'create clusterrolebinding nodes',
    'apply -f roles.yaml',
    'create -f wrong-role.yaml',
    'create -f wrong-binding.yaml',
    'apply -f other-ref.yaml',
  ],
  'roles are shown': [
    'get roles,rolebindings -o name',
    'get rolebindings',
    'get rolebinding read -o wide',
    'get clusterrolebinding nodes -o wide --no-headers',
    'get clusterrole cluster-admin -o jsonpath={.rules}',
    'get rolebinding read -o jsonpath={.subjects}{.roleRef}',
    'describe role reader',
    'describe clusterrole files',
    'describe clusterrole view',
    'describe clusterrole cluster-admin',
    'describe rolebinding files',
    'describe clusterrolebinding nodes cluster-admin',
    'describe clusterrole none',
    'set subject rolebinding read --user=ann,joe --group=ops',
    'set subject rolebinding read --user=ann',
    'set subject rolebinding read --serviceaccount=kube-system:x -o jsonpath={.subjects}',
    'set subject rolebinding read --serviceaccount=x',
    'set subject rolebinding read',
    'set subject clusterrolebinding nodes --group=g --dry-run=client',
    'get rolebinding read -o jsonpath={.subjects}',
  ],
  'what one may do': [
    'auth whoami',
    'auth whoami -o json',
    'auth whoami --as=bob --as-group=devs --as-group=ops',
    'auth can-i get pods',
    'auth can-i get pods --as=bob',
    'auth can-i list deploy --as=bob',
    'auth can-i update deployments --subresource=scale --as=bob',
    'auth can-i get deployments.apps --subresource=scale --as=bob',
    'auth can-i get nodes --as=bob',
    'auth can-i get nodes -A --as=bob',
    'auth can-i get pods/web --as=eve -q',
    'auth can-i fly pods',
    'auth can-i get unicorns --as=bob',
    'auth can-i get unicorns.example.com --as=bob',
    'auth can-i get /healthz --as=eve',
    'auth can-i get /logs/ --as=eve',
    'auth can-i fly /logs/ --as=eve',
    "auth can-i '*' '*'",
    'auth can-i get',
    'auth can-i',
    'auth can-i --list',
    'auth can-i --list --as=bob',
    'auth can-i --list --as=bob -n kube-system --no-headers',
    'auth can-i get secrets/one --as=eve',
    'auth can-i get secrets/three --as=eve',
    'get pods --as=mallory',
    'get nodes/none --as=mallory',
    'create cm x --as=mallory',
    'create token none',
  ],
  'files are reconciled': [
    'auth reconcile -f roles.yaml',
    'delete clusterrole files',
    'delete rolebinding files',
    'auth reconcile -f roles.yaml --dry-run=client',
    'auth reconcile -f roles.yaml',
    'auth reconcile -f roles.yaml',
    'auth reconcile',
    'delete role reader',
    'delete clusterrolebinding nodes',
  ],
};
