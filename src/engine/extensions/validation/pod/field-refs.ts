/** Rules for values that are read of the Pod itself (validateObjectFieldSelector, validateContainerResourceFieldSelector). */
import type { ObjectFieldSelector, ResourceFieldSelector } from '../../../api/index.ts';
import { checkQualifiedName, type FieldError, invalidValue, notSupported, required } from '../../../meta/index.ts';
import { checkText } from '../checks.ts';

/** Fields that have a name there; which of them can be had depends on where. */
const known: ReadonlySet<string> = new Set([
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.serviceAccountName',
  'spec.schedulerName',
  'status.phase',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]);

/** `fields`: those that can be had here. */
export function checkFieldRef({ apiVersion, fieldPath = '' }: ObjectFieldSelector, fields: readonly string[], path: string, errors: FieldError[]): void {
  const at = `${path}.fieldPath`;
  if (fieldPath === '') {
    errors.push(required(at));
    return;
  }
  const [, field = fieldPath, key] = /^(.*)\['(.*)'\]$/s.exec(fieldPath) ?? [];
  const fault = faultOf(apiVersion || 'v1', fieldPath, field, key);
  if (fault !== undefined) errors.push(invalidValue(at, fieldPath, `error converting fieldPath: ${fault}`));
  else if (key !== undefined) checkText(checkQualifiedName, field === 'metadata.annotations' ? key.toLowerCase() : key, path, errors);
  else {
    // An old name of it.
    const name = field === 'spec.host' ? 'spec.nodeName' : field;
    if (!fields.includes(name)) errors.push(notSupported(at, name, fields));
  }
}

function faultOf(apiVersion: string, fieldPath: string, field: string, key: string | undefined): string | undefined {
  if (apiVersion !== 'v1') return `unsupported pod version: ${apiVersion}`;
  if (key !== undefined) {
    const isMap = field === 'metadata.annotations' || field === 'metadata.labels';
    return isMap ? undefined : `field label does not support subscript: ${fieldPath}`;
  }
  return known.has(field) || field === 'spec.host' ? undefined : `field label not supported: ${field}`;
}

const resources = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];
const sizes = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];
const hugePages = /^(requests|limits)\.hugepages-/;

/** Files tell of any container, variables of their own one. */
export function checkResourceRef(
  { containerName = '', resource = '', divisor }: ResourceFieldSelector,
  whose: 'of another container' | 'its own',
  path: string,
  errors: FieldError[],
): void {
  if (whose === 'of another container' && containerName === '') errors.push(required(`${path}.containerName`));
  else if (resource === '') errors.push(required(`${path}.resource`));
  else if (!resources.includes(resource) && !hugePages.test(resource)) errors.push(notSupported(`${path}.resource`, resource, resources));
  if (divisor === undefined || divisor === '0') return;
  const [, kind = ''] = /\.(cpu|memory|ephemeral-storage|hugepages)(-.*)?$/.exec(resource) ?? [];
  const supported = kind === 'cpu' ? ['1m', '1'] : sizes;
  if (kind === '' || supported.includes(divisor)) return;
  const values = kind === 'cpu' ? '1m and 1' : sizes.join(', ');
  const name = kind === 'ephemeral-storage' ? 'local ephemeral storage' : kind;
  errors.push(invalidValue(`${path}.divisor`, resource, `only divisor's values ${values} are supported with the ${name} resource`));
}
