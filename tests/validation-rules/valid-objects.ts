/** A valid object of each kind: what the rows of the table change. */
import type { JsonObject } from '../../src/engine/meta/index.ts';

const container = { name: 'c', image: 'i' };

/** Without a token, so that admission adds no volume. */
export const podSpec: JsonObject = { automountServiceAccountToken: false, containers: [container] };

/** A Pod whose only container has these, too. */
export const withContainer = (fields: JsonObject): JsonObject => ({ spec: { containers: [{ ...container, ...fields }] } });

/** A Pod with an init container that has these, too. */
export const withInitContainer = (fields: JsonObject): JsonObject => ({ spec: { initContainers: [{ name: 'init', image: 'i', ...fields }] } });

/** A Pod with these volumes. */
export const withVolumes = (...volumes: readonly JsonObject[]): JsonObject => ({ spec: { volumes } });

/** A Pod with one volume of this source. */
export const withVolume = (source: JsonObject): JsonObject => withVolumes({ name: 'v', ...source });

/** A Pod's template and the labels that select it. */
const template = { metadata: { labels: { a: 'b' } }, spec: podSpec };

/** One whose Pods end. */
const ending = { ...template, spec: { ...podSpec, restartPolicy: 'Never' } };

/** In the namespace `default`. */
const named = (apiVersion: string, kind: string, rest: JsonObject): JsonObject => ({ apiVersion, kind, metadata: { name: 'a', namespace: 'default' }, ...rest });

/** In no namespace. */
const global = (apiVersion: string, kind: string, rest: JsonObject): JsonObject => ({ apiVersion, kind, metadata: { name: 'a' }, ...rest });

/** A question that isn't stored. */
const review = (apiVersion: string, kind: string, spec: JsonObject): JsonObject => ({ apiVersion, kind, metadata: {}, spec });

/** A rule of what a webhook, or a policy, is about. */
export const admissionRule: JsonObject = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };

export const webhook: JsonObject = {
  name: 'a.b.c',
  clientConfig: { url: 'https://a.b' },
  rules: [admissionRule],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
};

export const crdVersion: JsonObject = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } };

const configMap = named('v1', 'ConfigMap', {});

