/**
 * The order of admission plugins (upstream: kubeapiserver/options/plugins.go). PodTopologyLabels and the certificate plugins have nothing here
 * to work on.
 */
const order: readonly string[] = [
  'NamespaceLifecycle',
  'LimitRanger',
  'ServiceAccount',
  'NodeRestriction',
  'TaintNodesByCondition',
  'PodSecurity',
  'Priority',
  'DefaultTolerationSeconds',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'DefaultIngressClass',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
  'ResourceQuota',
];

/** Sorts plugins by name. Those that upstream doesn't have come last, in the order they are given. */
export function inUpstreamOrder<P extends { readonly name: string }>(plugins: readonly P[]): readonly P[] {
  const placeOf = ({ name }: P): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return plugins.toSorted((a, b) => placeOf(a) - placeOf(b));
}
