/**
 * The functions of upstream's validation (Kubernetes 1.33) that make errors, each with the number of places where it makes one. What the table
 * doesn't go through yet is told by what isn't in it.
 */
export const upstreamFunctions: Readonly<Record<string, string>> = {
  'pkg/apis/core/validation/validation.go':
    'ValidateHasLabel:2 ValidateDNS1123Label:1 ValidateQualifiedName:1 ValidateDNS1123SubdomainWithUnderScore:1 ' +
    'ValidateDNS1123Subdomain:1 ValidatePodSpecificAnnotations:2 ValidateTolerationsInPodAnnotations:1 ' +
    'ValidatePodSpecificAnnotationUpdates:4 ValidateRuntimeClassName:1 ValidateNonnegativeQuantity:1 ValidatePositiveField:1 ' +
    'ValidatePositiveQuantityValue:1 ValidateImmutableAnnotation:1 ValidateVolumes:3 validateVolumeSource:33 ' +
    'validateHostPathVolumeSource:1 validateGitRepoVolumeSource:1 validateISCSIVolumeSource:12 validateISCSIPersistentVolumeSource:14 ' +
    'validateFCVolumeSource:4 validateGCEPersistentDiskVolumeSource:2 validateAWSElasticBlockStoreVolumeSource:2 ' +
    'validateSecretVolumeSource:2 validateConfigMapVolumeSource:2 validateKeyToPath:3 validatePersistentClaimVolumeSource:1 ' +
    'validateNFSVolumeSource:3 validateQuobyteVolumeSource:4 validateGlusterfsVolumeSource:2 ' +
    'validateGlusterfsPersistentVolumeSource:4 validateFlockerVolumeSource:3 validateDownwardAPIVolumeFile:4 ' +
    'validateDownwardAPIVolumeSource:1 validateProjectionSources:18 validateProjectedVolumeSource:1 validateHostPathType:1 ' +
    'validateLocalDescendingPath:1 validatePathNoBacksteps:1 validateMountPropagation:2 validateMountRecursiveReadOnly:3 ' +
    'ValidateLocalNonReservedPath:1 validateRBDVolumeSource:2 validateRBDPersistentVolumeSource:2 validateCinderVolumeSource:2 ' +
    'validateCinderPersistentVolumeSource:3 validateCephFSVolumeSource:1 validateCephFSPersistentVolumeSource:1 ' +
    'validateFlexVolumeSource:2 validateFlexPersistentVolumeSource:2 validateAzureFile:2 validateAzureFilePV:3 validateAzureDisk:6 ' +
    'validateVsphereVolumeSource:1 validatePhotonPersistentDiskVolumeSource:1 validatePortworxVolumeSource:1 ' +
    'validateScaleIOVolumeSource:3 validateScaleIOPersistentVolumeSource:3 validateLocalVolumeSource:1 ' +
    'validateStorageOSVolumeSource:2 validateStorageOSPersistentVolumeSource:3 validatePVSecretReference:2 ValidateCSIDriverName:3 ' +
    'validateCSIPersistentVolumeSource:1 validateCSIVolumeSource:2 validateEphemeralVolumeSource:1 ValidatePersistentVolumeSpec:42 ' +
    'ValidatePersistentVolumeUpdate:3 ValidatePersistentVolumeStatusUpdate:1 validateDataSource:4 validateDataSourceRef:5 ' +
    'ValidatePersistentVolumeClaimSpec:9 ValidatePersistentVolumeClaimUpdate:6 validatePersistentVolumeClaimResourceKey:2 ' +
    'ValidatePersistentVolumeClaimStatusUpdate:3 validateContainerPorts:7 ValidateEnv:3 validateEnvVarValueFrom:3 ' +
    'validateObjectFieldSelector:5 validateContainerResourceFieldSelector:3 ValidateEnvFrom:4 validateConfigMapEnvSource:2 ' +
    'validateSecretEnvSource:2 validateContainerResourceDivisor:4 validateConfigMapKeySelector:3 validateSecretKeySelector:3 ' +
    'ValidateVolumeMounts:7 ValidateVolumeDevices:9 validatePodResourceClaim:7 validateLivenessProbe:1 validateReadinessProbe:1 ' +
    'validateStartupProbe:1 validateProbe:1 validateInitContainerRestartPolicy:1 validateSleepAction:2 ' +
    'validateClientIPAffinityConfig:3 validateAffinityTimeout:1 AccumulateUniqueHostPorts:1 validateExecAction:1 ' +
    'validateHTTPGetAction:3 ValidatePortNumOrName:3 validateHandler:6 validateStopSignal:3 validatePullPolicy:2 ' +
    'validateResizePolicy:6 validateEphemeralContainers:4 validateFieldAllowList:1 validateInitContainers:6 validateContainerCommon:4 ' +
    'validateHostUsers:3 validateContainers:3 validateRestartPolicy:2 ValidatePreemptionPolicy:2 validateDNSPolicy:2 ' +
    'validateFSGroupChangePolicy:1 validateSchedulingGates:1 validatePodDNSConfig:6 validatePodHostNetworkDeps:1 ' +
    'validateImagePullSecrets:1 validateTaintEffect:2 validateOnlyAddedTolerations:1 validateOnlyDeletedSchedulingGates:1 ' +
    'ValidateTolerations:5 validateContainerOnlyForPod:1 validatePodMetadataAndSpec:1 validatePodIPs:2 validateHostIPs:3 ' +
    'ValidatePodSpec:5 validatePodResources:1 validatePodResourceConsistency:3 validateLinux:2 validateWindows:25 ' +
    'ValidateNodeSelectorRequirement:5 ValidateNodeFieldSelectorRequirement:4 ValidateNodeSelector:1 ' +
    'validateTopologySelectorLabelRequirement:2 ValidateTopologySelectorTerm:1 ValidateAvoidPodsInNodeAnnotations:2 ' +
    'validatePreferAvoidPodsEntry:2 ValidatePreferredSchedulingTerms:1 validatePodAffinityTerm:2 validateWeightedPodAffinityTerms:1 ' +
    'validateSeccompProfileField:2 ValidateSeccompProfile:1 validateSeccompProfileType:2 ValidateAppArmorProfileField:7 ' +
    'ValidateAppArmorPodAnnotations:2 validateAppArmorAnnotationsAndFieldsMatchOnCreate:4 validateSysctls:3 ValidateHostSysctl:2 ' +
    'validateSELinuxChangePolicy:2 validatePodSpecSecurityContext:5 ValidateContainerUpdates:3 ValidatePodCreate:2 ' +
    'validateSeccompAnnotationsAndFieldsMatch:4 ValidatePodUpdate:4 ValidateContainerStateTransition:1 ' +
    'ValidateInitContainerStateTransition:1 ValidatePodStatusUpdate:3 validatePodConditions:1 validatePodResourceClaimStatuses:3 ' +
    'ValidatePodEphemeralContainersUpdate:3 ValidatePodResize:9 validatePodResizeContainerOrdering:4 validateContainerResize:4 ' +
    'ValidatePodBinding:2 ValidateService:20 validateServicePort:5 validateServiceExternalTrafficPolicy:6 ' +
    'validateServiceExternalTrafficFieldsUpdate:1 validateServiceInternalTrafficFieldsValue:2 validateServiceTrafficDistribution:1 ' +
    'ValidateReplicationControllerStatus:4 ValidateNonEmptySelector:1 ValidatePodTemplateSpecForRC:4 ' +
    'ValidateReplicationControllerSpec:1 ValidatePodTemplateSpec:1 ValidateTaintsInNodeAnnotations:1 validateNodeTaints:2 ' +
    'ValidateNode:2 ValidateNodeUpdate:5 validateNodeConfigSourceSpec:1 validateConfigMapNodeConfigSourceSpec:2 ' +
    'validateNodeConfigSourceStatus:1 validateConfigMapNodeConfigSourceStatus:2 validateConfigMapNodeConfigSource:6 ' +
    'validateResourceName:2 validateContainerResourceName:2 validatePodResourceName:1 ValidateResourceQuotaResourceName:1 ' +
    'validateLimitRangeTypeName:2 ValidateLimitRange:13 ValidateSecret:12 ValidateSecretUpdate:2 ValidateConfigMap:4 ' +
    'ValidateConfigMapUpdate:3 validateBasicResource:1 validateResourceRequirements:6 validateResourceClaimNames:5 ' +
    'validateResourceQuotaScopes:3 validateScopedResourceSelectorRequirement:7 ValidateResourceQuantityValue:1 ' +
    'ValidateResourceQuotaUpdate:1 ValidateResourceQuotaStatusUpdate:1 validateKubeFinalizerName:1 ValidateNamespaceStatusUpdate:2 ' +
    'validateEndpointSubsets:1 validateEndpointAddress:1 ValidateEndpointIP:5 validateEndpointPort:4 ValidateSecurityContext:6 ' +
    'validateWindowsSecurityContextOptions:12 validateWindowsHostProcessPod:4 validateOS:2 ValidatePodLogOptions:8 ' +
    'ValidateLoadBalancerStatus:6 validateVolumeNodeAffinity:1 ValidateProcMountType:1 validateMinDomains:1 ValidateTopologyKey:1 ' +
    'ValidateWhenUnsatisfiable:1 ValidateSpreadConstraintNotRepeat:1 validateNodeInclusionPolicy:1 ' +
    'validateMatchLabelKeysAndMismatchLabelKeys:2 validateMatchLabelKeysInTopologySpread:2 validateLabelKeys:1 ' +
    'ValidateServiceClusterIPsRelatedFields:12 validateUpgradeDowngradeClusterIPs:5 validateUpgradeDowngradeIPFamilies:5 ' +
    'validateLoadBalancerClassField:2 validatePvNodeAffinity:1 validateNodeSelectorMutation:1 validateNodeAffinityMutation:2 ' +
    'validateSupplementalGroupsPolicy:1 validateContainerStatusUsers:1 validateContainerStatusNoAllocatedResourcesStatus:1 ' +
    'validateContainerStatusAllocatedResourcesStatus:3 validateLinuxContainerUser:3 validateImageVolumeSource:1',
  'pkg/apis/core/validation/events.go':
    'ValidateEventCreate:6 validateV1EventSeries:2 legacyValidateEvent:12',
  'pkg/apis/core/validation/names.go':
    'ValidateSignerName:7',
  'pkg/apis/apps/validation/validation.go':
    'ValidatePodTemplateSpecForStatefulSet:2 ValidatePersistentVolumeClaimRetentionPolicyType:1 ValidateStatefulSetSpec:10 ' +
    'ValidateStatefulSetUpdate:1 ValidateStatefulSetStatus:5 ValidateStatefulSetStatusUpdate:1 ValidateControllerRevisionCreate:4 ' +
    'ValidateDaemonSetSpecUpdate:3 ValidateDaemonSetStatusUpdate:1 ValidateDaemonSetSpec:4 ValidateRollingUpdateDaemonSet:2 ' +
    'validateRollingUpdateStatefulSet:1 ValidateDaemonSetUpdateStrategy:2 ValidatePositiveIntOrPercent:2 IsNotMoreThan100Percent:1 ' +
    'ValidateRollingUpdateDeployment:1 ValidateDeploymentStrategy:3 ValidateDeploymentSpec:4 ValidateDeploymentStatus:4 ' +
    'ValidateDeploymentStatusUpdate:1 ValidateDeploymentRollback:1 ValidateReplicaSetStatus:4 ValidateReplicaSetSpec:3 ' +
    'ValidatePodTemplateSpecForReplicaSet:4',
  'pkg/apis/batch/validation/validation.go':
    'validateGeneratedSelector:2 ValidateJob:1 ValidateJobSpec:2 validateJobSpec:16 validatePodFailurePolicy:1 ' +
    'validatePodReplacementPolicy:2 validatePodFailurePolicyRule:5 validatePodFailurePolicyRuleOnPodConditions:3 ' +
    'validatePodFailurePolicyRuleOnExitCodes:8 validateSuccessPolicy:2 validateSuccessPolicyRule:5 validateJobStatus:26 ' +
    'ValidateJobStatusUpdate:7 ValidateCronJobCreate:1 validateCronJobSpec:1 validateConcurrencyPolicy:2 validateScheduleFormat:3 ' +
    'validateTimeZone:4 ValidateJobTemplateSpec:2 validateCompletions:1',
  'pkg/apis/autoscaling/validation/validation.go':
    'ValidateScale:1 validateHorizontalPodAutoscalerSpec:3 ValidateCrossVersionObjectReference:4 validateMetrics:1 ' +
    'validateScalingRules:4 validateScalingPolicy:4 validateMetricSpec:9 validateObjectSource:1 validateExternalSource:2 ' +
    'validatePodsSource:1 validateContainerResourceSource:4 validateResourceSource:3 validateMetricTarget:5 ' +
    'validateMetricIdentifier:2',
  'pkg/apis/policy/validation/validation.go':
    'ValidatePodDisruptionBudgetSpec:2',
  'pkg/apis/networking/validation/validation.go':
    'ValidateNetworkPolicyPort:7 ValidateNetworkPolicyPeer:2 ValidateNetworkPolicySpec:2 ValidateIPBlock:2 ValidateIngressCreate:1 ' +
    'validateIngressTLS:3 ValidateIngressSpec:2 ValidateIngressLoadBalancerStatus:2 validateIngressRules:4 ' +
    'validateHTTPIngressRuleValue:1 validateHTTPIngressPath:6 validateIngressBackend:8 validateIngressClassSpec:1 ' +
    'validateIngressTypedLocalObjectReference:5 validateIngressClassParametersReference:5 validateIPAddressParentReference:7 ' +
    'validateServiceCIDRSpec:3 ValidateServiceCIDRUpdate:3',
  'pkg/apis/rbac/validation/validation.go':
    'ValidateClusterRole:2 ValidatePolicyRule:5 ValidateRoleBinding:4 ValidateRoleBindingUpdate:1 ValidateClusterRoleBinding:4 ' +
    'ValidateClusterRoleBindingUpdate:1 ValidateRoleBindingSubject:7',
  'pkg/apis/storage/validation/validation.go':
    'ValidateStorageClassUpdate:3 validateProvisioner:1 validateParameters:4 validateReclaimPolicy:1 ValidateVolumeAttachmentV1:1 ' +
    'validateAttacher:1 validateVolumeAttachmentSource:3 validateNodeName:1 validateAttachmentMetadata:1 validateVolumeError:2 ' +
    'ValidateVolumeAttachmentUpdate:1 validateVolumeBindingMode:2 validateAllowedTopologies:1 validateCSINodeDriverNodeID:2 ' +
    'validateCSINodeDriver:3 validateNodeAllocatableUpdatePeriodSeconds:1 validateAttachRequired:1 validatePodInfoOnMount:1 ' +
    'validateStorageCapacity:1 validateFSGroupPolicy:1 validateTokenRequests:3 validateVolumeLifecycleModes:1 validateSELinuxMount:1 ' +
    'ValidateCSIStorageCapacity:1 ValidateCSIStorageCapacityUpdate:2 ValidateVolumeAttributesClassUpdate:2',
  'pkg/apis/discovery/validation/validation.go':
    'validateEndpoints:8 validatePorts:4 validateAddressType:2 validateHints:6',
  'pkg/apis/coordination/validation/validation.go':
    'ValidateLeaseSpec:3 ValidateLeaseCandidateSpec:7 ValidateCoordinatedLeaseStrategy:2',
  'pkg/apis/scheduling/validation/validation.go':
    'ValidatePriorityClass:2 ValidatePriorityClassUpdate:1',
  'pkg/apis/admissionregistration/validation/validation.go':
    'validateResources:6 validateResourcesNoSubResources:4 validateRule:6 validateAdmissionReviewVersions:4 ' +
    'validateValidatingWebhookConfiguration:1 validateMutatingWebhookConfiguration:1 validateValidatingWebhook:6 ' +
    'validateMutatingWebhook:7 validateRuleWithOperations:3 validateValidatingAdmissionPolicySpec:8 validateParamKind:7 ' +
    'validateMatchResources:4 validateValidationActions:4 validateNamedRuleWithOperations:2 validateMatchConditions:2 ' +
    'validateMatchCondition:2 validateVariable:4 validateValidation:6 convertCELErrorToValidationError:4 validateAuditAnnotation:6 ' +
    'validateValidatingAdmissionPolicyBindingSpec:2 validateParamRef:6 validateExpressionWarning:1 validateFieldRef:2 ' +
    'validateMutatingAdmissionPolicySpec:8 validateMutation:6 validateApplyConfiguration:1 validateJSONPatch:1 ' +
    'validateMutatingAdmissionPolicyBindingSpec:3',
  'pkg/apis/authentication/validation/validation.go':
    'ValidateTokenRequest:2',
  'pkg/apis/authorization/validation/validation.go':
    'ValidateSubjectAccessReviewSpec:3 ValidateSelfSubjectAccessReviewSpec:2 ValidateSubjectAccessReview:1 ' +
    'ValidateSelfSubjectAccessReview:1 ValidateLocalSubjectAccessReview:3 validateFieldSelectorAttributes:2 ' +
    'validateLabelSelectorAttributes:2',
  'staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go':
    'ValidateCustomResourceDefinitionStoredVersions:3 validateCustomResourceDefinitionVersion:3 ' +
    'validateCustomResourceDefinitionSpec:24 validateEnumStrings:2 validateConversionReviewVersions:4 ' +
    'validateCustomResourceConversion:4 ValidateCustomResourceDefinitionNames:7 ValidateCustomResourceColumnDefinition:5 ' +
    'ValidateCustomResourceSelectableFields:6 validateCustomResourceDefinitionValidation:8 ' +
    'ValidateCustomResourceDefinitionOpenAPISchema:39 validateMapListKeysMapSet:3 validate:11 ' +
    'ValidateCustomResourceDefinitionSubresources:5 validateSimpleJSONPath:3 validateAPIApproval:3 validatePreserveUnknownFields:1',
  'staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/validation.go':
    'validateStructuralInvariants:12 validateStructuralMetadataInvariants:2 validateExtensions:2 validateValueValidation:1 ' +
    'validateNestedValueValidation:14',
  'staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/complete.go':
    'validateValueValidationCompleteness:1 validateNestedValueValidationCompleteness:2',
  'staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting/validation.go':
    'validate:2',
  'staging/src/k8s.io/apiserver/pkg/util/webhook/validation.go':
    'ValidateCABundle:1 ValidateWebhookURL:6 ValidateWebhookService:7',
  'staging/src/k8s.io/apiserver/pkg/storage/continue.go':
    'DecodeContinue:6',
  'staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go':
    'ValidateAnnotations:2 validateOwnerReference:5 ValidateOwnerReferences:1 ValidateFinalizerName:1 ValidateNoNewFinalizers:1 ' +
    'ValidateImmutableField:1 ValidateObjectMeta:1 ValidateObjectMetaAccessor:6 ValidateFinalizers:1 ValidateObjectMetaUpdate:2 ' +
    'ValidateObjectMetaAccessorUpdate:2',
  'staging/src/k8s.io/apimachinery/pkg/api/validation/generic.go':
    'ValidateNonnegativeField:1',
  'staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go':
    'ValidateLabelSelectorRequirement:4 ValidateLabelName:1 ValidateLabels:1 ValidateFieldSelectorRequirement:4 ' +
    'ValidateDeleteOptions:2 ValidatePatchOptions:2 ValidateFieldManager:2 ValidateDryRun:1 ValidateFieldValidation:1 ' +
    'ValidateTableOptions:1 ValidateManagedFields:3 ValidateConditions:1 ValidateCondition:7 ValidateIgnoreStoreReadError:5',
  'staging/src/k8s.io/apimachinery/pkg/apis/meta/internalversion/validation/validation.go':
    'ValidateListOptions:5 validateWatchOptions:5',
  'staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go':
    'IsFullyQualifiedName:3 IsFullyQualifiedDomainName:4 IsDomainPrefixedPath:4',
  'staging/src/k8s.io/apimachinery/pkg/util/validation/ip.go':
    'parseIP:3 IsValidIP:1 parseCIDR:4 IsValidCIDR:1 IsValidInterfaceAddress:2',
  'staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go':
    'parseQuantityString:1 ParseQuantity:4',
  'staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go':
    'handleDirectiveInMergeMap:1 extractKey:3 validatePatchWithSetOrderList:3 applyRetainKeysDirective:3 mergePatchIntoOriginal:4 ' +
    'mergeSlice:1 mergeSliceWithSpecialElements:3 sliceElementType:3',
  'pkg/apis/resource/validation/validation.go':
    'validatePoolName:2 validateDeviceRequest:2 validateDeviceAllocationMode:3 validateDeviceClass:1 validateSelector:1 ' +
    'validateCELSelector:2 convertCELErrorToValidationError:4 validateDeviceConstraint:1 validateRequestNameRef:2 ' +
    'validateDeviceConfiguration:1 validateResourceClaimStatusUpdate:2 validateResourceClaimUserReference:3 ' +
    'validateAllocationConfigSource:2 validateNodeName:1 validateResourceSliceSpec:8 validateCounterSet:2 validateResourcePool:2 ' +
    'validateDevice:9 validateDeviceCounterConsumption:2 validateDeviceAttribute:2 validateDeviceAttributeStringValue:1 ' +
    'validateDeviceAttributeVersionValue:2 validateQualifiedName:3 validateFullyQualifiedName:1 validateCIdentifier:2 ' +
    'validateDeviceStatus:2 validateRawExtension:5 validateNetworkDeviceData:2 validateDeviceTaint:2 validateDeviceToleration:4 ' +
    'validateLabelValue:1',
  'pkg/apis/flowcontrol/validation/validation.go':
    'ValidateFlowSchema:1 ValidateFlowSchemaSpec:6 ValidateFlowSchemaPolicyRulesWithSubjects:2 ValidateFlowSchemaSubject:7 ' +
    'ValidateServiceAccountSubject:5 ValidateUserSubject:2 ValidateGroupSubject:2 ValidateFlowSchemaNonResourcePolicyRule:5 ' +
    'ValidateFlowSchemaResourcePolicyRule:10 ValidateFlowSchemaStatus:1 ValidateFlowSchemaCondition:1 ' +
    'ValidatePriorityLevelConfiguration:1 ValidateIfMandatoryPriorityLevelConfigurationObject:2 ' +
    'ValidatePriorityLevelConfigurationSpec:5 ValidateLimitedPriorityLevelConfiguration:3 ValidateExemptPriorityLevelConfiguration:2 ' +
    'ValidateLimitResponse:3 ValidatePriorityLevelQueuingConfiguration:6 ValidatePriorityLevelConfigurationStatus:1 ' +
    'ValidatePriorityLevelConfigurationCondition:1 ValidateNonResourceURLPath:5',
  'pkg/apis/certificates/validation/validation.go':
    'validateCertificateSigningRequest:7 validateConditions:6 validateCertificateSigningRequestUpdate:5 validateTrustBundle:8',
  'pkg/apis/storagemigration/validation/validation.go':
    'ValidateStorageVersionMigrationUpdate:3 ValidateStorageVersionMigrationStatusUpdate:7 validateConditions:1 validateCondition:6 ' +
    'checkAndAppendError:1',
  'pkg/apis/apiserverinternal/validation/validation.go':
    'validateStorageVersionStatus:1 validateServerStorageVersion:6 validateCommonVersion:3 validateStorageVersionCondition:3',
  'pkg/apis/node/validation/validation.go':
    'ValidateRuntimeClass:1 validateTolerations:1',
};
