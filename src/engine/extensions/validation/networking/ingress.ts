/** Checks of an Ingress (pkg/apis/networking/validation). */
import {
  checkDns1035Label,
  checkDnsSubdomain,
  deepEqual,
  type FieldError,
  invalidValue,
  notSupported,
  parseIp,
  required,
} from '../../../meta/index.ts';
import { validatePortName, validatePortNumber } from '../../../api/address-validation.ts';
import type { HTTPIngressPath, Ingress, IngressBackend, IngressSpec } from '../../../api/generated/types.ts';
import { validateLocalReference } from '../../../api/networking/v1/local-reference.ts';

const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';

/** Checks the spec. */
export function validateIngress({ metadata, spec }: Ingress, old?: Ingress): readonly FieldError[] {
  if (old !== undefined && (old.spec === spec || deepEqual(old.spec, spec))) return [];
  const errors = [...validateSpec(spec)];
  const annotation = metadata.annotations?.[CLASS_ANNOTATION];
  const { ingressClassName = annotation } = spec;
  if (old === undefined && annotation !== undefined && annotation !== ingressClassName) {
    const detail = 'must match `ingressClassName` when both are specified';
    errors.push(invalidValue(`annotations.${CLASS_ANNOTATION}`, annotation, detail));
  }
  return errors;
}

function validateSpec({ rules = [], defaultBackend, tls = [], ingressClassName }: IngressSpec): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (rules.length === 0 && defaultBackend === undefined) {
    const detail = 'either `defaultBackend` or `rules` must be specified';
    errors.push({ type: 'Invalid', field: 'spec', shown: '[]networking.IngressRule(nil)', detail });
  }
  if (defaultBackend !== undefined) validateBackend(defaultBackend, 'spec.defaultBackend', errors);
  for (const [index, { host = '', http }] of rules.entries()) {
    const path = `spec.rules[${index}]`;
    if (host !== '') validateHost(host, `${path}.host`, errors, 'no address');
    if (http === undefined) continue;
    if ((http.paths ?? []).length === 0) errors.push(required(`${path}.http.paths`));
    for (const [place, each] of (http.paths ?? []).entries()) {
      validatePath(each, `${path}.http.paths[${place}]`, errors);
    }
  }
  for (const [index, { hosts = [], secretName = '' }] of tls.entries()) {
    for (const [place, host] of hosts.entries()) validateHost(host, `spec.tls[${index}].hosts[${place}]`, errors);
    for (const message of secretName === '' ? [] : checkDnsSubdomain(secretName)) {
      errors.push(invalidValue(`spec.tls[${index}].secretName`, secretName, message));
    }
  }
  for (const message of ingressClassName === undefined ? [] : checkDnsSubdomain(ingressClassName)) {
    errors.push(invalidValue('spec.ingressClassName', ingressClassName ?? '', message));
  }
  return errors;
}

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const WILDCARD = `\\*\\.${LABEL}(\\.${LABEL})*`;
const wholeWildcard = new RegExp(`^${WILDCARD}$`);
const WILDCARD_RULE = `a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '${WILDCARD}')`;

function validateHost(host: string, path: string, errors: FieldError[], address?: 'no address'): void {
  if (address !== undefined && parseIp(host) !== undefined) {
    errors.push(invalidValue(path, host, 'must be a DNS name, not an IP address'));
  }
  if (host.includes('*')) {
    if (!wholeWildcard.test(host)) errors.push(invalidValue(path, host, WILDCARD_RULE));
    return;
  }
  for (const message of checkDnsSubdomain(host)) errors.push(invalidValue(path, host, message));
}

const NEVER_WITHIN = ['//', '/./', '/../', '%2f', '%2F'];
const NEVER_LAST = ['/..', '/.'];

function validatePath({ path = '', pathType, backend }: HTTPIngressPath, at: string, errors: FieldError[]): void {
  if (pathType === undefined) {
    errors.push(required(`${at}.pathType`, 'pathType must be specified'));
    return;
  }
  const say = (detail: string): void => {
    errors.push(invalidValue(`${at}.path`, path, detail));
  };
  switch (pathType) {
    case 'Exact':
    case 'Prefix':
      if (!path.startsWith('/')) say('must be an absolute path');
      for (const each of NEVER_WITHIN) if (path.includes(each)) say(`must not contain '${each}'`);
      for (const each of NEVER_LAST) if (path.endsWith(each)) say(`cannot end with '${each}'`);
      break;
    case 'ImplementationSpecific':
      if (path !== '' && !path.startsWith('/')) say('must be an absolute path');
      break;
    default: {
      const supported = ['Exact', 'ImplementationSpecific', 'Prefix'];
      errors.push(notSupported(`${at}.pathType`, pathType, supported));
    }
  }
  validateBackend(backend ?? {}, `${at}.backend`, errors);
}

function validateBackend({ resource, service }: IngressBackend, path: string, errors: FieldError[]): void {
  if (resource !== undefined && service !== undefined) {
    errors.push(invalidValue(path, '', 'cannot set both resource and service backends'));
  } else if (resource !== undefined) errors.push(...validateLocalReference(resource, `${path}.resource`));
  else if (service === undefined) errors.push(invalidValue(path, '', 'resource or service backend is required'));
  else {
    const { name = '', port: { name: portName = '', number = 0 } = {} } = service;
    if (name === '') errors.push(required(`${path}.service.name`));
    else {
      for (const message of checkDns1035Label(name)) errors.push(invalidValue(`${path}.service.name`, name, message));
    }
    if (portName !== '' && number !== 0) {
      errors.push(invalidValue(path, '', 'cannot set both port name & port number'));
    } else if (portName !== '') validatePortName(portName, `${path}.service.port.name`, errors);
    else if (number !== 0) validatePortNumber(number, `${path}.service.port.number`, errors);
    else errors.push(required(path, 'port name or number is required'));
  }
}
