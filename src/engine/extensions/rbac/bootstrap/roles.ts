/** The default ClusterRoles, except the controllers' own (upstream: rbac/bootstrappolicy/policy.go). */
import type { PolicyRule } from '../../../api/index.ts';
import { events, paths, read, readWrite, rule, write } from './rule.ts';

const authn = 'authentication.k8s.io';
const authz = 'authorization.k8s.io';
const certs = 'certificates.k8s.io';
const storage = 'storage.k8s.io';
const networking = 'networking.k8s.io';
const coordination = 'coordination.k8s.io';

/** What a kubelet needs. */
export const nodeRules: readonly PolicyRule[] = [
  rule('create', authn, 'tokenreviews'),
  rule('create', authz, 'localsubjectaccessreviews subjectaccessreviews'),
  rule(read, 'core', 'services'),
  rule('create get list watch', 'core', 'nodes'),
  rule('patch update', 'core', 'nodes/status'),
  rule('patch update', 'core', 'nodes'),
  // Upstream's own rule names the core group alone; our kubelets write events.k8s.io too.
  events,
  rule(read, 'core', 'pods'),
  rule('create delete', 'core', 'pods'),
  rule('patch update', 'core', 'pods/status'),
  rule('create', 'core', 'pods/eviction'),
  rule(read, 'core', 'configmaps secrets'),
  rule('get', 'core', 'persistentvolumeclaims persistentvolumes'),
  rule('get', 'core', 'endpoints'),
  rule('create get list watch', certs, 'certificatesigningrequests'),
  rule('create delete get patch update', coordination, 'leases'),
  rule('get', storage, 'volumeattachments'),
  rule('create', 'core', 'serviceaccounts/token'),
  rule('get patch update', 'core', 'persistentvolumeclaims/status'),
  rule(read, storage, 'csidrivers'),
  rule('create delete get patch update', storage, 'csinodes'),
  rule(read, 'node.k8s.io', 'runtimeclasses'),
];

const health = '/healthz /livez /readyz /version /version/';
const workloads =
  'daemonsets deployments deployments/scale replicasets replicasets/scale statefulsets statefulsets/scale';
const withStatus = workloads.replace(/(\w+sets|deployments)(?= |$)/g, '$1 $1/status');
const oldWorkloads =
  'daemonsets deployments deployments/scale ingresses networkpolicies replicasets replicasets/scale replicationcontrollers/scale';
const intoPods = 'pods/attach pods/exec pods/portforward pods/proxy';

