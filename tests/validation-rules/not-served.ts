/** Functions of upstream's validation that no request reaches here, for their kinds aren't served; by what their names begin with. */
export const notServed: readonly (readonly [why: string, file: string, names: string])[] = [
  ['PodTemplates', 'pkg/apis/core/validation/validation.go', 'ValidatePodTemplateUpdate'],
  ['the scheduler’s annotation about Pods to avoid', 'pkg/apis/core/validation/validation.go', 'validatePreferAvoidPodsEntry ValidateAvoidPodsInNodeAnnotations'],
  ['signers and bundles of certificates', 'pkg/apis/core/validation/names.go', 'ValidateSignerName'],
  ['MutatingAdmissionPolicies', 'pkg/apis/admissionregistration/validation/validation.go', 'validateMutatingAdmissionPolicy validateMutation validateApplyConfiguration validateJSONPatch'],
  ['`IPAddress` and `ServiceCIDR`', 'pkg/apis/networking/validation/validation.go', 'ValidateIPAddress validateIPAddressParentReference ValidateServiceCIDR validateServiceCIDRSpec'],
  ['`IPAddress` and `ServiceCIDR`', 'staging/src/k8s.io/apimachinery/pkg/util/validation/ip.go', 'IsValidIP IsValidCIDR'],
  ['ResourceClaims, DeviceClasses and ResourceSlices', 'staging/src/k8s.io/apimachinery/pkg/util/validation/ip.go', 'IsValidInterfaceAddress'],
  ['rollbacks of Deployments, which apps/v1 doesn’t have', 'pkg/apis/apps/validation/validation.go', 'ValidateDeploymentRollback'],
  ['VolumeAttributesClasses', 'pkg/apis/storage/validation/validation.go', 'ValidateVolumeAttributesClass validateVolumeAttributesClass'],
  ['LeaseCandidates', 'pkg/apis/coordination/validation/validation.go', 'ValidateLeaseCandidate ValidateCoordinatedLease'],
  ['ResourceClaims, DeviceClasses and ResourceSlices', 'pkg/apis/resource/validation/validation.go', ''],
  ['FlowSchemas and PriorityLevelConfigurations', 'pkg/apis/flowcontrol/validation/validation.go', ''],
  ['CertificateSigningRequests and ClusterTrustBundles', 'pkg/apis/certificates/validation/validation.go', ''],
  ['StorageVersionMigrations', 'pkg/apis/storagemigration/validation/validation.go', ''],
  ['StorageVersions', 'pkg/apis/apiserverinternal/validation/validation.go', ''],
];
