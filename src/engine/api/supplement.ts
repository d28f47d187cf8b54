/**
 * What the generated field tables can't say: facts of upstream's Go types and OpenAPI that the types of
 * @kubernetes/client-node leave out. Keys are `Type.field`. Read by `scripts/generate-api.ts` and at run time.
 */

/** Root of each kind: where it and its List live. Every type reachable from these is generated. */
export const ROOTS: Readonly<Record<string, string>> = {
  Namespace: 'v1',
  Node: 'v1',
  Pod: 'v1',
  ConfigMap: 'v1',
  Event: 'v1',
  Binding: 'v1',
  ReplicaSet: 'apps/v1',
  Deployment: 'apps/v1',
  Lease: 'coordination.k8s.io/v1',
  Scale: 'autoscaling/v1',
};

/** Strings in client-node, quantities upstream. Maps hold quantities by resource name. */
export const QUANTITIES: readonly string[] = [
  'ContainerStatus.allocatedResources',
  'EmptyDirVolumeSource.sizeLimit',
  'NodeStatus.allocatable',
  'NodeStatus.capacity',
  'PodSpec.overhead',
  'PodStatus.allocatedResources',
  'ResourceFieldSelector.divisor',
  'ResourceRequirements.limits',
  'ResourceRequirements.requests',
  'VolumeResourceRequirements.limits',
  'VolumeResourceRequirements.requests',
];

/** Go structs without a pointer: always there once the API server has answered, so the TypeScript types say so. */
export const ALWAYS_PRESENT: readonly string[] = [
  'Deployment.spec',
  'Deployment.status',
  'Lease.spec',
  'Namespace.spec',
  'Namespace.status',
  'Node.spec',
  'Node.status',
  'Pod.spec',
  'Pod.status',
  'PodTemplateSpec.spec',
  'ReplicaSet.spec',
  'ReplicaSet.status',
  'ReplicaSetSpec.template',
  'Scale.spec',
  'Scale.status',
];

/** Lists that a strategic merge patch merges: the key of an element, or '' for a set of plain values. */
export const MERGE_KEYS: Readonly<Record<string, string>> = {
  'Container.env': 'name',
  'Container.ports': 'containerPort',
  'Container.volumeDevices': 'devicePath',
  'Container.volumeMounts': 'mountPath',
  'DeploymentStatus.conditions': 'type',
  'EphemeralContainer.env': 'name',
  'EphemeralContainer.ports': 'containerPort',
  'EphemeralContainer.volumeDevices': 'devicePath',
  'EphemeralContainer.volumeMounts': 'mountPath',
  'NamespaceStatus.conditions': 'type',
  'NodeSpec.podCIDRs': '',
  'NodeStatus.addresses': 'type',
  'NodeStatus.conditions': 'type',
  'ObjectMeta.finalizers': '',
  'ObjectMeta.ownerReferences': 'uid',
  'PodSpec.containers': 'name',
  'PodSpec.ephemeralContainers': 'name',
  'PodSpec.hostAliases': 'ip',
  'PodSpec.imagePullSecrets': 'name',
  'PodSpec.initContainers': 'name',
  'PodSpec.resourceClaims': 'name',
  'PodSpec.schedulingGates': 'name',
  'PodSpec.topologySpreadConstraints': 'topologyKey',
  'PodSpec.volumes': 'name',
  'PodStatus.conditions': 'type',
  'PodStatus.hostIPs': 'ip',
  'PodStatus.podIPs': 'ip',
  'PodStatus.resourceClaimStatuses': 'name',
  'ReplicaSetStatus.conditions': 'type',
};

/** Patch strategy retainKeys: a patch may name the keys that stay (unions: one volume source, one strategy). */
export const RETAIN_KEYS: readonly string[] = ['DeploymentSpec.strategy', 'PodSpec.resourceClaims', 'PodSpec.volumes'];

/** Values upstream's validation accepts, in the order its message lists them. */
export const ENUMS: Readonly<Record<string, string>> = {
  'Container.imagePullPolicy': 'Always IfNotPresent Never',
  'Container.terminationMessagePolicy': 'FallbackToLogsOnError File',
  'ContainerPort.protocol': 'SCTP TCP UDP',
  'DeploymentStrategy.type': 'Recreate RollingUpdate',
  'HTTPGetAction.scheme': 'HTTP HTTPS',
  'PodSpec.dnsPolicy': 'ClusterFirst ClusterFirstWithHostNet Default None',
  'PodSpec.preemptionPolicy': 'PreemptLowerPriority Never',
  'PodSpec.restartPolicy': 'Always OnFailure Never',
  'Taint.effect': 'NoSchedule PreferNoSchedule NoExecute',
  'Toleration.effect': 'NoSchedule PreferNoSchedule NoExecute',
  'Toleration.operator': 'Equal Exists',
  'TopologySpreadConstraint.whenUnsatisfiable': 'DoNotSchedule ScheduleAnyway',
};

/** OpenAPI package of a type that is not in `io.k8s.api.core.v1`. */
const PACKAGES: readonly (readonly [RegExp, string])[] = [
  [
    /^(ObjectMeta|ListMeta|OwnerReference|LabelSelector(Requirement)?|ManagedFieldsEntry)$/,
    'io.k8s.apimachinery.pkg.apis.meta.v1',
  ],
  [/^(Deployment|ReplicaSet|RollingUpdateDeployment)/, 'io.k8s.api.apps.v1'],
  [/^Lease/, 'io.k8s.api.coordination.v1'],
  [/^Scale(Spec|Status)?$/, 'io.k8s.api.autoscaling.v1'],
];

/** `io.k8s.api.apps.v1.ReplicaSet` for `ReplicaSet`. */
export function qualifiedTypeName(type: string): string {
  return `${PACKAGES.find(([names]) => names.test(type))?.[1] ?? 'io.k8s.api.core.v1'}.${type}`;
}
