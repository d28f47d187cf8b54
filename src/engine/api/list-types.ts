/**
 * How fields are owned and merged by server-side apply: upstream's +listType, +listMapKey, +mapType and +structType markers
 * (staging/src/k8s.io/api, 1.33). Keys are `Type.field`; lists that aren't named here are atomic, maps and structs granular.
 */

/** list-type map: the keys by which elements are known. */
export const LIST_MAP_KEYS: Readonly<Record<string, string>> = {
  'CSINodeSpec.drivers': 'name',
  'Container.env': 'name',
  'Container.ports': 'containerPort protocol',
  'Container.volumeDevices': 'devicePath',
  'Container.volumeMounts': 'mountPath',
  'ContainerStatus.allocatedResourcesStatus': 'name',
  'ContainerStatus.volumeMounts': 'mountPath',
  'CustomResourceDefinitionStatus.conditions': 'type',
  'DaemonSetStatus.conditions': 'type',
  'DeploymentStatus.conditions': 'type',
  'EphemeralContainer.env': 'name',
  'EphemeralContainer.ports': 'containerPort protocol',
  'EphemeralContainer.volumeDevices': 'devicePath',
  'EphemeralContainer.volumeMounts': 'mountPath',
  'HorizontalPodAutoscalerStatus.conditions': 'type',
  'MutatingWebhook.matchConditions': 'name',
  'MutatingWebhookConfiguration.webhooks': 'name',
  'NamespaceStatus.conditions': 'type',
  'NodeStatus.addresses': 'type',
  'NodeStatus.conditions': 'type',
  'ObjectMeta.ownerReferences': 'uid',
  'PersistentVolumeClaimStatus.conditions': 'type',
  'PodDisruptionBudgetStatus.conditions': 'type',
  'PodSpec.containers': 'name',
  'PodSpec.ephemeralContainers': 'name',
  'PodSpec.hostAliases': 'ip',
  'PodSpec.imagePullSecrets': 'name',
  'PodSpec.initContainers': 'name',
  'PodSpec.resourceClaims': 'name',
  'PodSpec.schedulingGates': 'name',
  'PodSpec.topologySpreadConstraints': 'topologyKey whenUnsatisfiable',
  'PodSpec.volumes': 'name',
  'PodStatus.conditions': 'type',
  'PodStatus.podIPs': 'ip',
  'PodStatus.resourceClaimStatuses': 'name',
  'ReplicaSetStatus.conditions': 'type',
  'ResourceRequirements.claims': 'name',
  'ResourceStatus.resources': 'resourceID',
  'ServiceAccount.secrets': 'name',
  'ServiceSpec.ports': 'port protocol',
  'ServiceStatus.conditions': 'type',
  'StatefulSetStatus.conditions': 'type',
  'ValidatingAdmissionPolicySpec.matchConditions': 'name',
  'ValidatingAdmissionPolicySpec.variables': 'name',
  'ValidatingAdmissionPolicyStatus.conditions': 'type',
  'ValidatingWebhook.matchConditions': 'name',
  'ValidatingWebhookConfiguration.webhooks': 'name',
  'JSONSchemaProps.x-kubernetes-validations': 'rule',
};

/** What a key of such a list is when it is absent. */
export const KEY_DEFAULTS: Readonly<Record<string, string>> = {
  'ContainerPort.protocol': 'TCP',
  'LocalObjectReference.name': '',
  'ServicePort.protocol': 'TCP',
};

/** list-type set: plain values, each there once. */
export const SETS: ReadonlySet<string> = new Set([
  'CSIDriverSpec.volumeLifecycleModes',
  'Endpoint.addresses',
  'NodeSpec.podCIDRs',
  'ObjectMeta.finalizers',
  'PodFailurePolicyOnExitCodesRequirement.values',
  'UncountedTerminatedPods.failed',
  'UncountedTerminatedPods.succeeded',
  'ValidatingAdmissionPolicyBindingSpec.validationActions',
]);

/** map-type atomic: maps that are owned as a whole. */
export const ATOMIC_MAPS: ReadonlySet<string> = new Set(['PodSpec.nodeSelector', 'ServiceSpec.selector']);

/** map-type atomic, said of a struct's type: wherever it is a field it is owned as a whole. */
export const ATOMIC_STRUCTS: ReadonlySet<string> = new Set([
  'ConfigMapKeySelector',
  'DiscoveryEndpointPort',
  'EndpointAddress',
  'EndpointPort',
  'LabelSelector',
  'LocalObjectReference',
  'MatchResources',
  'NamedRuleWithOperations',
  'NodeSelector',
  'NodeSelectorTerm',
  'ObjectFieldSelector',
  'ObjectReference',
  'OwnerReference',
  'ParamKind',
  'ParamRef',
  'ResourceFieldSelector',
  'RoleRef',
  'ScopeSelector',
  'SecretKeySelector',
  'SecretReference',
  'ServiceBackendPort',
  'Subject',
  'TopologySelectorTerm',
  'TypedLocalObjectReference',
  'Variable',
]);

/** Fields whose type is owned as a whole elsewhere, but field by field here. */
export const GRANULAR_FIELDS: ReadonlySet<string> = new Set(['PersistentVolumeSpec.claimRef']);

/**
 * Structs without a pointer and lists without omitempty, besides those of ALWAYS_PRESENT: Go's empty object has them already, so that who creates an
 * object owns what is in them, but not them.
 */
export const IN_EMPTY_OBJECT: readonly string[] = [
  'CSINodeSpec.drivers',
  'CronJobSpec.jobTemplate',
  'CustomResourceDefinitionSpec.names',
  'CustomResourceDefinitionStatus.acceptedNames',
  'CustomResourceDefinitionStatus.conditions',
  'DaemonSetSpec.updateStrategy',
  'DeploymentSpec.strategy',
  'Event.source',
  'EventsEvent.deprecatedSource',
  'HorizontalPodAutoscalerSpec.scaleTargetRef',
  'IngressStatus.loadBalancer',
  'JobTemplateSpec.metadata',
  'NodeDaemonEndpoints.kubeletEndpoint',
  'NodeStatus.daemonEndpoints',
  'NodeStatus.nodeInfo',
  'PersistentVolumeClaimSpec.resources',
  'PodSpec.containers',
  'PodTemplateSpec.metadata',
  'ServiceStatus.loadBalancer',
  'StatefulSetSpec.updateStrategy',
  'VolumeAttachmentSpec.source',
];
