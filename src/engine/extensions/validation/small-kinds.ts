/** Rules for Services, Ingresses, Namespaces and Endpoints, beyond those of the kinds' definitions. */
import { validateIp } from '../../api/address-validation.ts';
import type { Endpoints, Ingress, Namespace, Service } from '../../api/index.ts';
import { checkDnsSubdomain, checkQualifiedName, type FieldError, invalidValue, parseIp } from '../../meta/index.ts';
import { checkText } from './checks.ts';

const topologyMode = 'service.kubernetes.io/topology-mode';
const topologyHints = 'service.kubernetes.io/topology-aware-hints';

export function checkService({ metadata }: Service, _old: Service | undefined, errors: FieldError[]): void {
  const [mode, hints] = [metadata.annotations?.[topologyMode], metadata.annotations?.[topologyHints]];
  if (mode === undefined || hints === undefined || mode === hints) return;
  const detail = `must match annotations[${topologyHints}] when both are specified`;
  errors.push(invalidValue(`metadata.annotations[${topologyMode}]`, mode, detail));
}

/** What a load balancer says about itself. An address that was there already may stay as it is. */
export function checkIngressStatus({ status }: Ingress, old: Ingress | undefined, errors: FieldError[]): void {
  if (old === undefined || status === old.status) return;
  const before = new Set(old.status.loadBalancer?.ingress?.map(({ ip }) => ip));
  for (const [index, { ip = '', hostname = '' }] of (status.loadBalancer?.ingress ?? []).entries()) {
    const at = `status.loadBalancer.ingress[${index}]`;
    if (ip !== '' && !before.has(ip)) validateIp(ip, `${at}.ip`, errors);
    if (hostname === '') continue;
    checkText(checkDnsSubdomain, hostname, `${at}.hostname`, errors);
    if (parseIp(hostname) !== undefined) errors.push(invalidValue(`${at}.hostname`, hostname, 'must be a DNS name, not an IP address'));
  }
}

export function checkNamespace({ metadata, spec, status }: Namespace, old: Namespace | undefined, errors: FieldError[]): void {
  if (spec !== old?.spec) {
    for (const [index, name] of (spec?.finalizers ?? []).entries()) {
      checkFinalizer(name, `spec.finalizers${old === undefined ? '' : `[${index}]`}`, errors);
    }
  }
  if (old === undefined || status === old.status) return;
  const isDeleted = metadata.deletionTimestamp !== undefined;
  const phase = status.phase ?? '';
  if (phase === (isDeleted ? 'Terminating' : 'Active')) return;
  const detail = isDeleted ? "may only be 'Terminating' if `deletionTimestamp` is not empty" : "may only be 'Active' if `deletionTimestamp` is empty";
  errors.push(invalidValue('status.Phase', phase, detail));
}

/** Upstream asks twice, in two places. */
function checkFinalizer(name: string, path: string, errors: FieldError[]): void {
  checkText(checkQualifiedName, name, path, errors);
  if (name.includes('/') || ['kubernetes', 'orphan', 'foregroundDeletion'].includes(name)) return;
  errors.push(invalidValue(path, name, 'name is neither a standard finalizer name nor is it fully qualified'));
}

export function checkEndpoints({ subsets = [] }: Endpoints, old: Endpoints | undefined, errors: FieldError[]): void {
  if (subsets === old?.subsets) return;
  for (const [index, { ports = [] }] of subsets.entries()) {
    for (const [place, { appProtocol }] of ports.entries()) {
      if (appProtocol !== undefined) checkText(checkQualifiedName, appProtocol, `subsets[${index}].ports[${place}].appProtocol`, errors);
    }
  }
}
