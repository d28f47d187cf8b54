/** Rules for the status of Pods (ValidatePodStatusUpdate). */
import { validateIp } from '../../../api/address-validation.ts';
import type { Container, ContainerStatus, Pod, PodCondition, PodSpec, PodStatus } from '../../../api/index.ts';
import { immutable } from '../../../api/number-validation.ts';
import { checkDnsSubdomain, checkQualifiedName, duplicate, type FieldError, forbiddenField, invalidValue, parseIp } from '../../../meta/index.ts';
import { checkId, checkOneOf, checkText } from '../checks.ts';

export function checkPodStatus({ spec, status }: Pod, old: Pod, errors: FieldError[]): void {
  if (status.conditions !== undefined) checkConditions(status.conditions, errors);
  const { nominatedNodeName = '' } = status;
  if (nominatedNodeName !== '' && nominatedNodeName !== old.status.nominatedNodeName) {
    checkText(checkDnsSubdomain, nominatedNodeName, 'status.nominatedNodeName', errors);
  }
  checkNotNegative(status.observedGeneration, 'status.observedGeneration', errors);
  // Who leaves it out, leaves it as it is.
  if (status.qosClass) errors.push(...immutable(status.qosClass, old.status.qosClass, 'status.qosClass'));
  checkTransitions(status, old, errors);
  if (status.resourceClaimStatuses !== undefined) checkClaimStatuses(status, spec, errors);
  checkAddresses(status, old.status, errors);
  checkStatuses(status, 'containerStatuses', spec.containers, spec, errors);
  checkStatuses(status, 'initContainerStatuses', spec.initContainers ?? [], spec, errors);
  checkStatuses(status, 'ephemeralContainerStatuses', undefined, spec, errors);
}

type StatusList = 'containerStatuses' | 'initContainerStatuses' | 'ephemeralContainerStatuses';

function checkStatuses(status: PodStatus, list: StatusList, members: readonly Container[] | undefined, { os }: PodSpec, errors: FieldError[]): void {
  let byName: ReadonlyMap<string, Container> | undefined;
  for (const [index, each] of (status[list] ?? []).entries()) {
    // What almost none has: every kubelet's every write is looked at.
    if (each.user === undefined && each.allocatedResourcesStatus === undefined) continue;
    byName ??= members && new Map(members.toReversed().map((container) => [container.name, container]));
    checkContainerStatus(each, byName, os?.name, `status.${list}[${index}]`, errors);
  }
}

function checkNotNegative(value: number | undefined, path: string, errors: FieldError[]): void {
  if (value !== undefined && value < 0) errors.push(invalidValue(path, value, 'must be a non-negative integer'));
}

/** Upstream's systemConditions, and others of kubelets: their names are right. */
const knownConditions = ['PodScheduled', 'Ready', 'Initialized', 'ContainersReady', 'PodReadyToStartContainers'];

function checkConditions(conditions: readonly PodCondition[], errors: FieldError[]): void {
  for (const [index, { type = '', observedGeneration }] of conditions.entries()) {
    if (observedGeneration !== undefined) checkNotNegative(observedGeneration, `status.conditions[${index}].observedGeneration`, errors);
    if (!knownConditions.includes(type)) checkText(checkQualifiedName, type, `status.conditions[${index}].Type`, errors);
  }
}

type ListAndPolicy = readonly [list: StatusList, policy: string];
const ephemeralLists: readonly ListAndPolicy[] = [['ephemeralContainerStatuses', 'Never']];

/** The lists in which something may have ended for good. */
function listsFor(policy: string): readonly ListAndPolicy[] {
  return policy === 'Always' ? ephemeralLists : [['containerStatuses', policy], ['initContainerStatuses', policy], ...ephemeralLists];
}

/** What has ended stays ended, unless the Pod starts it again. */
function checkTransitions(status: PodStatus, { spec, status: before }: Pod, errors: FieldError[]): void {
  const { restartPolicy = 'Always' } = spec;
  const sidecars = new Set((spec.initContainers ?? []).filter((each) => each.restartPolicy === 'Always').map(({ name }) => name));
  for (const [field, policy] of listsFor(restartPolicy)) {
    const going = new Set((status[field] ?? []).filter(({ state }) => state?.terminated === undefined).map(({ name }) => name));
    for (const [index, { name, state }] of (before[field] ?? []).entries()) {
      const { terminated } = state ?? {};
      if (terminated === undefined || ((terminated.exitCode ?? 0) !== 0 && policy === 'OnFailure')) continue;
      if (field === 'initContainerStatuses' && sidecars.has(name)) continue;
      if (!going.has(name)) continue;
      errors.push(forbiddenField(`status.${field}[${index}].state`, 'may not be transitioned to non-terminated state'));
    }
  }
}

