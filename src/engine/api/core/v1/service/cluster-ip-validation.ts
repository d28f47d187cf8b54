/** Rules for a Service's addresses and their families (ValidateServiceClusterIPsRelatedFields and its like). */
import {
  duplicate,
  type FieldError,
  invalidValue,
  notSupported,
  parseIp,
  required,
  shownList,
} from '../../../../meta/index.ts';
import { validateIp } from '../../../address-validation.ts';
import type { ServiceSpec } from '../../../generated/types.ts';

const FAMILIES = ['IPv4', 'IPv6'];
const FAMILY_POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
const PATH = 'spec.clusterIPs';
const UNCHANGEABLE = 'may not change once set';

/** Whether it wants no address of its own. */
export function isHeadless({ clusterIPs = [] }: ServiceSpec): boolean {
  return clusterIPs.length === 1 && clusterIPs[0] === 'None';
}

/** The addresses, what they are and how they go together. Errors go to `errors`. */
export function clusterIpErrors(spec: ServiceSpec, errors: FieldError[]): void {
  // An ExternalName service has none of these, which is checked with its type.
  if (spec.type === 'ExternalName') return;
  const { clusterIP = '', clusterIPs = [], ipFamilies = [], ipFamilyPolicy } = spec;
  const wrong = (detail: string): void => {
    errors.push(wrongList(PATH, clusterIPs, detail));
  };
  if (clusterIP === '') {
    if (clusterIPs.length > 0) wrong('must be empty when `clusterIP` is not specified');
  } else if (clusterIPs.length === 0) errors.push(required(PATH));
  else if (clusterIPs[0] !== clusterIP) wrong('first value must match `clusterIP`');
  familyErrors(ipFamilies, errors);
  if (ipFamilyPolicy !== undefined && !FAMILY_POLICIES.includes(ipFamilyPolicy)) {
    errors.push(notSupported('spec.ipFamilyPolicy', ipFamilyPolicy, FAMILY_POLICIES));
  }
  let readable = true;
  for (const [index, ip] of clusterIPs.entries()) {
    if (index === 0 && ip === 'None') {
      if (clusterIPs.length === 1) continue;
      readable = false;
      wrong("'None' must be the first and only value");
    } else if (!validateIp(ip, `${PATH}[${index}]`, errors)) readable = false;
  }
  if (clusterIPs.length > 2) wrong('may only hold up to 2 values');
  if (!readable) return;
  const kinds = clusterIPs.map((ip) => parseIp(ip)?.family);
  if (clusterIPs.length > 1 && new Set(kinds).size < 2) wrong('may specify no more than one IP for each IP family');
  if (isHeadless(spec)) return;
  for (const [index, family] of ipFamilies.slice(0, clusterIPs.length).entries()) {
    if (kinds[index] === family || !FAMILIES.includes(family)) continue;
    const detail = `expected an ${family} value as indicated by \`ipFamilies[${index}]\``;
    errors.push(invalidValue(`${PATH}[${index}]`, clusterIPs[index] ?? '', detail));
  }
}

function familyErrors(families: readonly string[], errors: FieldError[]): void {
  const seen = new Set<string>();
  for (const [index, family] of families.entries()) {
    const path = `spec.ipFamilies[${index}]`;
    if (!FAMILIES.includes(family)) errors.push(notSupported(path, family, FAMILIES));
    if (seen.has(family)) errors.push(duplicate(path, family));
    seen.add(family);
  }
}

/** The first address and family stay as long as the service has any; a second one may come, and go when the policy says so. */
export function clusterIpUpdateErrors(spec: ServiceSpec, old: ServiceSpec, errors: FieldError[]): void {
  if (spec.type === 'ExternalName' || old.type === 'ExternalName') return;
  const { ipFamilyPolicy } = spec;
  const [now, before] = [isHeadless(spec), isHeadless(old)];
  if (!now || !before) {
    const change = { path: PATH, one: 'clusterIP', type: 'string', ipFamilyPolicy };
    listUpdateErrors(spec.clusterIPs ?? [], old.clusterIPs ?? [], change, errors);
  }
  // Who has no address may have other families.
  if (now || before) return;
  const change = { path: 'spec.ipFamilies', one: 'ipFamily', type: 'core.IPFamily', ipFamilyPolicy };
  listUpdateErrors(spec.ipFamilies ?? [], old.ipFamilies ?? [], change, errors);
}

interface ListChange {
  readonly path: string;
  /** What one element is called. */
  readonly one: string;
  /** Its type in Go. */
  readonly type: string;
  readonly ipFamilyPolicy: string | undefined;
}

function listUpdateErrors(
  now: readonly string[],
  before: readonly string[],
  { path, one, type, ipFamilyPolicy }: ListChange,
  errors: FieldError[],
): void {
  const wrong = (index: number, detail: string): void => {
    errors.push(wrongList(`${path}[${index}]`, now, detail, type));
  };
  if (now.length === before.length) {
    for (const [index, each] of before.entries()) if (each !== now[index]) wrong(index, UNCHANGEABLE);
    return;
  }
  if (now.length === 0) wrong(0, `primary ${one} can not be unset`);
  else if (before.length > 0 && now[0] !== before[0]) wrong(0, UNCHANGEABLE);
  if (now.length === 1 && before.length > 1 && ipFamilyPolicy !== 'SingleStack') {
    const detail = `must be set to 'SingleStack' when releasing the secondary ${one}`;
    errors.push(invalidValue('spec.ipFamilyPolicy', ipFamilyPolicy ?? null, detail));
  }
}

function wrongList(path: string, values: readonly string[], detail: string, type = 'string'): FieldError {
  return { ...invalidValue(path, values, detail), shown: shownList(values, type) };
}
