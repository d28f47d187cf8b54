/** The families of a Service's addresses, where the cluster has only IPv4 (service/storage/alloc.go, initIPFamilyFields). */
import { clusterIpErrors, isHeadless, type ServiceSpec } from '../../api/index.ts';
import { deepEqual, type FieldError, invalidValue, parseIp, shownList } from '../../meta/index.ts';

const FAMILY = 'IPv4';
const POLICY = 'spec.ipFamilyPolicy';

export type Families = { readonly spec: ServiceSpec } | { readonly errors: readonly FieldError[] };

/** The spec with its policy and families, or what is wrong with them. Without `old` for a new Service. */
export function withFamilies(given: ServiceSpec, old: ServiceSpec | undefined): Families {
  if (given.type === 'ExternalName' || keepsPreference(given, old)) return { spec: given };
  const selectorless = isHeadless(given) && Object.keys(given.selector ?? {}).length === 0;
  const policy = given.ipFamilyPolicy ?? old?.ipFamilyPolicy ?? (selectorless ? 'RequireDualStack' : 'SingleStack');
  let spec: ServiceSpec = { ...given, ipFamilyPolicy: policy };
  const errors: FieldError[] = [];
  clusterIpErrors(spec, errors);
  if (errors.length > 0) return { errors };
  if (old !== undefined) spec = released(spec, old, errors);
  singleStackErrors(spec, errors);
  spec = inferred(spec, errors);
  if (errors.length > 0) return { errors };
  const families = spec.ipFamilies ?? [];
  if (selectorless) {
    const first = families.length === 0 ? [FAMILY] : families;
    const other = first[0] === 'IPv4' ? 'IPv6' : 'IPv4';
    return { spec: { ...spec, ipFamilies: first.length < 2 && policy !== 'SingleStack' ? [...first, other] : first } };
  }
  if (policy === 'RequireDualStack') {
    errors.push(invalidValue(POLICY, policy, 'this cluster is not configured for dual-stack services'));
  }
  for (const [index, family] of families.entries()) {
    if (family !== FAMILY) {
      errors.push(invalidValue(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster'));
    }
  }
  return errors.length > 0 ? { errors } : { spec: families.length === 0 ? { ...spec, ipFamilies: [FAMILY] } : spec };
}

/** Who prefers two families and changed nothing about them keeps what there is. */
function keepsPreference(spec: ServiceSpec, old: ServiceSpec | undefined): boolean {
  if (old?.ipFamilyPolicy !== 'PreferDualStack' || spec.ipFamilyPolicy !== 'PreferDualStack') return false;
  return (
    deepEqual(spec.clusterIPs ?? [], old.clusterIPs ?? []) && deepEqual(spec.ipFamilies ?? [], old.ipFamilies ?? [])
  );
}

/** Going back to one family drops the second address and family, but only on demand. */
function released(spec: ServiceSpec, old: ServiceSpec, errors: FieldError[]): ServiceSpec {
  const { clusterIPs = [], ipFamilies = [], ipFamilyPolicy = '' } = spec;
  const [oldIps, oldFamilies] = [old.clusterIPs ?? [], old.ipFamilies ?? []];
  if (ipFamilyPolicy === 'SingleStack') {
    const one = deepEqual(clusterIPs, oldIps) && clusterIPs.length > 1;
    const family = deepEqual(ipFamilies, oldFamilies) && ipFamilies.length > 1;
    return {
      ...spec,
      ...(one && { clusterIPs: clusterIPs.slice(0, 1) }),
      ...(family && { ipFamilies: ipFamilies.slice(0, 1) }),
    };
  }
  if (oldIps.length === 2 && clusterIPs.length === 1) {
    errors.push(invalidValue(POLICY, ipFamilyPolicy, "must be 'SingleStack' to release the secondary cluster IP"));
  }
  if (oldFamilies.length === 2 && ipFamilies.length === 1) {
    errors.push(invalidValue(POLICY, ipFamilyPolicy, "must be 'SingleStack' to release the secondary IP family"));
  }
  return spec;
}

function singleStackErrors(
  { clusterIPs = [], ipFamilies = [], ipFamilyPolicy = '' }: ServiceSpec,
  errors: FieldError[],
): void {
  if (ipFamilyPolicy !== 'SingleStack') return;
  const detail = "must be 'RequireDualStack' or 'PreferDualStack' when multiple";
  if (clusterIPs.length === 2) errors.push(invalidValue(POLICY, ipFamilyPolicy, `${detail} cluster IPs are specified`));
  if (ipFamilies.length === 2) errors.push(invalidValue(POLICY, ipFamilyPolicy, `${detail} IP families are specified`));
}

/** Addresses tell their family where it wasn't named. */
function inferred(spec: ServiceSpec, errors: FieldError[]): ServiceSpec {
  const { clusterIPs = [] } = spec;
  const families = [...(spec.ipFamilies ?? [])];
  for (const [index, ip] of clusterIPs.entries()) {
    if (ip === 'None') break;
    const family = parseIp(ip)?.family ?? FAMILY;
    if (index < families.length) continue;
    if (family === FAMILY) families.push(family);
    else {
      const error = invalidValue(
        `spec.clusterIPs[${index}]`,
        clusterIPs,
        `${family} is not configured on this cluster`,
      );
      errors.push({ ...error, shown: shownList(clusterIPs) });
    }
  }
  return families.length === 0 ? spec : { ...spec, ipFamilies: families };
}