/** Rules by the role's name. */
export const plainRoles: Readonly<Record<string, readonly PolicyRule[]>> = {
  'cluster-admin': [rule('*', '*', '*'), paths('*', '*')],
  'system:discovery': [paths('get', `/api /api/* /apis /apis/* /openapi /openapi/* ${health}`)],
  'system:monitoring': [paths('get', '/healthz /healthz/* /livez /livez/* /metrics /metrics/slis /readyz /readyz/*')],
  'system:basic-user': [
    rule('create', authz, 'selfsubjectaccessreviews selfsubjectrulesreviews'),
    rule('create', authn, 'selfsubjectreviews'),
  ],
  'system:public-info-viewer': [paths('get', health)],
  'system:node': nodeRules,
  'system:node-problem-detector': [rule('get', 'core', 'nodes'), rule('patch', 'core', 'nodes/status'), events],
  'system:kubelet-api-admin': [
    rule(read, 'core', 'nodes'),
    rule('proxy', 'core', 'nodes'),
    rule(
      '*',
      'core',
      'nodes/configz nodes/healthz nodes/log nodes/metrics nodes/pods nodes/proxy nodes/spec nodes/stats',
    ),
  ],
  'system:node-bootstrapper': [rule('create get list watch', certs, 'certificatesigningrequests')],
  'system:auth-delegator': [rule('create', authn, 'tokenreviews'), rule('create', authz, 'subjectaccessreviews')],
  'system:kube-aggregator': [rule(read, 'core', 'endpoints services')],
  'system:kube-controller-manager': [
    events,
    rule('create', coordination, 'leases'),
    rule('get update', coordination, 'leases', 'kube-controller-manager'),
    rule('create', 'core', 'secrets serviceaccounts'),
    rule('delete', 'core', 'secrets'),
    rule('get', 'core', 'configmaps namespaces secrets serviceaccounts'),
    rule('update', 'core', 'secrets serviceaccounts'),
    rule('create', authn, 'tokenreviews'),
    rule('create', authz, 'subjectaccessreviews'),
    rule('list watch', '*', '*'),
    rule('create', 'core', 'serviceaccounts/token'),
  ],
  'system:kube-dns': [rule('list watch', 'core', 'endpoints services')],
  'system:persistent-volume-provisioner': [
    rule('create delete get list watch', 'core', 'persistentvolumes'),
    rule('get list update watch', 'core', 'persistentvolumeclaims'),
    rule(read, storage, 'storageclasses'),
    rule('watch', 'core', 'events'),
    events,
  ],
  'system:volume-scheduler': [
    rule('get list patch update watch', 'core', 'persistentvolumes'),
    rule(read, storage, 'storageclasses'),
    rule('get list patch update watch', 'core', 'persistentvolumeclaims'),
  ],
  'system:certificates.k8s.io:certificatesigningrequests:nodeclient': [
    rule('create', certs, 'certificatesigningrequests/nodeclient'),
  ],
  'system:certificates.k8s.io:certificatesigningrequests:selfnodeclient': [
    rule('create', certs, 'certificatesigningrequests/selfnodeclient'),
  ],
  'system:certificates.k8s.io:legacy-unknown-approver': [
    rule('approve', certs, 'signers', 'kubernetes.io/legacy-unknown'),
  ],
  'system:certificates.k8s.io:kubelet-serving-approver': [
    rule('approve', certs, 'signers', 'kubernetes.io/kubelet-serving'),
  ],
  'system:certificates.k8s.io:kube-apiserver-client-approver': [
    rule('approve', certs, 'signers', 'kubernetes.io/kube-apiserver-client'),
  ],
  'system:certificates.k8s.io:kube-apiserver-client-kubelet-approver': [
    rule('approve', certs, 'signers', 'kubernetes.io/kube-apiserver-client-kubelet'),
  ],
  'system:service-account-issuer-discovery': [
    paths(
      'get',
      '/.well-known/openid-configuration /.well-known/openid-configuration/ /openid/v1/jwks /openid/v1/jwks/',
    ),
  ],
  'system:node-proxier': [
    rule('list watch', 'core', 'endpoints services'),
    rule(read, 'core', 'nodes'),
    events,
    rule('list watch', 'discovery.k8s.io', 'endpointslices'),
    rule('list watch', networking, 'servicecidrs'),
  ],
  'system:kube-scheduler': [
    events,
    rule('create', coordination, 'leases'),
    rule('get list update watch', coordination, 'leases', 'kube-scheduler'),
    rule('create', coordination, 'leasecandidates'),
    rule('delete deletecollection get list patch update watch', coordination, 'leasecandidates'),
    rule(read, 'core', 'nodes'),
    rule('delete get list watch', 'core', 'pods'),
    rule('create', 'core', 'bindings pods/binding'),
    rule('patch update', 'core', 'pods/status'),
    rule(read, 'core', 'replicationcontrollers services'),
    rule(read, 'apps extensions', 'replicasets'),
    rule(read, 'apps', 'statefulsets'),
    rule(read, 'policy', 'poddisruptionbudgets'),
    rule(read, 'core', 'persistentvolumeclaims persistentvolumes'),
    rule('create', authn, 'tokenreviews'),
    rule('create', authz, 'subjectaccessreviews'),
    rule(read, storage, 'csinodes'),
    rule(read, 'core', 'namespaces'),
    rule(read, storage, 'csidrivers'),
    rule(read, storage, 'csistoragecapacities'),
    rule(read, storage, 'volumeattachments'),
    // Priorities are numbers of pods upstream; our scheduler reads their classes.
    rule(read, 'scheduling.k8s.io', 'priorityclasses'),
    rule(read, storage, 'storageclasses'),
  ],
};

