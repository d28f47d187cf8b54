/** Rules for Services (pkg/apis/core/validation ValidateService, ValidateServiceUpdate), in upstream's order. */
import {
  checkDnsLabel,
  checkDnsSubdomain,
  checkQualifiedName,
  duplicate,
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../meta/index.ts';
import {
  validateCidr,
  validateIp,
  validateNonSpecialIp,
  validatePortName,
  validatePortNumber,
} from '../../../address-validation.ts';
import type { Service, ServicePort, ServiceSpec } from '../../../generated/types.ts';
import { validateLabels } from '../../../metadata-validation.ts';
import { clusterIpErrors, clusterIpUpdateErrors, isHeadless } from './cluster-ip-validation.ts';
import { isExternallyAccessible, needsHealthCheck } from './needs.ts';

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const AFFINITIES = ['ClientIP', 'None'];
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const POLICIES = ['Cluster', 'Local'];
const DISTRIBUTIONS = ['PreferClose'];
const MAX_AFFINITY_SECONDS = 86_400;
const ONLY_BALANCED = "may only be used when `type` is 'LoadBalancer'";

/** Checks a Service; with `old` also what may change in it. */
export function validateService(service: Service, old?: Service): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { spec } = service;
  if (old !== undefined && old.spec !== spec) {
    clusterIpUpdateErrors(spec, old.spec, errors);
    loadBalancerClassErrors(spec, old.spec, errors);
    const [now, before] = [spec.healthCheckNodePort, old.spec.healthCheckNodePort];
    if (needsHealthCheck(old.spec) && needsHealthCheck(spec) && now !== before) {
      errors.push(forbiddenField('spec.healthCheckNodePort', 'field is immutable'));
    }
  }
  if (old !== undefined && old.status !== service.status) balancerStatusErrors(service, errors);
  if (old?.spec === spec) return errors;
  typeErrors(spec, errors);
  portErrors(spec.ports ?? [], errors);
  validateLabels(spec.selector, 'spec.selector', errors);
  affinityErrors(spec, errors);
  clusterIpErrors(spec, errors);
  for (const [index, ip] of (spec.externalIPs ?? []).entries()) {
    const path = `spec.externalIPs[${index}]`;
    if (validateIp(ip, path, errors)) validateNonSpecialIp(ip, path, errors);
  }
  if (!spec.type) errors.push(required('spec.type'));
  else if (!TYPES.includes(spec.type)) errors.push(notSupported('spec.type', spec.type, TYPES));
  portClashErrors(spec, errors);
  balancerErrors(service, errors);
  loadBalancerClassErrors(spec, undefined, errors);
  trafficErrors(spec, errors);
  return errors;
}

