/** Rules for Nodes, beyond those of the kind's definition (ValidateNode, ValidateNodeUpdate). */
import type { ConfigMapNodeConfigSource, Node, NodeConfigSource } from '../../api/index.ts';
import { checkConfigMapKey, checkDnsLabel, checkDnsSubdomain, duplicate, type FieldError, forbiddenField, invalidValue, required } from '../../meta/index.ts';
import { checkPositive, checkText } from './checks.ts';

export function checkNode({ spec, status }: Node, old: Node | undefined, errors: FieldError[]): void {
  if (old === undefined) {
    checkPositive(status?.nodeInfo?.swap?.capacity, 'metadata.nodeSwapStatus.capacity', errors);
    return;
  }
  if (status !== old.status) checkStatus(status, errors);
  if (spec === old.spec) return;
  if (spec.configSource !== undefined) checkSource(spec.configSource, 'spec', 'spec.configSource', errors);
  if (spec.externalID !== old.spec.externalID) errors.push(forbiddenField('spec.externalID', 'may not be updated'));
}

function checkStatus({ addresses = [], config }: Node['status'], errors: FieldError[]): void {
  const seen = new Set<string>();
  for (const [index, address] of addresses.entries()) {
    const pair = JSON.stringify([address.type, address.address]);
    const isKnown = seen.has(pair);
    seen.add(pair);
    if (!isKnown) continue;
    const shown = `core.NodeAddress{Type:${JSON.stringify(address.type ?? '')}, Address:${JSON.stringify(address.address ?? '')}}`;
    errors.push({ ...duplicate(`status.addresses[${index}]`, null), shown });
  }
  for (const field of ['assigned', 'active', 'lastKnownGood'] as const) {
    const source = config?.[field];
    if (source !== undefined) checkSource(source, 'status', `status.config.${field}`, errors);
  }
}

/** Where a kubelet took its configuration from, when that was done so. The spec names it, the status says which version. */
function checkSource({ configMap }: NodeConfigSource, of: 'spec' | 'status', path: string, errors: FieldError[]): void {
  if (configMap === undefined) {
    const shown = 'core.NodeConfigSource{ConfigMap:(*core.ConfigMapNodeConfigSource)(nil)}';
    errors.push({ ...invalidValue(path, null, 'exactly one reference subfield must be non-nil'), shown });
    return;
  }
  const at = `${path}.configMap`;
  for (const field of ['uid', 'resourceVersion'] as const) {
    if (of === 'spec' && configMap[field]) errors.push(forbiddenField(`${at}.${field}`, `${field} must not be set in spec`));
    if (of === 'status' && !configMap[field]) errors.push(required(`${at}.${field}`, `${field} must be set in status`));
  }
  checkReference(configMap, at, errors);
}

function checkReference(source: ConfigMapNodeConfigSource, path: string, errors: FieldError[]): void {
  const rules = { namespace: checkDnsLabel, name: checkDnsSubdomain, kubeletConfigKey: checkConfigMapKey };
  for (const [name, rule] of Object.entries(rules)) {
    const field = name as keyof typeof rules;
    const value = source[field];
    if (!value) errors.push(required(`${path}.${field}`, `${field} must be set`));
    else checkText(rule, value, `${path}.${field}`, errors);
  }
}
