/** Names of resources and where each may stand (pkg/apis/core/helper, pkg/apis/core/validation). */
import { checkQualifiedName, type FieldError, invalidValue, isNativeResource, milliValue } from '../../../meta/index.ts';

const COMPUTE = ['cpu', 'memory', 'ephemeral-storage'];
const COUNTED = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];
const QUOTA: ReadonlySet<string> = new Set([
  ...COMPUTE,
  ...COMPUTE.map((name) => `requests.${name}`),
  ...COMPUTE.map((name) => `limits.${name}`),
  'requests.storage',
  ...COUNTED,
]);
const HUGE_PAGES = /^(requests\.)?hugepages-/;

/** Whether a quota may name it without a domain in front. */
export function isQuotaResource(name: string): boolean {
  return QUOTA.has(name) || HUGE_PAGES.test(name);
}

/** Names what can't be the name of a resource. */
export function validateResourceName(name: string, path: string, errors: FieldError[]): void {
  const messages = checkQualifiedName(name);
  for (const message of messages) errors.push(invalidValue(path, name, message));
  if (messages.length > 0 || name.includes('/') || name === 'storage' || isQuotaResource(name)) return;
  errors.push(invalidValue(path, name, 'must be a standard resource type or fully qualified'));
}

/** The same of what containers may ask for. */
export function validateContainerResourceName(name: string, path: string, errors: FieldError[]): void {
  validateResourceName(name, path, errors);
  const foreign = name.includes('/') ? !isExtended(name) && !isNativeResource(name) : !isContainerResource(name);
  if (!foreign) return;
  const detail = name.includes('/')
    ? "doesn't follow extended resource name standard"
    : 'must be a standard resource for containers';
  errors.push(invalidValue(path, name, detail));
}

/** The same of what quotas may limit. */
export function validateQuotaResourceName(name: string, path: string, errors: FieldError[]): void {
  validateResourceName(name, path, errors);
  if (name.includes('/') || isQuotaResource(name)) return;
  errors.push(invalidValue(path, name, 'must be a standard resource for quota'));
}

/** Names an amount below zero, or a fraction of what comes whole. */
export function validateAmount(name: string, amount: string, path: string, errors: FieldError[]): void {
  const milli = milliValue(amount);
  if (milli < 0) errors.push(invalidValue(path, amount, 'must be greater than or equal to 0'));
  if (isWholeResource(name) && milli % 1000 !== 0) errors.push(invalidValue(path, amount, 'must be an integer'));
}

/** Whether there are no fractions of it. */
export function isWholeResource(name: string): boolean {
  return COUNTED.includes(name) || isExtended(name);
}

/** Whether more of it may be promised than there is. */
export function mayOvercommit(name: string): boolean {
  return isNativeResource(name) && !name.startsWith('hugepages-');
}

function isContainerResource(name: string): boolean {
  return COMPUTE.includes(name) || name.startsWith('hugepages-');
}

/** Devices and the like, counted by device plugins: `example.com/gpu`. */
function isExtended(name: string): boolean {
  if (isNativeResource(name) || name.startsWith('requests.')) return false;
  return checkQualifiedName(`requests.${name}`).length === 0;
}