function typeErrors(spec: ServiceSpec, errors: FieldError[]): void {
  const { type, ports = [] } = spec;
  if (ports.length === 0 && !isHeadless(spec) && type !== 'ExternalName') errors.push(required('spec.ports'));
  if ((type === 'LoadBalancer' || type === 'NodePort') && isHeadless(spec)) {
    errors.push(invalidValue('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`));
  }
  if (type === 'ExternalName') externalNameErrors(spec, errors);
}

function externalNameErrors(spec: ServiceSpec, errors: FieldError[]): void {
  const detail = 'may not be set for ExternalName services';
  if ((spec.clusterIPs ?? []).length > 0) errors.push(forbiddenField('spec.clusterIPs', detail));
  if ((spec.ipFamilies ?? []).length > 0) errors.push(forbiddenField('spec.ipFamilies', detail));
  if (spec.ipFamilyPolicy !== undefined) errors.push(forbiddenField('spec.ipFamilyPolicy', detail));
  const name = (spec.externalName ?? '').replace(/\.$/, '');
  if (name === '') errors.push(required('spec.externalName'));
  else for (const message of checkDnsSubdomain(name)) errors.push(invalidValue('spec.externalName', name, message));
}

function portErrors(ports: readonly ServicePort[], errors: FieldError[]): void {
  const names = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const path = `spec.ports[${index}]`;
    const { name = '', protocol, targetPort = 0, appProtocol } = port;
    if (name === '') {
      if (ports.length > 1) errors.push(required(`${path}.name`));
    } else {
      for (const message of checkDnsLabel(name)) errors.push(invalidValue(`${path}.name`, name, message));
      if (names.has(name)) errors.push(duplicate(`${path}.name`, name));
      names.add(name);
    }
    validatePortNumber(port.port ?? 0, `${path}.port`, errors);
    if (!protocol) errors.push(required(`${path}.protocol`));
    else if (!PROTOCOLS.includes(protocol)) errors.push(notSupported(`${path}.protocol`, protocol, PROTOCOLS));
    if (typeof targetPort === 'number') validatePortNumber(targetPort, `${path}.targetPort`, errors);
    else validatePortName(targetPort, `${path}.targetPort`, errors);
    if (appProtocol === undefined) continue;
    for (const message of checkQualifiedName(appProtocol)) {
      errors.push(invalidValue(`${path}.appProtocol`, appProtocol, message));
    }
  }
}

function affinityErrors({ sessionAffinity = '', sessionAffinityConfig }: ServiceSpec, errors: FieldError[]): void {
  const path = 'spec.sessionAffinity';
  if (sessionAffinity === '') errors.push(required(path));
  else if (!AFFINITIES.includes(sessionAffinity)) errors.push(notSupported(path, sessionAffinity, AFFINITIES));
  if (sessionAffinity !== 'ClientIP') return;
  const seconds = sessionAffinityConfig?.clientIP?.timeoutSeconds;
  if (seconds === undefined || (seconds > 0 && seconds <= MAX_AFFINITY_SECONDS)) return;
  const detail = `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`;
  errors.push(invalidValue('spec.sessionAffinityConfig.clientIP.timeoutSeconds', seconds, detail));
}

/** No two ports of a protocol may be the same, nor may two of its node ports. */
function portClashErrors({ type, ports = [] }: ServiceSpec, errors: FieldError[]): void {
  if (type === 'ClusterIP') {
    for (const [index, { nodePort }] of ports.entries()) {
      if (!nodePort) continue;
      errors.push(forbiddenField(`spec.ports[${index}].nodePort`, "may not be used when `type` is 'ClusterIP'"));
    }
  }
  const seen = new Set<string>();
  for (const [index, { protocol, nodePort }] of ports.entries()) {
    if (!nodePort) continue;
    const key = `${protocol} ${nodePort}`;
    if (seen.has(key)) errors.push(duplicate(`spec.ports[${index}].nodePort`, nodePort));
    seen.add(key);
  }
  seen.clear();
  for (const [index, { protocol = '', port }] of ports.entries()) {
    const key = `${protocol} ${port}`;
    if (seen.has(key))
      errors.push({ ...duplicate(`spec.ports[${index}]`, port), shown: goServicePort(protocol, port) });
    seen.add(key);
  }
}

/** A port as Go prints one that has only these two fields. */
function goServicePort(protocol: string, port: number): string {
  const target = 'TargetPort:intstr.IntOrString{Type:0, IntVal:0, StrVal:""}';
  return `core.ServicePort{Name:"", Protocol:"${protocol}", AppProtocol:(*string)(nil), Port:${port}, ${target}, NodePort:0}`;
}

const RANGES_ANNOTATION = 'service.beta.kubernetes.io/load-balancer-source-ranges';

function balancerErrors({ spec, metadata }: Service, errors: FieldError[]): void {
  const balanced = spec.type === 'LoadBalancer';
  const ranges = spec.loadBalancerSourceRanges ?? [];
  const annotation = metadata.annotations?.[RANGES_ANNOTATION];
  if (ranges.length > 0) {
    // Upstream writes this path with a capital.
    const path = 'spec.LoadBalancerSourceRanges';
    if (!balanced) errors.push(forbiddenField(path, ONLY_BALANCED));
    for (const [index, range] of ranges.entries()) validateCidr(range.trim(), `${path}[${index}]`, errors);
  } else if (annotation !== undefined) {
    const path = `metadata.annotations[${RANGES_ANNOTATION}]`;
    if (!balanced) errors.push(forbiddenField(path, ONLY_BALANCED));
    const listed = annotation.trim() === '' ? [] : annotation.split(',');
    for (const range of listed) validateCidr(range.trim(), path, errors);
  }
  if (spec.allocateLoadBalancerNodePorts !== undefined && !balanced) {
    errors.push(forbiddenField('spec.allocateLoadBalancerNodePorts', ONLY_BALANCED));
  }
}

function loadBalancerClassErrors(spec: ServiceSpec, old: ServiceSpec | undefined, errors: FieldError[]): void {
  const { loadBalancerClass, type } = spec;
  const path = 'spec.loadBalancerClass';
  if (old !== undefined) {
    const stays = old.type === 'LoadBalancer' && type === 'LoadBalancer';
    if (stays && old.loadBalancerClass !== loadBalancerClass) {
      errors.push(invalidValue(path, loadBalancerClass ?? null, 'may not change once set'));
    }
  }
  if (loadBalancerClass === undefined) return;
  if (type !== 'LoadBalancer') errors.push(forbiddenField(path, ONLY_BALANCED));
  else for (const message of checkQualifiedName(loadBalancerClass)) errors.push(invalidValue(path, loadBalancerClass, message));
}

function trafficErrors(spec: ServiceSpec, errors: FieldError[]): void {
  const { externalTrafficPolicy = '', healthCheckNodePort = 0, internalTrafficPolicy, trafficDistribution } = spec;
  let path = 'spec.externalTrafficPolicy';
  if (!isExternallyAccessible(spec)) {
    const detail = 'may only be set for externally-accessible services';
    if (externalTrafficPolicy !== '') errors.push(invalidValue(path, externalTrafficPolicy, detail));
  } else if (externalTrafficPolicy === '') errors.push(required(path));
  else if (!POLICIES.includes(externalTrafficPolicy)) errors.push(notSupported(path, externalTrafficPolicy, POLICIES));
  path = 'spec.healthCheckNodePort';
  if (!needsHealthCheck(spec)) {
    const detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    if (healthCheckNodePort !== 0) errors.push(invalidValue(path, healthCheckNodePort, detail));
  } else if (healthCheckNodePort === 0) errors.push(required(path));
  else validatePortNumber(healthCheckNodePort, path, errors);
  path = 'spec.internalTrafficPolicy';
  if (internalTrafficPolicy !== undefined && !POLICIES.includes(internalTrafficPolicy)) {
    errors.push(notSupported(path, internalTrafficPolicy, POLICIES));
  }
  if (trafficDistribution === undefined || DISTRIBUTIONS.includes(trafficDistribution)) return;
  errors.push(notSupported('spec.trafficDistribution', trafficDistribution, DISTRIBUTIONS));
}

/** What a load balancer says about itself (ValidateLoadBalancerStatus). */
function balancerStatusErrors({ spec, status }: Service, errors: FieldError[]): void {
  const ingress = status.loadBalancer?.ingress ?? [];
  if (ingress.length > 0 && spec.type !== 'LoadBalancer') {
    errors.push(forbiddenField('status.loadBalancer.ingress', ONLY_BALANCED.replace('`', '`spec.')));
    return;
  }
  for (const [index, { ip, hostname, ipMode }] of ingress.entries()) {
    const path = `status.loadBalancer.ingress[${index}]`;
    if (ip) validateIp(ip, `${path}.ip`, errors);
    if (ip && ipMode === undefined) errors.push(required(`${path}.ipMode`, 'must be specified when `ip` is set'));
    if (ipMode !== undefined && !ip)
      errors.push(forbiddenField(`${path}.ipMode`, 'may not be specified when `ip` is not set'));
    else if (ipMode !== undefined && !IP_MODES.includes(ipMode)) {
      errors.push(notSupported(`${path}.ipMode`, ipMode, IP_MODES));
    }
    if (!hostname) continue;
    for (const message of checkDnsSubdomain(hostname)) errors.push(invalidValue(`${path}.hostname`, hostname, message));
    if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) {
      errors.push(invalidValue(`${path}.hostname`, hostname, 'must be a DNS name, not an IP address'));
    }
  }
}

const IP_MODES = ['Proxy', 'VIP'];