/** Roles that are put together of others: name, the label they gather by, the label they bear. */
export const aggregatedRoles: readonly (readonly [name: string, gathers: string, bears?: string])[] = [
  ['admin', 'aggregate-to-admin'],
  ['edit', 'aggregate-to-edit', 'aggregate-to-admin'],
  ['view', 'aggregate-to-view', 'aggregate-to-edit'],
];

/** What they are put together of; each bears the label `aggregate-to-…` of its name. */
export const aggregatedParts: Readonly<Record<string, readonly PolicyRule[]>> = {
  'aggregate-to-admin': [
    rule('create', authz, 'localsubjectaccessreviews'),
    rule(readWrite, 'rbac.authorization.k8s.io', 'rolebindings roles'),
  ],
  'aggregate-to-edit': [
    rule(read, 'core', `${intoPods} secrets services/proxy`),
    rule('impersonate', 'core', 'serviceaccounts'),
    rule(write, 'core', `pods ${intoPods}`),
    rule('create', 'core', 'pods/eviction'),
    rule(
      write,
      'core',
      'configmaps events persistentvolumeclaims replicationcontrollers replicationcontrollers/scale secrets serviceaccounts services services/proxy',
    ),
    rule('create', 'core', 'serviceaccounts/token'),
    rule(write, 'apps', `deployments/rollback ${workloads}`),
    rule(write, 'autoscaling', 'horizontalpodautoscalers'),
    rule(write, 'batch', 'cronjobs jobs'),
    rule(write, 'extensions', `deployments/rollback ${oldWorkloads}`),
    rule(write, 'policy', 'poddisruptionbudgets'),
    rule(write, networking, 'ingresses networkpolicies'),
    rule(readWrite, coordination, 'leases'),
  ],
  'aggregate-to-view': [
    rule(
      read,
      'core',
      'configmaps endpoints persistentvolumeclaims persistentvolumeclaims/status pods replicationcontrollers replicationcontrollers/scale serviceaccounts services services/status',
    ),
    rule(
      read,
      'core',
      'bindings events limitranges namespaces/status pods/log pods/status replicationcontrollers/status resourcequotas resourcequotas/status',
    ),
    rule(read, 'core', 'namespaces'),
    rule(read, 'discovery.k8s.io', 'endpointslices'),
    rule(read, 'apps', `controllerrevisions ${withStatus}`),
    rule(read, 'autoscaling', 'horizontalpodautoscalers horizontalpodautoscalers/status'),
    rule(read, 'batch', 'cronjobs cronjobs/status jobs jobs/status'),
    rule(
      read,
      'extensions',
      `daemonsets/status deployments/status ingresses/status replicasets/status ${oldWorkloads}`,
    ),
    rule(read, 'policy', 'poddisruptionbudgets poddisruptionbudgets/status'),
    rule(read, networking, 'ingresses ingresses/status networkpolicies'),
  ],
};

/** ClusterRoles bound to users (`u:`), groups (`g:`) and service accounts in kube-system (`s:`). */
export const clusterBindings: readonly (readonly [role: string, subjects: string])[] = [
  ['cluster-admin', 'g:system:masters'],
  ['system:monitoring', 'g:system:monitoring'],
  ['system:discovery', 'g:system:authenticated'],
  ['system:basic-user', 'g:system:authenticated'],
  ['system:public-info-viewer', 'g:system:authenticated g:system:unauthenticated'],
  ['system:node-proxier', 'u:system:kube-proxy'],
  ['system:kube-controller-manager', 'u:system:kube-controller-manager'],
  ['system:kube-dns', 's:kube-dns'],
  ['system:kube-scheduler', 'u:system:kube-scheduler'],
  ['system:volume-scheduler', 'u:system:kube-scheduler'],
  // The Node authorizer took its place.
  ['system:node', ''],
  ['system:service-account-issuer-discovery', 'g:system:serviceaccounts'],
];
