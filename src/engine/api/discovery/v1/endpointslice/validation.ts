/** Checks of an EndpointSlice (pkg/apis/discovery/validation). */
import {
  checkDnsLabel,
  checkDnsSubdomain,
  checkLabelValue,
  checkQualifiedName,
  duplicate,
  type FieldError,
  invalidValue,
  notSupported,
  parseIp,
  required,
} from '../../../../meta/index.ts';
import { validateIp, validateNonSpecialIp } from '../../../address-validation.ts';
import type { Endpoint, EndpointHints, EndpointSlice } from '../../../generated/types.ts';
import { validateLabels } from '../../../metadata-validation.ts';
import { immutable } from '../../../number-validation.ts';

const ADDRESS_TYPES = ['FQDN', 'IPv4', 'IPv6'];
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const MOST = { endpoints: 1000, addresses: 100, ports: 20_000, topology: 16, zones: 8 };

const tooMany = (field: string, count: number, most: number): readonly FieldError[] =>
  count <= most ? [] : [{ type: 'TooMany', field, value: count, detail: `must have at most ${most} items` }];

/** Checks all of it; the kind of addresses never changes. */
export function validateEndpointSlice(slice: EndpointSlice, old?: EndpointSlice): readonly FieldError[] {
  const { addressType = '', endpoints = [], ports = [] } = slice;
  const errors: FieldError[] = [];
  if (addressType === '') errors.push(required('addressType'));
  else if (!ADDRESS_TYPES.includes(addressType)) {
    errors.push(notSupported('addressType', addressType, ADDRESS_TYPES));
  }
  const many = tooMany('endpoints', endpoints.length, MOST.endpoints);
  errors.push(...many);
  if (many.length === 0 && endpoints !== old?.endpoints) {
    for (const [index, each] of endpoints.entries()) validateEndpoint(each, addressType, `endpoints[${index}]`, errors);
  }
  errors.push(...tooMany('ports', ports.length, MOST.ports));
  if (ports.length <= MOST.ports) validatePorts(ports, errors);
  return old === undefined ? errors : [...errors, ...immutable(addressType, old.addressType, 'addressType')];
}

function validateEndpoint(endpoint: Endpoint, addressType: string, path: string, errors: FieldError[]): void {
  const { addresses = [], nodeName, deprecatedTopology = {}, hostname, hints } = endpoint;
  if (addresses.length === 0) errors.push(required(`${path}.addresses`, 'must contain at least 1 address'));
  errors.push(...tooMany(`${path}.addresses`, addresses.length, MOST.addresses));
  for (const [index, address] of addresses.entries()) {
    validateAddress(address, addressType, `${path}.addresses[${index}]`, errors);
  }
  const check = (field: string, text: string | undefined, rule: (text: string) => readonly string[]): void => {
    for (const message of text === undefined ? [] : rule(text)) {
      errors.push(invalidValue(`${path}.${field}`, text ?? '', message));
    }
  };
  check('nodeName', nodeName, checkDnsSubdomain);
  const topology = `${path}.deprecatedTopology`;
  errors.push(...tooMany(topology, Object.keys(deprecatedTopology).length, MOST.topology));
  validateLabels(deprecatedTopology, topology, errors);
  check('hostname', hostname, checkDnsLabel);
  if (hints !== undefined) validateHints(hints, `${path}.hints`, errors);
}

function validateAddress(address: string, addressType: string, path: string, errors: FieldError[]): void {
  if (addressType === 'IPv4' || addressType === 'IPv6') {
    if (!validateIp(address, path, errors)) return;
    const list = path.slice(0, path.lastIndexOf('['));
    if (parseIp(address)?.family !== addressType) errors.push(invalidValue(list, address, `must be an ${addressType} address`));
    validateNonSpecialIp(address, path, errors);
    return;
  }
  if (addressType !== 'FQDN') return;
  if (address === '') {
    errors.push(required(path));
    return;
  }
  const name = address.endsWith('.') ? address.slice(0, -1) : address;
  const messages = checkDnsSubdomain(name);
  for (const message of messages) errors.push(invalidValue(path, name, message));
  if (messages.length > 0) return;
  if (name.split('.').length < 2) {
    errors.push(invalidValue(path, name, 'should be a domain with at least two segments separated by dots'));
  }
}

function validateHints({ forZones = [] }: EndpointHints, path: string, errors: FieldError[]): void {
  const many = tooMany(`${path}.forZones`, forZones.length, MOST.zones);
  errors.push(...many);
  if (many.length > 0) return;
  for (const [index, { name }] of forZones.entries()) {
    const at = `${path}.forZones[${index}].name`;
    if (forZones.findIndex((each) => each.name === name) < index) errors.push(duplicate(at, name));
    for (const message of checkLabelValue(name ?? '')) errors.push(invalidValue(at, name ?? '', message));
  }
}

function validatePorts(ports: NonNullable<EndpointSlice['ports']>, errors: FieldError[]): void {
  const names = new Set<string>();
  for (const [index, { name = '', protocol = '', appProtocol }] of ports.entries()) {
    const at = `ports[${index}]`;
    for (const message of name === '' ? [] : checkDnsLabel(name))
      errors.push(invalidValue(`${at}.name`, name, message));
    if (names.has(name)) errors.push(duplicate(`${at}.name`, name));
    names.add(name);
    if (protocol === '') errors.push(required(`${at}.protocol`));
    else if (!PROTOCOLS.includes(protocol)) errors.push(notSupported(`${at}.protocol`, protocol, PROTOCOLS));
    for (const message of appProtocol === undefined ? [] : checkQualifiedName(appProtocol)) {
      errors.push(invalidValue(`${at}.appProtocol`, appProtocol ?? '', message));
    }
  }
}
