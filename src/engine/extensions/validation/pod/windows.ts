/** Rules for Pods of an operating system (validateWindowsSecurityContextOptions, validateLinux, validateWindows, validateWindowsHostProcessPod). */
import type { Container, PodSpec, WindowsSecurityContextOptions } from '../../../api/index.ts';
import { checkDnsSubdomain, type FieldError, forbiddenField, invalidValue, notSupported, required } from '../../../meta/index.ts';
import { checkAbsent, checkText } from '../checks.ts';
import { containersOf } from './containers-of.ts';

const longestCredentialKiB = 64;

export function checkWindowsOptions(options: WindowsSecurityContextOptions, path: string, errors: FieldError[]): void {
  const { gmsaCredentialSpecName, gmsaCredentialSpec, runAsUserName } = options;
  if (gmsaCredentialSpecName !== undefined) checkText(checkDnsSubdomain, gmsaCredentialSpecName, `${path}.gmsaCredentialSpecName`, errors);
  const at = `${path}.gmsaCredentialSpec`;
  if (gmsaCredentialSpec === '') errors.push(invalidValue(at, '', 'gmsaCredentialSpec cannot be an empty string'));
  else if ((gmsaCredentialSpec ?? '').length > longestCredentialKiB * 1024) {
    errors.push(invalidValue(at, gmsaCredentialSpec ?? '', `gmsaCredentialSpec size must be under ${longestCredentialKiB} KiB`));
  }
  if (runAsUserName !== undefined) checkUserName(runAsUserName, `${path}.runAsUserName`, errors);
}

const longestDomain = 256;
const longestUser = 104;
const netBios = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const dnsLabel = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const dnsDomain = new RegExp(`^${dnsLabel}(?:\\.${dnsLabel})*$`);

/** `DOMAIN\user`, or a user alone. */
function checkUserName(name: string, path: string, errors: FieldError[]): void {
  const say = (detail: string): void => {
    errors.push(invalidValue(path, name, `runAsUserName${detail}`));
  };
  const parts = name.split('\\');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const hasControl = /[\x00-\x1f\x7f]/.test(name);
  if (name === '') say(' cannot be an empty string');
  else if (hasControl) say(' cannot contain control characters');
  else if (parts.length > 2) say(' cannot contain more than one backslash');
  if (name === '' || hasControl || parts.length > 2) return;
  const user = parts.at(-1) ?? '';
  const domain = parts.length === 2 ? (parts[0] ?? '') : undefined;
  if ((domain ?? '').length >= longestDomain) say(`'s Domain length must be under ${longestDomain} characters`);
  if (domain !== undefined && !netBios.test(domain) && !dnsDomain.test(domain)) say("'s Domain doesn't match the NetBios nor the DNS format");
  if (user === '') say("'s User cannot be empty");
  else if (user.length > longestUser) say(`'s User length must not be longer than ${longestUser} characters`);
  if (/^[. ]+$/.test(user)) say("'s User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) say('\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]');
}

/** Containers that are processes of a Windows node. */
export function checkHostProcess(spec: PodSpec, path: string, errors: FieldError[]): void {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
  if (ofPod === undefined && ![spec.initContainers, spec.containers, spec.ephemeralContainers].some(isAnyOfWindows)) return;
  let [all, ofHost] = [0, 0];
  for (const [container, at] of containersOf(spec, path)) {
    const own = container.securityContext?.windowsOptions?.hostProcess;
    if (ofPod !== undefined && own !== undefined && ofPod !== own) {
      const detail = `pod hostProcess value must be identical if both are specified, was ${ofPod}`;
      errors.push(invalidValue(`${at}.securityContext.windowsOptions.hostProcess`, own, detail));
    }
    all++;
    if (own ?? ofPod) ofHost++;
  }
  if (ofHost === 0) return;
  if (ofHost !== all) errors.push(invalidValue(path, '', 'If pod contains any hostProcess containers then all containers must be HostProcess containers'));
  if (spec.hostNetwork === true) return;
  errors.push(invalidValue(`${path}.hostNetwork`, false, 'hostNetwork must be true if pod contains any hostProcess containers'));
}

function isAnyOfWindows(containers: readonly Container[] | undefined): boolean {
  return containers?.some(({ securityContext }) => securityContext?.windowsOptions !== undefined) === true;
}

const systems = ['linux', 'windows'];

export function checkOs(spec: PodSpec, path: string, errors: FieldError[]): void {
  const { os } = spec;
  if (os === undefined) return;
  if (!os.name) errors.push(required(`${path}.os.name`, 'cannot be empty'));
  else if (!systems.includes(os.name)) errors.push(notSupported(`${path}.os`, os.name, systems));
  else if (os.name === 'linux') checkLinux(spec, path, errors);
  else checkWindows(spec, path, errors);
}

function checkLinux(spec: PodSpec, path: string, errors: FieldError[]): void {
  const detail = 'windows options cannot be set for a linux pod';
  checkAbsent(spec.securityContext ?? {}, ['windowsOptions'], `${path}.securityContext`, detail, errors);
  for (const [container, at] of containersOf(spec, path)) {
    checkAbsent(container.securityContext ?? {}, ['windowsOptions'], `${at}.securityContext`, detail, errors);
  }
}

const ofLinuxPods = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
] as const;
const ofLinuxContainers = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
] as const;

function checkWindows(spec: PodSpec, path: string, errors: FieldError[]): void {
  const detail = 'cannot be set for a windows pod';
  checkAbsent(spec.securityContext ?? {}, ofLinuxPods, `${path}.securityContext`, detail, errors);
  checkAbsent(spec, ['hostUsers', 'shareProcessNamespace'], path, detail, errors);
  if (spec.hostPID === true) errors.push(forbiddenField(`${path}.hostPID`, detail));
  if (spec.hostIPC === true) errors.push(forbiddenField(`${path}.hostIPC`, detail));
  for (const [container, at] of containersOf(spec, path)) {
    checkAbsent(container.securityContext ?? {}, ofLinuxContainers, `${at}.securityContext`, detail, errors);
  }
}
