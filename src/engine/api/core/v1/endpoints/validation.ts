/** Rules for Endpoints (pkg/apis/core/validation ValidateEndpoints, ValidateEndpointsUpdate). */
import {
  checkDnsLabel,
  checkDnsSubdomain,
  type FieldError,
  invalidValue,
  notSupported,
  required,
} from '../../../../meta/index.ts';
import { validateIp, validateNonSpecialIp, validatePortNumber } from '../../../address-validation.ts';
import type { EndpointAddress, EndpointPort, Endpoints } from '../../../generated/types.ts';

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

export function validateEndpoints(endpoints: Endpoints, old?: Endpoints): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (old !== undefined && old.subsets === endpoints.subsets) return errors;
  for (const [index, { addresses = [], notReadyAddresses = [], ports = [] }] of (endpoints.subsets ?? []).entries()) {
    const path = `subsets[${index}]`;
    if (addresses.length + notReadyAddresses.length === 0) {
      errors.push(required(path, 'must specify `addresses` or `notReadyAddresses`'));
    }
    for (const [list, all] of Object.entries({ addresses, notReadyAddresses })) {
      for (const [at, address] of all.entries()) addressErrors(address, `${path}.${list}[${at}]`, errors);
    }
    for (const [at, port] of ports.entries()) portErrors(port, ports.length > 1, `${path}.ports[${at}]`, errors);
  }
  return errors;
}

function addressErrors(
  { ip = '', hostname = '', nodeName }: EndpointAddress,
  path: string,
  errors: FieldError[],
): void {
  const isIp = validateIp(ip, `${path}.ip`, errors);
  if (hostname !== '') {
    for (const message of checkDnsLabel(hostname)) errors.push(invalidValue(`${path}.hostname`, hostname, message));
  }
  if (nodeName !== undefined) {
    for (const message of checkDnsSubdomain(nodeName)) errors.push(invalidValue(`${path}.nodeName`, nodeName, message));
  }
  if (isIp) validateNonSpecialIp(ip, `${path}.ip`, errors);
  else errors.push(invalidValue(`${path}.ip`, ip, 'must be a valid IP address'));
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
