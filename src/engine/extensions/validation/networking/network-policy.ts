/** Checks of a NetworkPolicy (pkg/apis/networking/validation). */
import {
  type FieldError,
  forbiddenField,
  inRange,
  invalidValue,
  notSupported,
  parseCidr,
  required,
  shownList,
} from '../../../meta/index.ts';
import { validatePortName, validatePortNumber } from '../../../api/address-validation.ts';
import type { IPBlock, NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from '../../../api/generated/types.ts';
import { validateSelector } from '../../../api/selector-validation.ts';

const PROTOCOLS = ['TCP', 'UDP', 'SCTP'];
const TYPES = ['Ingress', 'Egress'];

/** Checks the spec. */
export function validateNetworkPolicy({ spec }: NetworkPolicy, old?: NetworkPolicy): readonly FieldError[] {
  if (old?.spec === spec) return [];
  const { podSelector, ingress = [], egress = [], policyTypes = [] } = spec;
  const errors: FieldError[] = [];
  validateSelector(podSelector, 'spec.podSelector', errors);
  for (const [index, { ports, from }] of ingress.entries()) {
    const path = `spec.ingress[${index}]`;
    validateRule(ports, from, path, `${path}.from`, errors);
  }
  for (const [index, { ports, to }] of egress.entries()) {
    const path = `spec.egress[${index}]`;
    validateRule(ports, to, path, `${path}.to`, errors);
  }
  if (policyTypes.length > TYPES.length) {
    const shown = shownList(policyTypes, 'networking.PolicyType');
    errors.push({ ...invalidValue('spec.policyTypes', null, 'may not specify more than two policyTypes'), shown });
    return errors;
  }
  for (const [index, type] of policyTypes.entries()) {
    if (!TYPES.includes(type)) errors.push(notSupported(`spec.policyTypes[${index}]`, type, TYPES));
  }
  return errors;
}

function validateRule(
  ports: readonly NetworkPolicyPort[] = [],
  peers: readonly NetworkPolicyPeer[] = [],
  path: string,
  peersPath: string,
  errors: FieldError[],
): void {
  for (const [index, port] of ports.entries()) validatePort(port, `${path}.ports[${index}]`, errors);
  for (const [index, peer] of peers.entries()) validatePeer(peer, `${peersPath}[${index}]`, errors);
}

function validatePort({ protocol, port, endPort }: NetworkPolicyPort, path: string, errors: FieldError[]): void {
  if (protocol !== undefined && !PROTOCOLS.includes(protocol)) {
    errors.push(notSupported(`${path}.protocol`, protocol, PROTOCOLS));
  }
  const refuseEnd = (why: string): void => {
    if (endPort !== undefined)
      errors.push(invalidValue(`${path}.endPort`, endPort, `may not be specified when ${why}`));
  };
  if (port === undefined) return refuseEnd('`port` is not specified');
  if (typeof port === 'string') {
    refuseEnd('`port` is non-numeric');
    return validatePortName(port, `${path}.port`, errors);
  }
  validatePortNumber(port, `${path}.port`, errors);
  if (endPort === undefined) return;
  // Upstream names the port here, not the end.
  if (endPort < port) errors.push(invalidValue(`${path}.endPort`, port, 'must be greater than or equal to `port`'));
  validatePortNumber(endPort, `${path}.endPort`, errors);
}

function validatePeer(
  { podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer,
  path: string,
  errors: FieldError[],
): void {
  validateSelector(podSelector, `${path}.podSelector`, errors);
  validateSelector(namespaceSelector, `${path}.namespaceSelector`, errors);
  if (ipBlock !== undefined) validateBlock(ipBlock, `${path}.ipBlock`, errors);
  const peers = [podSelector, namespaceSelector, ipBlock].filter((each) => each !== undefined);
  if (peers.length === 0) errors.push(required(path, 'must specify a peer'));
  else if (peers.length > 1 && ipBlock !== undefined) {
    errors.push(forbiddenField(path, 'may not specify both ipBlock and another peer'));
  }
}

function validateBlock({ cidr = '', except = [] }: IPBlock, path: string, errors: FieldError[]): void {
  if (cidr === '') {
    errors.push(required(`${path}.cidr`));
    return;
  }
  const whole = parseCidr(cidr);
  const rule = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
  if (whole === undefined) {
    errors.push(invalidValue(`${path}.cidr`, cidr, rule));
    return;
  }
  for (const [index, text] of except.entries()) {
    const at = `${path}.except[${index}]`;
    const part = parseCidr(text);
    if (part === undefined) {
      errors.push(invalidValue(at, text, rule));
      continue;
    }
    if (inRange(whole, part.first) && part.bits > whole.bits) continue;
    errors.push(invalidValue(at, text, 'must be a strict subset of `cidr`'));
  }
}
