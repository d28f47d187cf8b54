/** Rules for security contexts (ValidateSecurityContext, validatePodSpecSecurityContext). */
import type { AppArmorProfile, PodSpec, SeccompProfile, SecurityContext, Sysctl } from '../../../api/index.ts';
import { duplicate, type FieldError, forbiddenField, invalidValue, notSupported, required } from '../../../meta/index.ts';
import { checkDescendingPath, checkId, checkOneOf } from '../checks.ts';
import { checkWindowsOptions } from './windows.ts';

/** Of a container; `hostUsers`: the Pod shares the users of its node. */
export function checkSecurityContext(context: SecurityContext, hostUsers: boolean, path: string, errors: FieldError[]): void {
  const { procMount, allowPrivilegeEscalation, privileged, capabilities } = context;
  checkId(context.runAsUser, `${path}.runAsUser`, errors);
  checkId(context.runAsGroup, `${path}.runAsGroup`, errors);
  checkOneOf(procMount, ['Default', 'Unmasked'], `${path}.procMount`, errors);
  if (hostUsers && procMount === 'Unmasked') {
    errors.push(invalidValue(`${path}.procMount`, procMount, '`hostUsers` must be false to use `Unmasked`'));
  }
  checkSeccomp(context.seccompProfile, `${path}.seccompProfile`, errors);
  if (allowPrivilegeEscalation === false) {
    const shown = { ...context };
    if (privileged === true) errors.push(invalidValue(path, shown, 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true'));
    for (const capability of capabilities?.add ?? []) {
      if (capability !== 'CAP_SYS_ADMIN') continue;
      errors.push(invalidValue(path, shown, 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN'));
    }
  }
  if (context.windowsOptions !== undefined) checkWindowsOptions(context.windowsOptions, `${path}.windowsOptions`, errors);
  checkAppArmor(context.appArmorProfile, `${path}.appArmorProfile`, errors);
}

/** Of a Pod; `path` is the spec's. */
export function checkPodSecurityContext(spec: PodSpec, path: string, errors: FieldError[]): void {
  const { securityContext: context = {}, shareProcessNamespace, hostPID } = spec;
  const at = `${path}.securityContext`;
  checkId(context.fsGroup, `${at}.fsGroup`, errors);
  checkId(context.runAsUser, `${at}.runAsUser`, errors);
  checkId(context.runAsGroup, `${at}.runAsGroup`, errors);
  for (const [index, group] of (context.supplementalGroups ?? []).entries()) checkId(group, `${at}.supplementalGroups[${index}]`, errors);
  if (shareProcessNamespace === true && hostPID === true) {
    errors.push(invalidValue(`${at}.shareProcessNamespace`, true, 'ShareProcessNamespace and HostPID cannot both be enabled'));
  }
  if (context.sysctls !== undefined) checkSysctls(context.sysctls, spec, `${at}.sysctls`, errors);
  checkOneOf(context.fsGroupChangePolicy, ['Always', 'OnRootMismatch'], `${at}.fsGroupChangePolicy`, errors);
  checkSeccomp(context.seccompProfile, `${at}.seccompProfile`, errors);
  if (context.windowsOptions !== undefined) checkWindowsOptions(context.windowsOptions, `${at}.windowsOptions`, errors);
  checkAppArmor(context.appArmorProfile, `${at}.appArmorProfile`, errors);
  checkOneOf(context.supplementalGroupsPolicy, ['Merge', 'Strict'], `${at}.supplementalGroupsPolicy`, errors);
  checkOneOf(context.seLinuxChangePolicy, ['MountOption', 'Recursive'], `${at}.seLinuxChangePolicy`, errors);
}

const profileTypes = ['Localhost', 'RuntimeDefault', 'Unconfined'];

/** `what`: as upstream names it. */
function checkProfileType(type: string, what: string, path: string, errors: FieldError[]): void {
  if (type === '') errors.push(required(`${path}.type`, `type is required when ${what} is set`));
  else if (!profileTypes.includes(type)) errors.push(notSupported(`${path}.type`, type, profileTypes));
}

function checkSeccomp(profile: SeccompProfile | undefined, path: string, errors: FieldError[]): void {
  if (profile === undefined) return;
  const { type = '', localhostProfile } = profile;
  checkProfileType(type, 'seccompProfile', path, errors);
  const at = `${path}.localhostProfile`;
  if (type === 'Localhost') {
    if (localhostProfile === undefined) errors.push(required(at, 'must be set when seccomp type is Localhost'));
    else checkDescendingPath(localhostProfile, at, errors);
  } else if (localhostProfile !== undefined) {
    errors.push(invalidValue(at, { type, localhostProfile }, 'can only be set when seccomp type is Localhost'));
  }
}

const longestProfile = 4095;

function checkAppArmor(profile: AppArmorProfile | undefined, path: string, errors: FieldError[]): void {
  if (profile === undefined) return;
  const { type = '', localhostProfile } = profile;
  checkProfileType(type, 'appArmorProfile', path, errors);
  const at = `${path}.localhostProfile`;
  if (type !== 'Localhost') {
    const isKnown = type === 'RuntimeDefault' || type === 'Unconfined';
    if (isKnown && localhostProfile !== undefined) errors.push(invalidValue(at, localhostProfile, 'can only be set when AppArmor type is Localhost'));
    return;
  }
  if (localhostProfile === undefined || localhostProfile === '') errors.push(required(at, 'must be set when AppArmor type is Localhost'));
  else if (localhostProfile !== localhostProfile.trim()) errors.push(invalidValue(at, localhostProfile, 'must not be padded with whitespace'));
  if ((localhostProfile ?? '').length > longestProfile) {
    errors.push({ type: 'TooLong', field: at, detail: `may not be more than ${longestProfile} bytes` });
  }
}

const longestSysctl = 253;
const sysctlPattern = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';
const sysctlForm = new RegExp(sysctlPattern);

function checkSysctls(sysctls: readonly Sysctl[], { hostNetwork, hostIPC }: PodSpec, path: string, errors: FieldError[]): void {
  const seen = new Set<string>();
  for (const [index, { name = '' }] of sysctls.entries()) {
    const at = `${path}[${index}].name`;
    if (name === '') errors.push(required(at));
    else if (name.length > longestSysctl || !sysctlForm.test(name)) {
      errors.push(invalidValue(at, name, `must have at most ${longestSysctl} characters and match regex ${sysctlPattern}`));
    } else if (seen.has(name)) errors.push(duplicate(at, name));
    seen.add(name);
    // Slashes stand for dots where the first separator is one.
    const dotted = /^[^.]*\//.test(name) ? name.replaceAll('/', '.') : name;
    if (hostNetwork === true && dotted.startsWith('net.')) errors.push(invalidValue(at, name, "may not be specified when 'hostNetwork' is true"));
    else if (hostIPC === true && isOfIpc(dotted)) errors.push(invalidValue(at, name, "may not be specified when 'hostIPC' is true"));
  }
}

const ofIpc: ReadonlySet<string> = new Set(['sem', 'shm', 'shmall', 'shmmax', 'shmmni', 'shm_rmid_forced', 'msg', 'msgmax', 'msgmnb', 'msgmni']);

const isOfIpc = (name: string): boolean => name.startsWith('fs.mqueue.') || (name.startsWith('kernel.') && ofIpc.has(name.slice('kernel.'.length)));

/** What can't be shared with a node whose users the Pod doesn't share. */
export function checkHostUsers({ hostUsers, hostNetwork, hostPID, hostIPC }: PodSpec, path: string, errors: FieldError[]): void {
  if (hostUsers !== false) return;
  const detail = 'when `pod.Spec.HostUsers` is false';
  if (hostNetwork === true) errors.push(forbiddenField(`${path}.hostNetwork`, detail));
  if (hostPID === true) errors.push(forbiddenField(`${path}.HostPID`, detail));
  if (hostIPC === true) errors.push(forbiddenField(`${path}.HostIPC`, detail));
}