/** By the name that the table gives the kind. */
export const validObjects: Readonly<Record<string, JsonObject>> = {
  Pod: named('v1', 'Pod', { spec: podSpec }),
  PersistentVolume: global('v1', 'PersistentVolume', { spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/a' } } }),
  PersistentVolumeClaim: named('v1', 'PersistentVolumeClaim', { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }),
  Node: global('v1', 'Node', {}),
  Service: named('v1', 'Service', { spec: { ports: [{ port: 80 }] } }),
  ReplicationController: named('v1', 'ReplicationController', { spec: { template } }),
  LimitRange: named('v1', 'LimitRange', { spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] } }),
  Secret: named('v1', 'Secret', {}),
  ConfigMap: configMap,
  ResourceQuota: named('v1', 'ResourceQuota', { spec: { hard: { pods: '1' } } }),
  Namespace: global('v1', 'Namespace', {}),
  Endpoints: named('v1', 'Endpoints', { subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] }] }),
  Deployment: named('apps/v1', 'Deployment', { spec: { selector: { matchLabels: { a: 'b' } }, template } }),
  ReplicaSet: named('apps/v1', 'ReplicaSet', { spec: { selector: { matchLabels: { a: 'b' } }, template } }),
  DaemonSet: named('apps/v1', 'DaemonSet', { spec: { selector: { matchLabels: { a: 'b' } }, template } }),
  StatefulSet: named('apps/v1', 'StatefulSet', { spec: { serviceName: 's', selector: { matchLabels: { a: 'b' } }, template } }),
  ControllerRevision: named('apps/v1', 'ControllerRevision', { data: {}, revision: 1 }),
  Job: named('batch/v1', 'Job', { spec: { manualSelector: true, selector: { matchLabels: { a: 'b' } }, template: ending } }),
  CronJob: named('batch/v1', 'CronJob', { spec: { schedule: '* * * * *', jobTemplate: { spec: { template: ending } } } }),
  PodDisruptionBudget: named('policy/v1', 'PodDisruptionBudget', { spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } } }),
  HorizontalPodAutoscaler: named('autoscaling/v2', 'HorizontalPodAutoscaler', {
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }, maxReplicas: 3 },
  }),
  NetworkPolicy: named('networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: {} } }),
  Ingress: named('networking.k8s.io/v1', 'Ingress', { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } }),
  IngressClass: global('networking.k8s.io/v1', 'IngressClass', { spec: { controller: 'a.b/c' } }),
  Role: named('rbac.authorization.k8s.io/v1', 'Role', { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }),
  ClusterRole: global('rbac.authorization.k8s.io/v1', 'ClusterRole', { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }),
  RoleBinding: named('rbac.authorization.k8s.io/v1', 'RoleBinding', { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' } }),
  ClusterRoleBinding: global('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' },
  }),
  EndpointSlice: named('discovery.k8s.io/v1', 'EndpointSlice', { addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'] }], ports: [{ port: 80 }] }),
  StorageClass: global('storage.k8s.io/v1', 'StorageClass', { provisioner: 'a.b/c' }),
  VolumeAttachment: global('storage.k8s.io/v1', 'VolumeAttachment', { spec: { attacher: 'a.b', nodeName: 'n', source: { persistentVolumeName: 'v' } } }),
  CSINode: global('storage.k8s.io/v1', 'CSINode', { spec: { drivers: [] } }),
  CSIStorageCapacity: named('storage.k8s.io/v1', 'CSIStorageCapacity', { storageClassName: 'fast' }),
  CSIDriver: global('storage.k8s.io/v1', 'CSIDriver', {}),
  RuntimeClass: global('node.k8s.io/v1', 'RuntimeClass', { handler: 'runc' }),
  PriorityClass: global('scheduling.k8s.io/v1', 'PriorityClass', { value: 1 }),
  Lease: named('coordination.k8s.io/v1', 'Lease', { spec: {} }),
  'Options of lists and watches': configMap,
  'Options of writes': configMap,
  DeleteOptions: configMap,
  Event: named('v1', 'Event', { involvedObject: { namespace: 'default' } }),
  'Event (events.k8s.io)': named('events.k8s.io/v1', 'Event', {
    eventTime: '2026-01-01T00:00:00.000000Z',
    regarding: { namespace: 'default' },
    reportingController: 'a.b/c',
    reportingInstance: 'i',
    action: 'a',
    reason: 'r',
    type: 'Normal',
  }),
  Binding: named('v1', 'Pod', { spec: podSpec }),
  'Log of a Pod': named('v1', 'Pod', { spec: podSpec }),
  TokenRequest: named('v1', 'ServiceAccount', {}),
  TokenReview: review('authentication.k8s.io/v1', 'TokenReview', { token: 't' }),
  SubjectAccessReview: review('authorization.k8s.io/v1', 'SubjectAccessReview', { user: 'u', resourceAttributes: { verb: 'get' } }),
  SelfSubjectAccessReview: review('authorization.k8s.io/v1', 'SelfSubjectAccessReview', { resourceAttributes: { verb: 'get' } }),
  LocalSubjectAccessReview: {
    ...review('authorization.k8s.io/v1', 'LocalSubjectAccessReview', { user: 'u', resourceAttributes: { verb: 'get', namespace: 'default' } }),
    metadata: { namespace: 'default' },
  },
  Quantity: named('v1', 'PersistentVolumeClaim', { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }),
  'Strategic merge patch': named('apps/v1', 'Deployment', { spec: { selector: { matchLabels: { a: 'b' } }, template } }),
  Scale: named('apps/v1', 'Deployment', { spec: { selector: { matchLabels: { a: 'b' } }, template } }),
  ValidatingWebhookConfiguration: global('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', { webhooks: [webhook] }),
  MutatingWebhookConfiguration: global('admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', { webhooks: [webhook] }),
  ValidatingAdmissionPolicy: global('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', {
    spec: { matchConstraints: { resourceRules: [admissionRule] }, validations: [{ expression: 'true' }] },
  }),
  ValidatingAdmissionPolicyBinding: global('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding', {
    spec: { policyName: 'p', validationActions: ['Deny'] },
  }),
  CustomResourceDefinition: {
    ...global('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {
      spec: { group: 'b.c', scope: 'Namespaced', names: { plural: 'as', kind: 'A' }, versions: [crdVersion] },
    }),
    metadata: { name: 'as.b.c' },
  },
};