function checkClaimStatuses({ resourceClaimStatuses = [] }: PodStatus, { resourceClaims = [] }: Pod['spec'], errors: FieldError[]): void {
  const claims = new Set(resourceClaims.map(({ name }) => name));
  const seen = new Set<string>();
  for (const [index, { name = '', resourceClaimName }] of resourceClaimStatuses.entries()) {
    const at = `status.resourceClaimStatuses[${index}].name`;
    if (!claims.has(name)) {
      errors.push(invalidValue(at, name, 'must match the name of an entry in `spec.resourceClaims`'));
    }
    if (seen.has(name)) errors.push(duplicate(at, name));
    seen.add(name);
    if (resourceClaimName !== undefined) checkText(checkDnsSubdomain, resourceClaimName, at, errors);
  }
}

function checkAddresses(status: PodStatus, old: PodStatus, errors: FieldError[]): void {
  const { hostIP = '', hostIPs = [], podIPs = [] } = status;
  if (podIPs !== old.podIPs) checkIps(podIPs, old.podIPs ?? [], 'core.PodIP', 'status.podIPs', errors);
  const [first] = hostIPs;
  if (first === undefined) return;
  if (hostIP !== (first.ip ?? '')) errors.push(invalidValue('status.hostIPs[0].ip', first.ip ?? '', 'must be equal to `hostIP`'));
  checkIps(hostIPs, old.hostIPs ?? [], 'core.HostIP', 'status.hostIPs', errors);
}

/** One of each family at most. Those that were there already may stay as they are. */
function checkIps(ips: readonly { readonly ip?: string }[], old: readonly { readonly ip?: string }[], type: string, path: string, errors: FieldError[]): void {
  const before = new Set(old.map(({ ip }) => ip));
  for (const [index, { ip = '' }] of ips.entries()) {
    if (!before.has(ip)) validateIp(ip, `${path}[${index}]`, errors);
  }
  if (ips.length < 2) return;
  const families = new Set(ips.map(({ ip = '' }) => parseIp(ip)?.family));
  if (ips.length === 2 && families.has('IPv4') && families.has('IPv6')) return;
  const shown = `[]${type}{${ips.map(({ ip = '' }) => `${type}{IP:${JSON.stringify(ip)}}`).join(', ')}}`;
  errors.push({ ...invalidValue(path, null, 'may specify no more than one IP for each IP family'), shown });
}

/** `containers` are those that it may tell of; undefined: of ephemeral containers no resources are told. */
function checkContainerStatus(
  { name, user, allocatedResourcesStatus }: ContainerStatus,
  containers: ReadonlyMap<string, Container> | undefined,
  os: string | undefined,
  path: string,
  errors: FieldError[],
): void {
  const linux = user?.linux;
  if (linux !== undefined && os === 'windows') errors.push(forbiddenField(`${path}.user.linux`, 'cannot be set for a windows pod'));
  else if (linux !== undefined) {
    checkId(linux.uid, `${path}.user.linux.uid`, errors);
    checkId(linux.gid, `${path}.user.linux.gid`, errors);
    for (const [index, group] of (linux.supplementalGroups ?? []).entries()) {
      checkId(group, `${path}.user.linux.supplementalGroups[${index}]`, errors);
    }
  }
  if (allocatedResourcesStatus === undefined) return;
  const at = `${path}.allocatedResourcesStatus`;
  if (containers === undefined) errors.push(forbiddenField(at, 'must not be specified in container status'));
  else checkAllocated(allocatedResourcesStatus, containers.get(name), at, errors);
}

const healths = ['Healthy', 'Unhealthy', 'Unknown'];

function checkAllocated(
  allocated: NonNullable<ContainerStatus['allocatedResourcesStatus']>,
  container: Container | undefined,
  path: string,
  errors: FieldError[],
): void {
  const claims = new Set(container?.resources?.claims?.map(({ name, request }) => `claim:${name}${request ? `/${request}` : ''}`));
  for (const [index, { name = '', resources = [] }] of allocated.entries()) {
    const at = `${path}[${index}]`;
    const isAllocatable = name.startsWith('claim:') ? claims.has(name) : container?.resources?.requests?.[name] !== undefined;
    if (container !== undefined && !isAllocatable) {
      const detail = name.startsWith('claim:')
        ? "must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty"
        : "must match one of the container's resource requests";
      errors.push(invalidValue(`${at}.name`, name, detail));
    }
    const seen = new Set<string>();
    for (const [place, { health = '', resourceID = '' }] of resources.entries()) {
      checkOneOf(health, healths, `${at}.resources[${place}].health`, errors);
      if (seen.has(resourceID)) errors.push(duplicate(`${at}.resources[${place}].resourceID`, resourceID));
      seen.add(resourceID);
    }
  }
}
