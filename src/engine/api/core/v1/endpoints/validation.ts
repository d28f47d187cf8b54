/** Rules for Endpoints (pkg/apis/core/validation ValidateEndpoints, ValidateEndpointsUpdate). */
import {
  checkDnsLabel,
  checkDnsSubdomain,
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../meta/index.ts';
import { validateIp, validateNonSpecialIp, validatePortNumber } from '../../../address-validation.ts';
import type { EndpointAddress, EndpointPort, Endpoints } from '../../../generated/types.ts';

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

/** Checks Endpoints; with `old` also that no address moved to another node. */
export function validateEndpoints(endpoints: Endpoints, old?: Endpoints): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (old !== undefined && old.subsets === endpoints.subsets) return errors;
  const nodes = nodesByIp(old);
  for (const [index, { addresses = [], notReadyAddresses = [], ports = [] }] of (endpoints.subsets ?? []).entries()) {
    const path = `subsets[${index}]`;
    if (addresses.length + notReadyAddresses.length === 0) {
      errors.push(required(path, 'must specify `addresses` or `notReadyAddresses`'));
    }
    for (const [list, all] of Object.entries({ addresses, notReadyAddresses })) {
      for (const [at, address] of all.entries()) addressErrors(address, `${path}.${list}[${at}]`, nodes, errors);
    }
    for (const [at, port] of ports.entries()) portErrors(port, ports.length > 1, `${path}.ports[${at}]`, errors);
  }
  return errors;
}

function nodesByIp(endpoints: Endpoints | undefined): ReadonlyMap<string, string> {
  const nodes = new Map<string, string>();
  for (const { addresses = [], notReadyAddresses = [] } of endpoints?.subsets ?? []) {
    for (const { ip, nodeName } of [...addresses, ...notReadyAddresses]) {
      if (nodeName !== undefined) nodes.set(ip, nodeName);
    }
  }
  return nodes;
}

function addressErrors(
  { ip = '', hostname = '', nodeName }: EndpointAddress,
  path: string,
  nodes: ReadonlyMap<string, string>,
  errors: FieldError[],
): void {
  const before = errors.length;
  validateIp(ip, `${path}.ip`, errors);
  if (hostname !== '') {
    for (const message of checkDnsLabel(hostname)) errors.push(invalidValue(`${path}.hostname`, hostname, message));
  }
  if (nodeName !== undefined) {
    for (const message of checkDnsSubdomain(nodeName)) errors.push(invalidValue(`${path}.nodeName`, nodeName, message));
    const known = nodes.get(ip);
    if (known !== undefined && known !== nodeName) {
      errors.push(forbiddenField(`${path}.nodeName`, `Cannot change NodeName for ${ip} to ${nodeName}`));
    }
  }
  if (errors.length === before) validateNonSpecialIp(ip, `${path}.ip`, errors);
}

function portErrors(port: EndpointPort, named: boolean, path: string, errors: FieldError[]): void {
  const { name = '', protocol = '' } = port;
  if (name === '') {
    if (named) errors.push(required(`${path}.name`));
  } else for (const message of checkDnsLabel(name)) errors.push(invalidValue(`${path}.name`, name, message));
  validatePortNumber(port.port ?? 0, `${path}.port`, errors);
  if (protocol === '') errors.push(required(`${path}.protocol`));
  else if (!PROTOCOLS.includes(protocol)) errors.push(notSupported(`${path}.protocol`, protocol, PROTOCOLS));
}
