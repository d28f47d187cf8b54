/** Rules for a Pod's spec, in a Pod or in a template, beyond those of the Pod's definition (ValidatePodSpec). Right (frozen) specs are remembered. */
import { validateIp } from '../../../api/address-validation.ts';
import type { PodSpec, Toleration } from '../../../api/index.ts';
import { validateAmount, validateContainerResourceName } from '../../../api/core/v1/resource-names.ts';
import { checkDnsLabel, checkDnsSubdomain, checkLabelValue, checkQualifiedName, duplicate, type FieldError, invalidValue, required } from '../../../meta/index.ts';
import { checkRequiredText, checkText } from '../checks.ts';
import { checkAffinity, checkSpread } from './affinity.ts';
import { checkContainers } from './containers.ts';
import { dnsErrors } from './dns.ts';
import { checkHostUsers, checkPodSecurityContext } from './security-context.ts';
import { checkVolumes } from './volumes.ts';
import { checkHostProcess, checkOs } from './windows.ts';

const right = new WeakSet<PodSpec>();

/** `podName` is '' in a template. `path` is `spec`, or `spec.template.spec`. */
export function checkPodSpec(spec: PodSpec, podName: string, path: string, errors: FieldError[]): void {
  if (right.has(spec)) return;
  const before = errors.length;
  if (spec.volumes !== undefined) checkVolumes(spec, podName, path, errors);
  const claims = checkClaims(spec, path, errors);
  checkContainers({ spec, claims }, path, errors);
  if (spec.hostNetwork === true) checkHostPorts(spec, podName, path, errors);
  checkPodSecurityContext(spec, path, errors);
  if (spec.affinity !== undefined) checkAffinity(spec.affinity, `${path}.affinity`, errors);
  errors.push(...dnsErrors(spec, path));
  checkNames(spec, path, errors);
  if (spec.topologySpreadConstraints !== undefined) checkSpread(spec.topologySpreadConstraints, `${path}.topologySpreadConstraints`, errors);
  checkHostProcess(spec, path, errors);
  checkHostUsers(spec, path, errors);
  checkOverhead(spec.overhead, `${path}.overhead`, errors);
  checkOs(spec, path, errors);
  // The names of some claims are made of the Pod's own.
  const isOfThisPodAlone = podName !== '' && spec.volumes?.some(({ ephemeral }) => ephemeral !== undefined) === true;
  if (errors.length === before && !isOfThisPodAlone && Object.isFrozen(spec)) right.add(spec);
}

function checkNames(spec: PodSpec, path: string, errors: FieldError[]): void {
  const { readinessGates = [], tolerations, hostAliases = [], runtimeClassName } = spec;
  for (const [index, { conditionType = '' }] of readinessGates.entries()) {
    checkText(checkQualifiedName, conditionType, `${path}.readinessGates[${index}].conditionType`, errors);
  }
  checkTolerationValues(tolerations, `${path}.tolerations`, errors);
  for (const [index, { ip = '', hostnames = [] }] of hostAliases.entries()) {
    const at = `${path}.hostAliases[${index}]`;
    validateIp(ip, `${at}.ip`, errors);
    for (const [place, name] of hostnames.entries()) checkText(checkDnsSubdomain, name, `${at}.hostnames[${place}]`, errors);
  }
  if (runtimeClassName !== undefined) checkText(checkDnsSubdomain, runtimeClassName, `${path}.runtimeClassName`, errors);
}

/** The values they are compared with. */
export function checkTolerationValues(tolerations: readonly Toleration[] = [], path: string, errors: FieldError[]): void {
  for (const [index, { operator = '', value = '' }] of tolerations.entries()) {
    if (operator !== '' && operator !== 'Equal') continue;
    const messages = checkLabelValue(value);
    if (messages.length > 0) errors.push(invalidValue(`${path}[${index}].operator`, value, messages.join(';')));
  }
}

const noClaims: ReadonlySet<string> = new Set();

/** Devices that the Pod claims, by name. */
function checkClaims({ resourceClaims }: PodSpec, path: string, errors: FieldError[]): ReadonlySet<string> {
  if (resourceClaims === undefined) return noClaims;
  const names = new Set<string>();
  for (const [index, claim] of resourceClaims.entries()) {
    const { name = '', resourceClaimName, resourceClaimTemplateName } = claim;
    const at = `${path}.resourceClaims[${index}]`;
    if (names.has(name)) errors.push(duplicate(`${at}.name`, name));
    else checkRequiredText(checkDnsLabel, name, `${at}.name`, errors);
    if (name !== '') names.add(name);
    if (resourceClaimName !== undefined && resourceClaimTemplateName !== undefined) {
      errors.push(invalidValue(at, { ...claim }, 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified'));
    }
    if (resourceClaimName === undefined && resourceClaimTemplateName === undefined) {
      const shown = `core.PodResourceClaim{Name:${JSON.stringify(name)}, ResourceClaimName:(*string)(nil), ResourceClaimTemplateName:(*string)(nil)}`;
      errors.push({ ...invalidValue(at, null, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'), shown });
    }
    for (const [field, text] of Object.entries({ resourceClaimName, resourceClaimTemplateName })) {
      if (text !== undefined) checkText(checkDnsSubdomain, text, `${at}.${field}`, errors);
    }
  }
  return names;
}

/** On the node's own network a port is the node's, too. A template may leave that to its Pods. */
function checkHostPorts({ containers = [] }: PodSpec, podName: string, path: string, errors: FieldError[]): void {
  for (const [index, { ports = [] }] of containers.entries()) {
    for (const [place, { hostPort = 0, containerPort = 0 }] of ports.entries()) {
      if (hostPort === containerPort || (podName === '' && hostPort === 0)) continue;
      const at = `${path}.containers[${index}].ports[${place}].hostPort`;
      errors.push(invalidValue(at, hostPort, 'must match `containerPort` when `hostNetwork` is true'));
    }
  }
}

/** What a Pod costs beside its containers. */
export function checkOverhead(overhead: PodSpec['overhead'], path: string, errors: FieldError[]): void {
  for (const [name, amount] of Object.entries(overhead ?? {})) {
    const at = `${path}.limits[${name}]`;
    validateContainerResourceName(name, at, errors);
    validateAmount(name, amount, at, errors);
  }
}

/** What only Pods have: in a template spaces around an image may stand for something. */
export function checkImages({ containers = [], initContainers = [], ephemeralContainers = [] }: PodSpec, path: string, errors: FieldError[]): void {
  for (const [list, members] of Object.entries({ containers, initContainers, ephemeralContainers })) {
    for (const [index, { image = '' }] of members.entries()) checkImage(image, `${path}.${list}[${index}].image`, errors);
  }
}

function checkImage(image: string, path: string, errors: FieldError[]): void {
  if (image !== image.trim()) errors.push(invalidValue(path, image, 'must not have leading or trailing whitespace'));
}

/** Upstream looks at images again where they change. */
export function checkNewImages({ containers = [], initContainers = [] }: PodSpec, errors: FieldError[]): void {
  for (const [list, members] of Object.entries({ containers, initContainers })) {
    for (const [index, { image = '' }] of members.entries()) {
      const at = `spec.${list}[${index}].image`;
      if (image === '') errors.push(required(at));
      checkImage(image, at, errors);
    }
  }
}
