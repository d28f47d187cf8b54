/**
 * Field numbers of the messages that clients send, made from the `protobuf` tags of k8s.io/api (types.go) and
 * apimachinery's meta/v1. A field is `number name type`: s (or nothing) string, b boolean, i integer, d double, y bytes, t Time,
 * m MicroTime, q Quantity, x IntOrString, j FieldsV1 (JSON as text), else a message; `[` repeated, `{` a map of strings to it,
 * `*` optional (a zero counts), `~` instead of a name: its fields stand in the parent.
 */
export const messages: Readonly<Record<string, string>> = {
  ObjectMeta:
    '1 name, 2 generateName, 3 namespace, 4 selfLink, 5 uid, 6 resourceVersion, 7 generation i, ' +
    '8 creationTimestamp t, 9 deletionTimestamp t, 10 deletionGracePeriodSeconds i*, 11 labels {s, ' +
    '12 annotations {s, 13 ownerReferences [OwnerReference, 14 finalizers [s, ' +
    '17 managedFields [ManagedFieldsEntry',
  OwnerReference: '1 kind, 3 name, 4 uid, 5 apiVersion, 6 controller b*, 7 blockOwnerDeletion b*',
  ManagedFieldsEntry: '1 manager, 2 operation, 3 apiVersion, 4 time t, 6 fieldsType, 7 fieldsV1 j, 8 subresource',
  LabelSelector: '1 matchLabels {s, 2 matchExpressions [LabelSelectorRequirement',
  LabelSelectorRequirement: '1 key, 2 operator, 3 values [s',
  DeleteOptions:
    '1 gracePeriodSeconds i*, 2 preconditions Preconditions, 3 orphanDependents b*, 4 propagationPolicy s*, ' +
    '5 dryRun [s',
  FieldSelectorRequirement: '1 key, 2 operator, 3 values [s',
  Preconditions: '1 uid s*, 2 resourceVersion s*',
  Condition: '1 type, 2 status, 3 observedGeneration i, 4 lastTransitionTime t, 5 reason, 6 message',
  Namespace: '1 metadata ObjectMeta, 2 spec NamespaceSpec, 3 status NamespaceStatus',
  Node: '1 metadata ObjectMeta, 2 spec NodeSpec, 3 status NodeStatus',
  Pod: '1 metadata ObjectMeta, 2 spec PodSpec, 3 status PodStatus',
  ConfigMap: '1 metadata ObjectMeta, 4 immutable b*, 2 data {s, 3 binaryData {y',
  Secret: '1 metadata ObjectMeta, 5 immutable b*, 2 data {y, 4 stringData {s, 3 type',
  ServiceAccount:
    '1 metadata ObjectMeta, 2 secrets [ObjectReference, 3 imagePullSecrets [LocalObjectReference, ' +
    '4 automountServiceAccountToken b*',
  Service: '1 metadata ObjectMeta, 2 spec ServiceSpec, 3 status ServiceStatus',
  Event:
    '1 metadata ObjectMeta, 2 involvedObject ObjectReference, 3 reason, 4 message, 5 source EventSource, ' +
    '6 firstTimestamp t, 7 lastTimestamp t, 8 count i, 9 type, 10 eventTime m, 11 series EventSeries, ' +
    '12 action, 13 related ObjectReference, 14 reportingComponent, 15 reportingInstance',
  Binding: '1 metadata ObjectMeta, 2 target ObjectReference',
  ResourceQuota: '1 metadata ObjectMeta, 2 spec ResourceQuotaSpec, 3 status ResourceQuotaStatus',
  Deployment: '1 metadata ObjectMeta, 2 spec DeploymentSpec, 3 status DeploymentStatus',
  ReplicaSet: '1 metadata ObjectMeta, 2 spec ReplicaSetSpec, 3 status ReplicaSetStatus',
  StatefulSet: '1 metadata ObjectMeta, 2 spec StatefulSetSpec, 3 status StatefulSetStatus',
  DaemonSet: '1 metadata ObjectMeta, 2 spec DaemonSetSpec, 3 status DaemonSetStatus',
  Job: '1 metadata ObjectMeta, 2 spec JobSpec, 3 status JobStatus',
  CronJob: '1 metadata ObjectMeta, 2 spec CronJobSpec, 3 status CronJobStatus',
  Scale: '1 metadata ObjectMeta, 2 spec ScaleSpec, 3 status ScaleStatus',
  HorizontalPodAutoscaler:
    '1 metadata ObjectMeta, 2 spec HorizontalPodAutoscalerSpec, 3 status HorizontalPodAutoscalerStatus',
  Eviction: '1 metadata ObjectMeta, 2 deleteOptions DeleteOptions',
  PodDisruptionBudget: '1 metadata ObjectMeta, 2 spec PodDisruptionBudgetSpec, 3 status PodDisruptionBudgetStatus',
  Lease: '1 metadata ObjectMeta, 2 spec LeaseSpec',
  Role: '1 metadata ObjectMeta, 2 rules [PolicyRule',
  ClusterRole: '1 metadata ObjectMeta, 2 rules [PolicyRule, 3 aggregationRule AggregationRule',
  RoleBinding: '1 metadata ObjectMeta, 2 subjects [Subject, 3 roleRef RoleRef',
  ClusterRoleBinding: '1 metadata ObjectMeta, 2 subjects [Subject, 3 roleRef RoleRef',
  Ingress: '1 metadata ObjectMeta, 2 spec IngressSpec, 3 status IngressStatus',
  RuntimeClass: '1 metadata ObjectMeta, 2 handler, 3 overhead Overhead, 4 scheduling Scheduling',
  Overhead: '1 podFixed {q',
  Scheduling: '1 nodeSelector {s, 2 tolerations [Toleration',
  PriorityClass: '1 metadata ObjectMeta, 2 value i, 3 globalDefault b, 4 description, 5 preemptionPolicy s*',
  SelfSubjectAccessReview:
    '1 metadata ObjectMeta, 2 spec SelfSubjectAccessReviewSpec, 3 status SubjectAccessReviewStatus',
  SelfSubjectRulesReview:
    '1 metadata ObjectMeta, 2 spec SelfSubjectRulesReviewSpec, 3 status SubjectRulesReviewStatus',
  SelfSubjectReview: '1 metadata ObjectMeta, 2 status SelfSubjectReviewStatus',
  TokenRequest: '1 metadata ObjectMeta, 2 spec TokenRequestSpec, 3 status TokenRequestStatus',
  NamespaceSpec: '1 finalizers [s',
  NamespaceStatus: '1 phase, 2 conditions [NamespaceCondition',
  NodeSpec:
    '1 podCIDR, 7 podCIDRs [s, 3 providerID, 4 unschedulable b, 5 taints [Taint, ' +
    '6 configSource NodeConfigSource, 2 externalID, 8 podPreemptionPolicy NodePodPreemptionPolicy',
  NodeStatus:
    '1 capacity {q, 2 allocatable {q, 3 phase, 4 conditions [NodeCondition, 5 addresses [NodeAddress, ' +
    '6 daemonEndpoints NodeDaemonEndpoints, 7 nodeInfo NodeSystemInfo, 8 images [ContainerImage, ' +
    '9 volumesInUse [s, 10 volumesAttached [AttachedVolume, 11 config NodeConfigStatus, ' +
    '12 runtimeHandlers [NodeRuntimeHandler, 13 features NodeFeatures, 14 declaredFeatures [s',
  PodSpec:
    '1 volumes [Volume, 20 initContainers [Container, 2 containers [Container, ' +
    '34 ephemeralContainers [EphemeralContainer, 3 restartPolicy, 4 terminationGracePeriodSeconds i*, ' +
    '5 activeDeadlineSeconds i*, 6 dnsPolicy, 7 nodeSelector {s, 8 serviceAccountName, 9 serviceAccount, ' +
    '21 automountServiceAccountToken b*, 10 nodeName, 11 hostNetwork b, 12 hostPID b, 13 hostIPC b, ' +
    '27 shareProcessNamespace b*, 14 securityContext PodSecurityContext, ' +
    '15 imagePullSecrets [LocalObjectReference, 16 hostname, 17 subdomain, 18 affinity Affinity, ' +
    '19 schedulerName, 22 tolerations [Toleration, 23 hostAliases [HostAlias, 24 priorityClassName, ' +
    '25 priority i*, 26 dnsConfig PodDNSConfig, 28 readinessGates [PodReadinessGate, 29 runtimeClassName s*, ' +
    '30 enableServiceLinks b*, 31 preemptionPolicy s*, 32 overhead {q, ' +
    '33 topologySpreadConstraints [TopologySpreadConstraint, 35 setHostnameAsFQDN b*, 36 os PodOS, ' +
    '37 hostUsers b*, 38 schedulingGates [PodSchedulingGate, 39 resourceClaims [PodResourceClaim, ' +
    '40 resources ResourceRequirements, 41 hostnameOverride s*, 43 schedulingGroup PodSchedulingGroup, ' +
    '44 evictionResponders [EvictionResponder',
  PodStatus:
    '17 observedGeneration i, 1 phase, 2 conditions [PodCondition, 3 message, 4 reason, 11 nominatedNodeName, ' +
    '5 hostIP, 16 hostIPs [HostIP, 6 podIP, 12 podIPs [PodIP, 7 startTime t, ' +
    '10 initContainerStatuses [ContainerStatus, 8 containerStatuses [ContainerStatus, 9 qosClass, ' +
    '13 ephemeralContainerStatuses [ContainerStatus, 14 resize, ' +
    '15 resourceClaimStatuses [PodResourceClaimStatus, ' +
    '18 extendedResourceClaimStatus PodExtendedResourceClaimStatus, 19 allocatedResources {q, ' +
    '20 resources ResourceRequirements, ' +
    '21 nodeAllocatableResourceClaimStatuses [NodeAllocatableResourceClaimStatus, ' +
    '22 volumeHealth [PodVolumeHealth',
  ObjectReference: '1 kind, 2 namespace, 3 name, 4 uid, 5 apiVersion, 6 resourceVersion, 7 fieldPath',
  LocalObjectReference: '1 name',
  ServiceSpec:
    '1 ports [ServicePort, 2 selector {s, 3 clusterIP, 18 clusterIPs [s, 4 type, 5 externalIPs [s, ' +
    '7 sessionAffinity, 8 loadBalancerIP, 9 loadBalancerSourceRanges [s, 10 externalName, ' +
    '11 externalTrafficPolicy, 12 healthCheckNodePort i, 13 publishNotReadyAddresses b, ' +
    '14 sessionAffinityConfig SessionAffinityConfig, 19 ipFamilies [s, 17 ipFamilyPolicy s*, ' +
    '20 allocateLoadBalancerNodePorts b*, 21 loadBalancerClass s*, 22 internalTrafficPolicy s*, ' +
    '23 trafficDistribution s*',
  ServiceStatus: '1 loadBalancer LoadBalancerStatus, 2 conditions [Condition',
  EventSource: '1 component, 2 host',
  EventSeries: '1 count i, 2 lastObservedTime m',
  ResourceQuotaSpec: '1 hard {q, 2 scopes [s, 3 scopeSelector ScopeSelector',
  ResourceQuotaStatus: '1 hard {q, 2 used {q',
  DeploymentSpec:
    '1 replicas i*, 2 selector LabelSelector, 3 template PodTemplateSpec, 4 strategy DeploymentStrategy, ' +
    '5 minReadySeconds i, 6 revisionHistoryLimit i*, 7 paused b, 9 progressDeadlineSeconds i*',
  DeploymentStatus:
    '1 observedGeneration i, 2 replicas i, 3 updatedReplicas i, 7 readyReplicas i, 4 availableReplicas i, ' +
    '5 unavailableReplicas i, 9 terminatingReplicas i*, 6 conditions [DeploymentCondition, 8 collisionCount i*',
  ReplicaSetSpec: '1 replicas i*, 4 minReadySeconds i, 2 selector LabelSelector, 3 template PodTemplateSpec',
  ReplicaSetStatus:
    '1 replicas i, 2 fullyLabeledReplicas i, 4 readyReplicas i, 5 availableReplicas i, ' +
    '7 terminatingReplicas i*, 3 observedGeneration i, 6 conditions [ReplicaSetCondition',
  StatefulSetSpec:
    '1 replicas i*, 2 selector LabelSelector, 3 template PodTemplateSpec, ' +
    '4 volumeClaimTemplates [PersistentVolumeClaim, 5 serviceName, 6 podManagementPolicy, ' +
    '7 updateStrategy StatefulSetUpdateStrategy, 8 revisionHistoryLimit i*, 9 minReadySeconds i, ' +
    '10 persistentVolumeClaimRetentionPolicy StatefulSetPersistentVolumeClaimRetentionPolicy, ' +
    '11 ordinals StatefulSetOrdinals',
  StatefulSetStatus:
    '1 observedGeneration i, 2 replicas i, 3 readyReplicas i, 4 currentReplicas i, 5 updatedReplicas i, ' +
    '6 currentRevision, 7 updateRevision, 9 collisionCount i*, 10 conditions [StatefulSetCondition, ' +
    '11 availableReplicas i',
  DaemonSetSpec:
    '1 selector LabelSelector, 2 template PodTemplateSpec, 3 updateStrategy DaemonSetUpdateStrategy, ' +
    '4 minReadySeconds i, 6 revisionHistoryLimit i*',
  DaemonSetStatus:
    '1 currentNumberScheduled i, 2 numberMisscheduled i, 3 desiredNumberScheduled i, 4 numberReady i, ' +
    '5 observedGeneration i, 6 updatedNumberScheduled i, 7 numberAvailable i, 8 numberUnavailable i, ' +
    '9 collisionCount i*, 10 conditions [DaemonSetCondition',
  JobSpec:
    '1 parallelism i*, 2 completions i*, 3 activeDeadlineSeconds i*, 11 podFailurePolicy PodFailurePolicy, ' +
    '16 successPolicy SuccessPolicy, 7 backoffLimit i*, 12 backoffLimitPerIndex i*, 13 maxFailedIndexes i*, ' +
    '4 selector LabelSelector, 5 manualSelector b*, 6 template PodTemplateSpec, 8 ttlSecondsAfterFinished i*, ' +
    '9 completionMode s*, 10 suspend b*, 14 podReplacementPolicy s*, 15 managedBy s*, ' +
    '17 scheduling JobSchedulingConfiguration',
  JobStatus:
    '1 conditions [JobCondition, 2 startTime t, 3 completionTime t, 4 active i, 5 succeeded i, 6 failed i, ' +
    '11 terminating i*, 7 completedIndexes, 10 failedIndexes s*, ' +
    '8 uncountedTerminatedPods UncountedTerminatedPods, 9 ready i*',
  CronJobSpec:
    '1 schedule, 8 timeZone s*, 2 startingDeadlineSeconds i*, 3 concurrencyPolicy, 4 suspend b*, ' +
    '5 jobTemplate JobTemplateSpec, 6 successfulJobsHistoryLimit i*, 7 failedJobsHistoryLimit i*',
  CronJobStatus: '1 active [ObjectReference, 4 lastScheduleTime t, 5 lastSuccessfulTime t',
  ScaleSpec: '1 replicas i',
  ScaleStatus: '1 replicas i, 2 selector',
  HorizontalPodAutoscalerSpec:
    '1 scaleTargetRef CrossVersionObjectReference, 2 minReplicas i*, 3 maxReplicas i, 4 metrics [MetricSpec, ' +
    '5 behavior HorizontalPodAutoscalerBehavior',
  HorizontalPodAutoscalerStatus:
    '1 observedGeneration i*, 2 lastScaleTime t, 3 currentReplicas i, 4 desiredReplicas i, ' +
    '5 currentMetrics [MetricStatus, 6 conditions [HorizontalPodAutoscalerCondition',
  PodDisruptionBudgetSpec:
    '1 minAvailable x, 2 selector LabelSelector, 3 maxUnavailable x, 4 unhealthyPodEvictionPolicy s*',
  PodDisruptionBudgetStatus:
    '1 observedGeneration i, 2 disruptedPods {t, 3 disruptionsAllowed i, 4 currentHealthy i, ' +
    '5 desiredHealthy i, 6 expectedPods i, 7 conditions [Condition',
  LeaseSpec:
    '1 holderIdentity s*, 2 leaseDurationSeconds i*, 3 acquireTime m, 4 renewTime m, 5 leaseTransitions i*, ' +
    '6 strategy s*, 7 preferredHolder s*',
  PolicyRule: '1 verbs [s, 2 apiGroups [s, 3 resources [s, 4 resourceNames [s, 5 nonResourceURLs [s',
  AggregationRule: '1 clusterRoleSelectors [LabelSelector',
  Subject: '1 kind, 2 apiGroup, 3 name, 4 namespace',
  RoleRef: '1 apiGroup, 2 kind, 3 name',
  IngressSpec: '4 ingressClassName s*, 1 defaultBackend IngressBackend, 2 tls [IngressTLS, 3 rules [IngressRule',
  IngressStatus: '1 loadBalancer IngressLoadBalancerStatus',
  SelfSubjectAccessReviewSpec:
    '1 resourceAttributes ResourceAttributes, 2 nonResourceAttributes NonResourceAttributes',
  SubjectAccessReviewStatus: '1 allowed b, 4 denied b, 2 reason, 3 evaluationError',
  SelfSubjectRulesReviewSpec: '1 namespace',
  SubjectRulesReviewStatus:
    '1 resourceRules [ResourceRule, 2 nonResourceRules [NonResourceRule, 3 incomplete b, 4 evaluationError',
  SelfSubjectReviewStatus: '1 userInfo UserInfo',
  TokenRequestSpec:
    '1 audiences [s, 4 expirationSeconds i*, 3 boundObjectRef BoundObjectReference, 5 attestations {[s',
  TokenRequestStatus: '1 token, 2 expirationTimestamp t',
  NamespaceCondition: '1 type, 2 status, 4 lastTransitionTime t, 5 reason, 6 message',
  Taint: '1 key, 2 value, 3 effect, 4 timeAdded t',
  NodeConfigSource: '2 configMap ConfigMapNodeConfigSource',
  NodePodPreemptionPolicy: '1 disableResizePreemption [s',
  NodeCondition: '1 type, 2 status, 3 lastHeartbeatTime t, 4 lastTransitionTime t, 5 reason, 6 message',
  NodeAddress: '1 type, 2 address',
  NodeDaemonEndpoints: '1 kubeletEndpoint DaemonEndpoint',
  NodeSystemInfo:
    '1 machineID, 2 systemUUID, 3 bootID, 4 kernelVersion, 5 osImage, 6 containerRuntimeVersion, ' +
    '7 kubeletVersion, 8 kubeProxyVersion, 9 operatingSystem, 10 architecture, 11 swap NodeSwapStatus',
  ContainerImage: '1 names [s, 2 sizeBytes i',
  AttachedVolume: '1 name, 2 devicePath',
  NodeConfigStatus:
    '1 assigned NodeConfigSource, 2 active NodeConfigSource, 3 lastKnownGood NodeConfigSource, 4 error',
  NodeRuntimeHandler: '1 name, 2 features NodeRuntimeHandlerFeatures',
  NodeFeatures: '1 supplementalGroupsPolicy b*',
  Volume: '1 name, 2  VolumeSource',
  Container:
    '1 name, 2 image, 3 command [s, 4 args [s, 5 workingDir, 6 ports [ContainerPort, 19 envFrom [EnvFromSource, ' +
    '7 env [EnvVar, 8 resources ResourceRequirements, 23 resizePolicy [ContainerResizePolicy, ' +
    '24 restartPolicy s*, 25 restartPolicyRules [ContainerRestartRule, 9 volumeMounts [VolumeMount, ' +
    '21 volumeDevices [VolumeDevice, 10 livenessProbe Probe, 11 readinessProbe Probe, 22 startupProbe Probe, ' +
    '12 lifecycle Lifecycle, 13 terminationMessagePath, 20 terminationMessagePolicy, 14 imagePullPolicy, ' +
    '15 securityContext SecurityContext, 16 stdin b, 17 stdinOnce b, 18 tty b',
  EphemeralContainer: '1  EphemeralContainerCommon, 2 targetContainerName',
  PodSecurityContext:
    '1 seLinuxOptions SELinuxOptions, 8 windowsOptions WindowsSecurityContextOptions, 2 runAsUser i*, ' +
    '6 runAsGroup i*, 3 runAsNonRoot b*, 4 supplementalGroups [i, 12 supplementalGroupsPolicy s*, 5 fsGroup i*, ' +
    '7 sysctls [Sysctl, 9 fsGroupChangePolicy s*, 10 seccompProfile SeccompProfile, ' +
    '11 appArmorProfile AppArmorProfile, 13 seLinuxChangePolicy s*',
  Affinity: '1 nodeAffinity NodeAffinity, 2 podAffinity PodAffinity, 3 podAntiAffinity PodAntiAffinity',
  Toleration: '1 key, 2 operator, 3 value, 4 effect, 5 tolerationSeconds i*',
  HostAlias: '1 ip, 2 hostnames [s',
  PodDNSConfig: '1 nameservers [s, 2 searches [s, 3 options [PodDNSConfigOption',
  PodReadinessGate: '1 conditionType',
  TopologySpreadConstraint:
    '1 maxSkew i, 2 topologyKey, 3 whenUnsatisfiable, 4 labelSelector LabelSelector, 5 minDomains i*, ' +
    '6 nodeAffinityPolicy s*, 7 nodeTaintsPolicy s*, 8 matchLabelKeys [s',
  PodOS: '1 name',
  PodSchedulingGate: '1 name',
  PodResourceClaim: '1 name, 3 resourceClaimName s*, 4 resourceClaimTemplateName s*',
  ResourceRequirements: '1 limits {q, 2 requests {q, 3 claims [ResourceClaim',
  PodSchedulingGroup: '1 podGroupName s*',
  EvictionResponder: '1 name, 2 priority i*',
  PodCondition:
    '1 type, 7 observedGeneration i, 2 status, 3 lastProbeTime t, 4 lastTransitionTime t, 5 reason, 6 message',
  HostIP: '1 ip',
  PodIP: '1 ip',
  ContainerStatus:
    '1 name, 2 state ContainerState, 3 lastState ContainerState, 4 ready b, 5 restartCount i, 6 image, ' +
    '7 imageID, 8 containerID, 9 started b*, 10 allocatedResources {q, 11 resources ResourceRequirements, ' +
    '12 volumeMounts [VolumeMountStatus, 13 user ContainerUser, 14 allocatedResourcesStatus [ResourceStatus, ' +
    '15 stopSignal s*',
  PodResourceClaimStatus: '1 name, 2 resourceClaimName s*',
  PodExtendedResourceClaimStatus: '1 requestMappings [ContainerExtendedResourceRequest, 2 resourceClaimName',
  NodeAllocatableResourceClaimStatus:
    '1 resourceClaimName, 2 containers [s, 4 mapping [NodeAllocatableMappedResources, ' +
    '5 overhead [NodeAllocatableOverheadResources',
  PodVolumeHealth: '1 name, 2 healthConditions [VolumeHealthCondition, 3 lastTransitionTime t',
  ServicePort: '1 name, 2 protocol, 6 appProtocol s*, 3 port i, 4 targetPort x, 5 nodePort i',
  SessionAffinityConfig: '1 clientIP ClientIPConfig',
  LoadBalancerStatus: '1 ingress [LoadBalancerIngress',
  ScopeSelector: '1 matchExpressions [ScopedResourceSelectorRequirement',
  PodTemplateSpec: '1 metadata ObjectMeta, 2 spec PodSpec',
  DeploymentStrategy: '1 type, 2 rollingUpdate RollingUpdateDeployment',
  DeploymentCondition: '1 type, 2 status, 6 lastUpdateTime t, 7 lastTransitionTime t, 4 reason, 5 message',
  ReplicaSetCondition: '1 type, 2 status, 3 lastTransitionTime t, 4 reason, 5 message',
  PersistentVolumeClaim:
    '1 metadata ObjectMeta, 2 spec PersistentVolumeClaimSpec, 3 status PersistentVolumeClaimStatus',
  StatefulSetUpdateStrategy: '1 type, 2 rollingUpdate RollingUpdateStatefulSetStrategy',
  StatefulSetPersistentVolumeClaimRetentionPolicy: '1 whenDeleted, 2 whenScaled',
  StatefulSetOrdinals: '1 start i',
  StatefulSetCondition: '1 type, 2 status, 3 lastTransitionTime t, 4 reason, 5 message',
  DaemonSetUpdateStrategy: '1 type, 2 rollingUpdate RollingUpdateDaemonSet',
  DaemonSetCondition: '1 type, 2 status, 3 lastTransitionTime t, 4 reason, 5 message',
  PodFailurePolicy: '1 rules [PodFailurePolicyRule',
  SuccessPolicy: '1 rules [SuccessPolicyRule',
  JobSchedulingConfiguration: '',
  JobCondition: '1 type, 2 status, 3 lastProbeTime t, 4 lastTransitionTime t, 5 reason, 6 message',
  UncountedTerminatedPods: '1 succeeded [s, 2 failed [s',
  JobTemplateSpec: '1 metadata ObjectMeta, 2 spec JobSpec',
  CrossVersionObjectReference: '1 kind, 2 name, 3 apiVersion',
  MetricSpec:
    '1 type, 2 object ObjectMetricSource, 3 pods PodsMetricSource, 4 resource ResourceMetricSource, ' +
    '7 containerResource ContainerResourceMetricSource, 5 external ExternalMetricSource',
  HorizontalPodAutoscalerBehavior: '1 scaleUp HPAScalingRules, 2 scaleDown HPAScalingRules',
  MetricStatus:
    '1 type, 2 object ObjectMetricStatus, 3 pods PodsMetricStatus, 4 resource ResourceMetricStatus, ' +
    '7 containerResource ContainerResourceMetricStatus, 5 external ExternalMetricStatus',
  HorizontalPodAutoscalerCondition:
    '1 type, 2 status, 3 lastTransitionTime t, 4 reason, 5 message, 6 observedGeneration i*',
  IngressBackend: '4 service IngressServiceBackend, 3 resource TypedLocalObjectReference',
  IngressTLS: '1 hosts [s, 2 secretName',
  IngressRule: '1 host, 2  IngressRuleValue',
  IngressLoadBalancerStatus: '1 ingress [IngressLoadBalancerIngress',
  ResourceAttributes:
    '1 namespace, 2 verb, 3 group, 4 version, 5 resource, 6 subresource, 7 name, ' +
    '8 fieldSelector FieldSelectorAttributes, 9 labelSelector LabelSelectorAttributes',
  NonResourceAttributes: '1 path, 2 verb',
  ResourceRule: '1 verbs [s, 2 apiGroups [s, 3 resources [s, 4 resourceNames [s',
  NonResourceRule: '1 verbs [s, 2 nonResourceURLs [s',
  UserInfo: '1 username, 2 uid, 3 groups [s, 4 extra {[s',
  BoundObjectReference: '1 kind, 2 apiVersion, 3 name, 4 uid',
  ConfigMapNodeConfigSource: '1 namespace, 2 name, 3 uid, 4 resourceVersion, 5 kubeletConfigKey',
  DaemonEndpoint: '1 Port i',
  NodeSwapStatus: '1 capacity i*',
  NodeRuntimeHandlerFeatures: '1 recursiveReadOnlyMounts b*, 2 userNamespaces b*',
  VolumeSource:
    '1 hostPath HostPathVolumeSource, 2 emptyDir EmptyDirVolumeSource, ' +
    '3 gcePersistentDisk GCEPersistentDiskVolumeSource, ' +
    '4 awsElasticBlockStore AWSElasticBlockStoreVolumeSource, 5 gitRepo GitRepoVolumeSource, ' +
    '6 secret SecretVolumeSource, 7 nfs NFSVolumeSource, 8 iscsi ISCSIVolumeSource, ' +
    '9 glusterfs GlusterfsVolumeSource, 10 persistentVolumeClaim PersistentVolumeClaimVolumeSource, ' +
    '11 rbd RBDVolumeSource, 12 flexVolume FlexVolumeSource, 13 cinder CinderVolumeSource, ' +
    '14 cephfs CephFSVolumeSource, 15 flocker FlockerVolumeSource, 16 downwardAPI DownwardAPIVolumeSource, ' +
    '17 fc FCVolumeSource, 18 azureFile AzureFileVolumeSource, 19 configMap ConfigMapVolumeSource, ' +
    '20 vsphereVolume VsphereVirtualDiskVolumeSource, 21 quobyte QuobyteVolumeSource, ' +
    '22 azureDisk AzureDiskVolumeSource, 23 photonPersistentDisk PhotonPersistentDiskVolumeSource, ' +
    '26 projected ProjectedVolumeSource, 24 portworxVolume PortworxVolumeSource, ' +
    '25 scaleIO ScaleIOVolumeSource, 27 storageos StorageOSVolumeSource, 28 csi CSIVolumeSource, ' +
    '29 ephemeral EphemeralVolumeSource, 30 image ImageVolumeSource',
  ContainerPort: '1 name, 2 hostPort i, 3 containerPort i, 4 protocol, 5 hostIP',
  EnvFromSource: '1 prefix, 2 configMapRef ConfigMapEnvSource, 3 secretRef SecretEnvSource',
  EnvVar: '1 name, 2 value, 3 valueFrom EnvVarSource',
  ContainerResizePolicy: '1 resourceName, 2 restartPolicy',
  ContainerRestartRule: '1 action, 2 exitCodes ContainerRestartRuleOnExitCodes',
  VolumeMount:
    '1 name, 2 readOnly b, 7 recursiveReadOnly s*, 3 mountPath, 4 subPath, 5 mountPropagation s*, ' +
    '6 subPathExpr, 8 bindMountOptions [s',
  VolumeDevice: '1 name, 2 devicePath',
  Probe:
    '1  ProbeHandler, 2 initialDelaySeconds i, 3 timeoutSeconds i, 4 periodSeconds i, 5 successThreshold i, ' +
    '6 failureThreshold i, 7 terminationGracePeriodSeconds i*',
  Lifecycle: '1 postStart LifecycleHandler, 2 preStop LifecycleHandler, 3 stopSignal s*',
  SecurityContext:
    '1 capabilities Capabilities, 2 privileged b*, 3 seLinuxOptions SELinuxOptions, ' +
    '10 windowsOptions WindowsSecurityContextOptions, 4 runAsUser i*, 8 runAsGroup i*, 5 runAsNonRoot b*, ' +
    '6 readOnlyRootFilesystem b*, 7 allowPrivilegeEscalation b*, 9 procMount s*, ' +
    '11 seccompProfile SeccompProfile, 12 appArmorProfile AppArmorProfile',
  EphemeralContainerCommon:
    '1 name, 2 image, 3 command [s, 4 args [s, 5 workingDir, 6 ports [ContainerPort, 19 envFrom [EnvFromSource, ' +
    '7 env [EnvVar, 8 resources ResourceRequirements, 23 resizePolicy [ContainerResizePolicy, ' +
    '24 restartPolicy s*, 25 restartPolicyRules [ContainerRestartRule, 9 volumeMounts [VolumeMount, ' +
    '21 volumeDevices [VolumeDevice, 10 livenessProbe Probe, 11 readinessProbe Probe, 22 startupProbe Probe, ' +
    '12 lifecycle Lifecycle, 13 terminationMessagePath, 20 terminationMessagePolicy, 14 imagePullPolicy, ' +
    '15 securityContext SecurityContext, 16 stdin b, 17 stdinOnce b, 18 tty b',
  SELinuxOptions: '1 user, 2 role, 3 type, 4 level',
  WindowsSecurityContextOptions:
    '1 gmsaCredentialSpecName s*, 2 gmsaCredentialSpec s*, 3 runAsUserName s*, 4 hostProcess b*',
  Sysctl: '1 name, 2 value',
  SeccompProfile: '1 type, 2 localhostProfile s*',
  AppArmorProfile: '1 type, 2 localhostProfile s*',
  NodeAffinity:
    '1 requiredDuringSchedulingIgnoredDuringExecution NodeSelector, ' +
    '2 preferredDuringSchedulingIgnoredDuringExecution [PreferredSchedulingTerm',
  PodAffinity:
    '1 requiredDuringSchedulingIgnoredDuringExecution [PodAffinityTerm, ' +
    '2 preferredDuringSchedulingIgnoredDuringExecution [WeightedPodAffinityTerm',
  PodAntiAffinity:
    '1 requiredDuringSchedulingIgnoredDuringExecution [PodAffinityTerm, ' +
    '2 preferredDuringSchedulingIgnoredDuringExecution [WeightedPodAffinityTerm',
  PodDNSConfigOption: '1 name, 2 value s*',
  ResourceClaim: '1 name, 2 request',
  ContainerState:
    '1 waiting ContainerStateWaiting, 2 running ContainerStateRunning, 3 terminated ContainerStateTerminated',
  VolumeMountStatus: '1 name, 2 mountPath, 3 readOnly b, 4 recursiveReadOnly s*, 5 volumeStatus VolumeStatus',
  ContainerUser: '1 linux LinuxContainerUser',
  ResourceStatus: '1 name, 2 resources [ResourceHealth',
  ContainerExtendedResourceRequest: '1 containerName, 2 resourceName, 3 requestName',
  NodeAllocatableMappedResources: '1 name, 2 quantity q',
  NodeAllocatableOverheadResources: '1 name, 2 perPod q, 3 perContainer q',
  VolumeHealthCondition: '1 status, 2 reason, 3 message',
  ClientIPConfig: '1 timeoutSeconds i*',
  LoadBalancerIngress: '1 ip, 2 hostname, 3 ipMode s*, 4 ports [PortStatus',
  ScopedResourceSelectorRequirement: '1 scopeName, 2 operator, 3 values [s',
  RollingUpdateDeployment: '1 maxUnavailable x, 2 maxSurge x',
  PersistentVolumeClaimSpec:
    '1 accessModes [s, 4 selector LabelSelector, 2 resources VolumeResourceRequirements, 3 volumeName, ' +
    '5 storageClassName s*, 6 volumeMode s*, 7 dataSource TypedLocalObjectReference, ' +
    '8 dataSourceRef TypedObjectReference, 9 volumeAttributesClassName s*',
  PersistentVolumeClaimStatus:
    '1 phase, 2 accessModes [s, 3 capacity {q, 4 conditions [PersistentVolumeClaimCondition, ' +
    '5 allocatedResources {q, 7 allocatedResourceStatuses {s, 8 currentVolumeAttributesClassName s*, ' +
    '9 modifyVolumeStatus ModifyVolumeStatus, 10 healthStatus VolumeHealthStatus',
  RollingUpdateStatefulSetStrategy: '1 partition i*, 2 maxUnavailable x',
  RollingUpdateDaemonSet: '1 maxUnavailable x, 2 maxSurge x',
  PodFailurePolicyRule:
    '1 action, 2 onExitCodes PodFailurePolicyOnExitCodesRequirement, ' +
    '3 onPodConditions [PodFailurePolicyOnPodConditionsPattern',
  SuccessPolicyRule: '1 succeededIndexes s*, 2 succeededCount i*',
  ObjectMetricSource:
    '1 describedObject CrossVersionObjectReference, 2 target MetricTarget, 3 metric MetricIdentifier',
  PodsMetricSource: '1 metric MetricIdentifier, 2 target MetricTarget',
  ResourceMetricSource: '1 name, 2 target MetricTarget',
  ContainerResourceMetricSource: '1 name, 2 target MetricTarget, 3 container',
  ExternalMetricSource: '1 metric MetricIdentifier, 2 target MetricTarget',
  HPAScalingRules: '3 stabilizationWindowSeconds i*, 1 selectPolicy s*, 2 policies [HPAScalingPolicy, 4 tolerance q',
  ObjectMetricStatus:
    '1 metric MetricIdentifier, 2 current MetricValueStatus, 3 describedObject CrossVersionObjectReference',
  PodsMetricStatus: '1 metric MetricIdentifier, 2 current MetricValueStatus',
  ResourceMetricStatus: '1 name, 2 current MetricValueStatus',
  ContainerResourceMetricStatus: '1 name, 2 current MetricValueStatus, 3 container',
  ExternalMetricStatus: '1 metric MetricIdentifier, 2 current MetricValueStatus',
  IngressServiceBackend: '1 name, 2 port ServiceBackendPort',
  TypedLocalObjectReference: '1 apiGroup s*, 2 kind, 3 name',
  IngressRuleValue: '1 http HTTPIngressRuleValue',
  IngressLoadBalancerIngress: '1 ip, 2 hostname, 4 ports [IngressPortStatus',
  FieldSelectorAttributes: '1 rawSelector, 2 requirements [FieldSelectorRequirement',
  LabelSelectorAttributes: '1 rawSelector, 2 requirements [LabelSelectorRequirement',
  HostPathVolumeSource: '1 path, 2 type s*',
  EmptyDirVolumeSource: '1 medium, 2 sizeLimit q, 3 mode i*',
  GCEPersistentDiskVolumeSource: '1 pdName, 2 fsType, 3 partition i, 4 readOnly b',
  AWSElasticBlockStoreVolumeSource: '1 volumeID, 2 fsType, 3 partition i, 4 readOnly b',
  GitRepoVolumeSource: '1 repository, 2 revision, 3 directory',
  SecretVolumeSource: '1 secretName, 2 items [KeyToPath, 3 defaultMode i*, 4 optional b*, 5 defaultUser i*',
  NFSVolumeSource: '1 server, 2 path, 3 readOnly b',
  ISCSIVolumeSource:
    '1 targetPortal, 2 iqn, 3 lun i, 4 iscsiInterface, 5 fsType, 6 readOnly b, 7 portals [s, ' +
    '8 chapAuthDiscovery b, 11 chapAuthSession b, 10 secretRef LocalObjectReference, 12 initiatorName s*',
  GlusterfsVolumeSource: '1 endpoints, 2 path, 3 readOnly b',
  PersistentVolumeClaimVolumeSource: '1 claimName, 2 readOnly b',
  RBDVolumeSource:
    '1 monitors [s, 2 image, 3 fsType, 4 pool, 5 user, 6 keyring, 7 secretRef LocalObjectReference, ' +
    '8 readOnly b',
  FlexVolumeSource: '1 driver, 2 fsType, 3 secretRef LocalObjectReference, 4 readOnly b, 5 options {s',
  CinderVolumeSource: '1 volumeID, 2 fsType, 3 readOnly b, 4 secretRef LocalObjectReference',
  CephFSVolumeSource: '1 monitors [s, 2 path, 3 user, 4 secretFile, 5 secretRef LocalObjectReference, 6 readOnly b',
  FlockerVolumeSource: '1 datasetName, 2 datasetUUID',
  DownwardAPIVolumeSource: '1 items [DownwardAPIVolumeFile, 2 defaultMode i*, 3 defaultUser i*',
  FCVolumeSource: '1 targetWWNs [s, 2 lun i*, 3 fsType, 4 readOnly b, 5 wwids [s',
  AzureFileVolumeSource: '1 secretName, 2 shareName, 3 readOnly b',
  ConfigMapVolumeSource:
    '1  LocalObjectReference, 2 items [KeyToPath, 3 defaultMode i*, 4 optional b*, 5 defaultUser i*',
  VsphereVirtualDiskVolumeSource: '1 volumePath, 2 fsType, 3 storagePolicyName, 4 storagePolicyID',
  QuobyteVolumeSource: '1 registry, 2 volume, 3 readOnly b, 4 user, 5 group, 6 tenant',
  AzureDiskVolumeSource: '1 diskName, 2 diskURI, 3 cachingMode s*, 4 fsType s*, 5 readOnly b*, 6 kind s*',
  PhotonPersistentDiskVolumeSource: '1 pdID, 2 fsType',
  ProjectedVolumeSource: '1 sources [VolumeProjection, 2 defaultMode i*, 3 defaultUser i*',
  PortworxVolumeSource: '1 volumeID, 2 fsType, 3 readOnly b',
  ScaleIOVolumeSource:
    '1 gateway, 2 system, 3 secretRef LocalObjectReference, 4 sslEnabled b, 5 protectionDomain, 6 storagePool, ' +
    '7 storageMode, 8 volumeName, 9 fsType, 10 readOnly b',
  StorageOSVolumeSource: '1 volumeName, 2 volumeNamespace, 3 fsType, 4 readOnly b, 5 secretRef LocalObjectReference',
  CSIVolumeSource:
    '1 driver, 2 readOnly b*, 3 fsType s*, 4 volumeAttributes {s, 5 nodePublishSecretRef LocalObjectReference',
  EphemeralVolumeSource: '1 volumeClaimTemplate PersistentVolumeClaimTemplate',
  ImageVolumeSource: '1 reference, 2 pullPolicy',
  ConfigMapEnvSource: '1  LocalObjectReference, 2 optional b*',
  SecretEnvSource: '1  LocalObjectReference, 2 optional b*',
  EnvVarSource:
    '1 fieldRef ObjectFieldSelector, 2 resourceFieldRef ResourceFieldSelector, ' +
    '3 configMapKeyRef ConfigMapKeySelector, 4 secretKeyRef SecretKeySelector, 5 fileKeyRef FileKeySelector',
  ContainerRestartRuleOnExitCodes: '1 operator, 2 values [i',
  ProbeHandler: '1 exec ExecAction, 2 httpGet HTTPGetAction, 3 tcpSocket TCPSocketAction, 4 grpc GRPCAction',
  LifecycleHandler: '1 exec ExecAction, 2 httpGet HTTPGetAction, 3 tcpSocket TCPSocketAction, 4 sleep SleepAction',
  Capabilities: '1 add [s, 2 drop [s',
  NodeSelector: '1 nodeSelectorTerms [NodeSelectorTerm',
  PreferredSchedulingTerm: '1 weight i, 2 preference NodeSelectorTerm',
  PodAffinityTerm:
    '1 labelSelector LabelSelector, 2 namespaces [s, 3 topologyKey, 4 namespaceSelector LabelSelector, ' +
    '5 matchLabelKeys [s, 6 mismatchLabelKeys [s',
  WeightedPodAffinityTerm: '1 weight i, 2 podAffinityTerm PodAffinityTerm',
  ContainerStateWaiting: '1 reason, 2 message',
  ContainerStateRunning: '1 startedAt t',
  ContainerStateTerminated:
    '1 exitCode i, 2 signal i, 3 reason, 4 message, 5 startedAt t, 6 finishedAt t, 7 containerID',
  VolumeStatus: '1 image ImageVolumeStatus',
  LinuxContainerUser: '1 uid i, 2 gid i, 3 supplementalGroups [i',
  ResourceHealth: '1 resourceID, 2 health, 6 message s*',
  PortStatus: '1 port i, 2 protocol, 3 error s*',
  VolumeResourceRequirements: '1 limits {q, 2 requests {q',
  TypedObjectReference: '1 apiGroup s*, 2 kind, 3 name, 4 namespace s*',
  PersistentVolumeClaimCondition: '1 type, 2 status, 3 lastProbeTime t, 4 lastTransitionTime t, 5 reason, 6 message',
  ModifyVolumeStatus: '1 targetVolumeAttributesClassName, 2 status',
  VolumeHealthStatus: '1 healthConditions [VolumeHealthCondition, 2 lastTransitionTime t',
  PodFailurePolicyOnExitCodesRequirement: '1 containerName s*, 2 operator, 3 values [i',
  PodFailurePolicyOnPodConditionsPattern: '1 type, 2 status',
  MetricTarget: '1 type, 2 value q, 3 averageValue q, 4 averageUtilization i*',
  MetricIdentifier: '1 name, 2 selector LabelSelector',
  HPAScalingPolicy: '1 type, 2 value i, 3 periodSeconds i',
  MetricValueStatus: '1 value q, 2 averageValue q, 3 averageUtilization i*',
  ServiceBackendPort: '1 name, 2 number i',
  HTTPIngressRuleValue: '1 paths [HTTPIngressPath',
  IngressPortStatus: '1 port i, 2 protocol, 3 error s*',
  KeyToPath: '1 key, 2 path, 3 mode i*, 4 user i*',
  DownwardAPIVolumeFile:
    '1 path, 2 fieldRef ObjectFieldSelector, 3 resourceFieldRef ResourceFieldSelector, 4 mode i*, 5 user i*',
  VolumeProjection:
    '1 secret SecretProjection, 2 downwardAPI DownwardAPIProjection, 3 configMap ConfigMapProjection, ' +
    '4 serviceAccountToken ServiceAccountTokenProjection, 5 clusterTrustBundle ClusterTrustBundleProjection, ' +
    '6 podCertificate PodCertificateProjection',
  PersistentVolumeClaimTemplate: '1 metadata ObjectMeta, 2 spec PersistentVolumeClaimSpec',
  ObjectFieldSelector: '1 apiVersion, 2 fieldPath',
  ResourceFieldSelector: '1 containerName, 2 resource, 3 divisor q',
  ConfigMapKeySelector: '1  LocalObjectReference, 2 key, 3 optional b*',
  SecretKeySelector: '1  LocalObjectReference, 2 key, 3 optional b*',
  FileKeySelector: '1 volumeName, 2 path, 3 key, 4 optional b*',
  ExecAction: '1 command [s',
  HTTPGetAction: '1 path, 2 port x, 3 host, 4 scheme, 5 httpHeaders [HTTPHeader, 6 protocol s*',
  TCPSocketAction: '1 port x, 2 host',
  GRPCAction: '1 port i, 2 service s*, 3 mode s*',
  SleepAction: '1 seconds i',
  NodeSelectorTerm: '1 matchExpressions [NodeSelectorRequirement, 2 matchFields [NodeSelectorRequirement',
  ImageVolumeStatus: '1 imageRef',
  HTTPIngressPath: '1 path, 3 pathType s*, 2 backend IngressBackend',
  SecretProjection: '1  LocalObjectReference, 2 items [KeyToPath, 4 optional b*',
  DownwardAPIProjection: '1 items [DownwardAPIVolumeFile',
  ConfigMapProjection: '1  LocalObjectReference, 2 items [KeyToPath, 4 optional b*',
  ServiceAccountTokenProjection: '1 audience, 2 expirationSeconds i*, 3 path, 4 user i*',
  ClusterTrustBundleProjection:
    '1 name s*, 2 signerName s*, 3 labelSelector LabelSelector, 5 optional b*, 4 path, 6 user i*',
  PodCertificateProjection:
    '1 signerName, 2 keyType, 3 maxExpirationSeconds i*, 4 credentialBundlePath, 5 keyPath, ' +
    '6 certificateChainPath, 7 userAnnotations {s, 8 user i*',
  HTTPHeader: '1 name, 2 value',
  NodeSelectorRequirement: '1 key, 2 operator, 3 values [s',
  LimitRange: '1 metadata ObjectMeta, 2 spec LimitRangeSpec',
  LimitRangeSpec: '1 limits [LimitRangeItem',
  LimitRangeItem: '1 type, 2 max {q, 3 min {q, 4 default {q, 5 defaultRequest {q, 6 maxLimitRequestRatio {q',
  SubjectAccessReview: '1 metadata ObjectMeta, 2 spec SubjectAccessReviewSpec, 3 status SubjectAccessReviewStatus',
  LocalSubjectAccessReview: '1 metadata ObjectMeta, 2 spec SubjectAccessReviewSpec, 3 status SubjectAccessReviewStatus',
  SubjectAccessReviewSpec:
    '1 resourceAttributes ResourceAttributes, 2 nonResourceAttributes NonResourceAttributes, 3 user, 4 groups [s, 6 uid',
  TokenReview: '1 metadata ObjectMeta, 2 spec TokenReviewSpec, 3 status TokenReviewStatus',
  TokenReviewSpec: '1 token, 2 audiences [s',
  TokenReviewStatus: '1 authenticated b, 3 error, 4 audiences [s',
  NetworkPolicy: '1 metadata ObjectMeta, 2 spec NetworkPolicySpec',
  NetworkPolicySpec:
    '1 podSelector LabelSelector, 2 ingress [NetworkPolicyIngressRule, 3 egress [NetworkPolicyEgressRule, 4 policyTypes [s',
  NetworkPolicyIngressRule: '1 ports [NetworkPolicyPort, 2 from [NetworkPolicyPeer',
  NetworkPolicyEgressRule: '1 ports [NetworkPolicyPort, 2 to [NetworkPolicyPeer',
  NetworkPolicyPort: '1 protocol s*, 2 port x, 3 endPort i*',
  NetworkPolicyPeer: '1 podSelector LabelSelector, 2 namespaceSelector LabelSelector, 3 ipBlock IPBlock',
  IPBlock: '1 cidr, 2 except [s',
  Endpoints: '1 metadata ObjectMeta, 2 subsets [EndpointSubset',
  EndpointSubset: '1 addresses [EndpointAddress, 2 notReadyAddresses [EndpointAddress, 3 ports [EndpointPort',
  EndpointAddress: '1 ip, 2 targetRef ObjectReference, 3 hostname, 4 nodeName s*',
  EndpointPort: '1 name, 2 port i, 3 protocol, 4 appProtocol s*',
  IngressClass: '1 metadata ObjectMeta, 2 spec IngressClassSpec',
  IngressClassSpec: '1 controller, 2 parameters IngressClassParametersReference',
  IngressClassParametersReference: '1 apiGroup s*, 2 kind, 3 name, 4 scope s*, 5 namespace s*',
  StorageClass:
    '1 metadata ObjectMeta, 2 provisioner, 3 parameters {s, 4 reclaimPolicy s*, 5 mountOptions [s, ' +
    '6 allowVolumeExpansion b*, 7 volumeBindingMode s*, 8 allowedTopologies [TopologySelectorTerm',
  TopologySelectorTerm: '1 matchLabelExpressions [TopologySelectorLabelRequirement',
  TopologySelectorLabelRequirement: '1 key, 2 values [s',
  'autoscaling/v1 HorizontalPodAutoscaler':
    '1 metadata ObjectMeta, 2 spec AutoscalingV1Spec, 3 status AutoscalingV1Status',
  AutoscalingV1Spec:
    '1 scaleTargetRef CrossVersionObjectReference, 2 minReplicas i*, 3 maxReplicas i, 4 targetCPUUtilizationPercentage i*',
  AutoscalingV1Status:
    '1 observedGeneration i*, 2 lastScaleTime t, 3 currentReplicas i, 4 desiredReplicas i, 5 currentCPUUtilizationPercentage i*',
  'events.k8s.io/v1 Event':
    '1 metadata ObjectMeta, 2 eventTime m, 3 series EventSeries, 4 reportingController, 5 reportingInstance, 6 action, ' +
    '7 reason, 8 regarding ObjectReference, 9 related ObjectReference, 10 note, 11 type, 12 deprecatedSource EventSource, ' +
    '13 deprecatedFirstTimestamp t, 14 deprecatedLastTimestamp t, 15 deprecatedCount i',
  PersistentVolume: '1 metadata ObjectMeta, 2 spec PersistentVolumeSpec, 3 status PersistentVolumeStatus',
  PersistentVolumeSpec:
    '1 capacity {q, 2  PersistentVolumeSource, 3 accessModes [s, 4 claimRef ObjectReference, ' +
    '5 persistentVolumeReclaimPolicy, 6 storageClassName, 7 mountOptions [s, 8 volumeMode s*, ' +
    '9 nodeAffinity VolumeNodeAffinity, 10 volumeAttributesClassName s*',
  PersistentVolumeSource:
    '1 gcePersistentDisk GCEPersistentDiskVolumeSource, ' +
    '2 awsElasticBlockStore AWSElasticBlockStoreVolumeSource, 3 hostPath HostPathVolumeSource, ' +
    '4 glusterfs GlusterfsPersistentVolumeSource, 5 nfs NFSVolumeSource, 6 rbd RBDPersistentVolumeSource, ' +
    '7 iscsi ISCSIPersistentVolumeSource, 8 cinder CinderPersistentVolumeSource, ' +
    '9 cephfs CephFSPersistentVolumeSource, 10 fc FCVolumeSource, 11 flocker FlockerVolumeSource, ' +
    '12 flexVolume FlexPersistentVolumeSource, 13 azureFile AzureFilePersistentVolumeSource, ' +
    '14 vsphereVolume VsphereVirtualDiskVolumeSource, 15 quobyte QuobyteVolumeSource, ' +
    '16 azureDisk AzureDiskVolumeSource, 17 photonPersistentDisk PhotonPersistentDiskVolumeSource, ' +
    '18 portworxVolume PortworxVolumeSource, 19 scaleIO ScaleIOPersistentVolumeSource, ' +
    '20 local LocalVolumeSource, 21 storageos StorageOSPersistentVolumeSource, ' +
    '22 csi CSIPersistentVolumeSource',
  GlusterfsPersistentVolumeSource: '1 endpoints, 2 path, 3 readOnly b, 4 endpointsNamespace s*',
  RBDPersistentVolumeSource:
    '1 monitors [s, 2 image, 3 fsType, 4 pool, 5 user, 6 keyring, 7 secretRef SecretReference, 8 readOnly b',
  SecretReference: '1 name, 2 namespace',
  ISCSIPersistentVolumeSource:
    '1 targetPortal, 2 iqn, 3 lun i, 4 iscsiInterface, 5 fsType, 6 readOnly b, 7 portals [s, ' +
    '8 chapAuthDiscovery b, 11 chapAuthSession b, 10 secretRef SecretReference, 12 initiatorName s*',
  CinderPersistentVolumeSource: '1 volumeID, 2 fsType, 3 readOnly b, 4 secretRef SecretReference',
  CephFSPersistentVolumeSource:
    '1 monitors [s, 2 path, 3 user, 4 secretFile, 5 secretRef SecretReference, 6 readOnly b',
  FlexPersistentVolumeSource: '1 driver, 2 fsType, 3 secretRef SecretReference, 4 readOnly b, 5 options {s',
  AzureFilePersistentVolumeSource: '1 secretName, 2 shareName, 3 readOnly b, 4 secretNamespace s*',
  ScaleIOPersistentVolumeSource:
    '1 gateway, 2 system, 3 secretRef SecretReference, 4 sslEnabled b, 5 protectionDomain, 6 storagePool, ' +
    '7 storageMode, 8 volumeName, 9 fsType, 10 readOnly b',
  LocalVolumeSource: '1 path, 2 fsType s*',
  StorageOSPersistentVolumeSource:
    '1 volumeName, 2 volumeNamespace, 3 fsType, 4 readOnly b, 5 secretRef ObjectReference',
  CSIPersistentVolumeSource:
    '1 driver, 2 volumeHandle, 3 readOnly b, 4 fsType, 5 volumeAttributes {s, ' +
    '6 controllerPublishSecretRef SecretReference, 7 nodeStageSecretRef SecretReference, ' +
    '8 nodePublishSecretRef SecretReference, 9 controllerExpandSecretRef SecretReference, ' +
    '10 nodeExpandSecretRef SecretReference',
  VolumeNodeAffinity: '1 required NodeSelector',
  PersistentVolumeStatus: '1 phase, 2 message, 3 reason, 4 lastPhaseTransitionTime t',
  ReplicationController:
    '1 metadata ObjectMeta, 2 spec ReplicationControllerSpec, 3 status ReplicationControllerStatus',
  ReplicationControllerSpec: '1 replicas i*, 4 minReadySeconds i, 2 selector {s, 3 template PodTemplateSpec',
  ReplicationControllerStatus:
    '1 replicas i, 2 fullyLabeledReplicas i, 4 readyReplicas i, 5 availableReplicas i, 3 observedGeneration i, ' +
    '6 conditions [ReplicationControllerCondition',
  ReplicationControllerCondition: '1 type, 2 status, 3 lastTransitionTime t, 4 reason, 5 message',
  ControllerRevision: '1 metadata ObjectMeta, 2 data j, 3 revision i',
  EndpointSlice: '1 metadata ObjectMeta, 4 addressType, 2 endpoints [Endpoint, 3 ports [DiscoveryEndpointPort',
  Endpoint:
    '1 addresses [s, 2 conditions EndpointConditions, 3 hostname s*, 4 targetRef ObjectReference, ' +
    '5 deprecatedTopology {s, 6 nodeName s*, 7 zone s*, 8 hints EndpointHints',
  EndpointConditions: '1 ready b*, 2 serving b*, 3 terminating b*',
  EndpointHints: '1 forZones [ForZone, 2 forNodes [ForNode',
  ForZone: '1 name',
  ForNode: '1 name',
  DiscoveryEndpointPort: '1 name s*, 2 protocol s*, 3 port i*, 4 appProtocol s*',
  CSIDriver: '1 metadata ObjectMeta, 2 spec CSIDriverSpec',
  CSIDriverSpec:
    '1 attachRequired b*, 2 podInfoOnMount b*, 3 volumeLifecycleModes [s, 4 storageCapacity b*, ' +
    '5 fsGroupPolicy s*, 6 tokenRequests [StorageTokenRequest, 7 requiresRepublish b*, 8 seLinuxMount b*, ' +
    '9 nodeAllocatableUpdatePeriodSeconds i*',
  StorageTokenRequest: '1 audience, 2 expirationSeconds i*',
  CSINode: '1 metadata ObjectMeta, 2 spec CSINodeSpec',
  CSINodeSpec: '1 drivers [CSINodeDriver',
  CSINodeDriver: '1 name, 2 nodeID, 3 topologyKeys [s, 4 allocatable VolumeNodeResources',
  VolumeNodeResources: '1 count i*',
  VolumeAttachment: '1 metadata ObjectMeta, 2 spec VolumeAttachmentSpec, 3 status VolumeAttachmentStatus',
  VolumeAttachmentSpec: '1 attacher, 2 source VolumeAttachmentSource, 3 nodeName',
  VolumeAttachmentSource: '1 persistentVolumeName s*, 2 inlineVolumeSpec PersistentVolumeSpec',
  VolumeAttachmentStatus:
    '1 attached b, 2 attachmentMetadata {s, 3 attachError VolumeError, 4 detachError VolumeError',
  VolumeError: '1 time t, 2 message, 3 errorCode i*',
  CSIStorageCapacity:
    '1 metadata ObjectMeta, 2 nodeTopology LabelSelector, 3 storageClassName, 4 capacity q, ' +
    '5 maximumVolumeSize q',
  MutatingWebhookConfiguration: '1 metadata ObjectMeta, 2 webhooks [MutatingWebhook',
  MutatingWebhook:
    '1 name, 2 clientConfig WebhookClientConfig, 3 rules [RuleWithOperations, 4 failurePolicy s*, ' +
    '9 matchPolicy s*, 5 namespaceSelector LabelSelector, 11 objectSelector LabelSelector, 6 sideEffects s*, ' +
    '7 timeoutSeconds i*, 8 admissionReviewVersions [s, 10 reinvocationPolicy s*, ' +
    '12 matchConditions [MatchCondition',
  WebhookClientConfig: '3 url s*, 1 service ServiceReference, 2 caBundle y',
  ServiceReference: '1 namespace, 2 name, 3 path s*, 4 port i*',
  RuleWithOperations: '1 operations [s, 2  Rule',
  Rule: '1 apiGroups [s, 2 apiVersions [s, 3 resources [s, 4 scope s*',
  MatchCondition: '1 name, 2 expression',
  ValidatingWebhookConfiguration: '1 metadata ObjectMeta, 2 webhooks [ValidatingWebhook',
  ValidatingWebhook:
    '1 name, 2 clientConfig WebhookClientConfig, 3 rules [RuleWithOperations, 4 failurePolicy s*, ' +
    '9 matchPolicy s*, 5 namespaceSelector LabelSelector, 10 objectSelector LabelSelector, 6 sideEffects s*, ' +
    '7 timeoutSeconds i*, 8 admissionReviewVersions [s, 11 matchConditions [MatchCondition',
  ValidatingAdmissionPolicy:
    '1 metadata ObjectMeta, 2 spec ValidatingAdmissionPolicySpec, 3 status ValidatingAdmissionPolicyStatus',
  ValidatingAdmissionPolicySpec:
    '1 paramKind ParamKind, 2 matchConstraints MatchResources, 3 validations [Validation, 4 failurePolicy s*, ' +
    '5 auditAnnotations [AuditAnnotation, 6 matchConditions [MatchCondition, 7 variables [Variable',
  ParamKind: '1 apiVersion, 2 kind',
  MatchResources:
    '1 namespaceSelector LabelSelector, 2 objectSelector LabelSelector, ' +
    '3 resourceRules [NamedRuleWithOperations, 4 excludeResourceRules [NamedRuleWithOperations, ' +
    '7 matchPolicy s*',
  NamedRuleWithOperations: '1 resourceNames [s, 2  RuleWithOperations',
  Validation: '1 expression, 2 message, 3 reason s*, 4 messageExpression',
  AuditAnnotation: '1 key, 2 valueExpression',
  Variable: '1 name, 2 expression',
  ValidatingAdmissionPolicyStatus:
    '1 observedGeneration i, 2 typeChecking TypeChecking, 3 conditions [Condition',
  TypeChecking: '1 expressionWarnings [ExpressionWarning',
  ExpressionWarning: '2 fieldRef, 3 warning',
  ValidatingAdmissionPolicyBinding: '1 metadata ObjectMeta, 2 spec ValidatingAdmissionPolicyBindingSpec',
  ValidatingAdmissionPolicyBindingSpec:
    '1 policyName, 2 paramRef ParamRef, 3 matchResources MatchResources, 4 validationActions [s',
  ParamRef: '1 name, 2 namespace, 3 selector LabelSelector, 4 parameterNotFoundAction s*',
  PodTemplate: '1 metadata ObjectMeta, 2 template PodTemplateSpec',
};
