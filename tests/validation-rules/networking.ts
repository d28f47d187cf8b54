/** Rules of the group networking.k8s.io. */
import type { JsonObject } from '../../src/engine/meta/index.ts';
import { forbidden, invalid, isImmutable, isNo1035Label, isNoCidr, isNoIp, isNoLabel, isNoPort, isNoSubdomain, required, tooLong, unsupported } from './messages.ts';
import { type Change, creates, type Rule, unreachable, updates, updatesStatus, upstream } from './rule.ts';

const file = 'pkg/apis/networking/validation/validation.go';
const ofPolicy = upstream('NetworkPolicy', file);
const ofIngress = upstream('Ingress', file);
const ofClass = upstream('IngressClass', file);

const policy = 'extensions/validation/networking/network-policy.ts';
const ingress = 'extensions/validation/networking/ingress.ts';
const ingressClass = 'api/networking/v1/ingressclass/index.ts';
const withSpec = (fields: JsonObject): JsonObject => ({ spec: fields });

const port = (fields: JsonObject): JsonObject => withSpec({ ingress: [{ ports: [fields] }] });
const p = 'spec.ingress[0].ports[0]';
const peer = (fields: JsonObject): JsonObject => withSpec({ egress: [{ to: [fields] }] });
const e = 'spec.egress[0].to[0]';
const block = (cidr: string, ...except: readonly string[]): JsonObject => peer({ ipBlock: { cidr, except } });
const noSubset = 'must be a strict subset of `cidr`';

const path = (fields: JsonObject): JsonObject => withSpec({ rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } }, ...fields }] } }] });
const h = 'spec.rules[0].http.paths[0]';
const backend = (fields: JsonObject): JsonObject => withSpec({ defaultBackend: fields });
const service = (fields: JsonObject): JsonObject => backend({ service: { name: 's', port: { number: 80 }, ...fields } });
const d = 'spec.defaultBackend';
const host = (name: string): JsonObject => withSpec({ rules: [{ host: name }] });
const isNoName = 'must be a DNS name, not an IP address';
const wildcard = '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*';
const isNoWildcard = `a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '${wildcard}')`;

/** Of a reference: `reference` makes an object with one. */
const references = (at: string, reference: (fields: JsonObject) => Change): readonly Rule[] => [
  creates('the group is a subdomain', reference({ apiGroup: 'A' }), invalid(`${at}.apiGroup`, 'A', isNoSubdomain)),
  creates('there is a kind', reference({ kind: '' }), required(`${at}.kind`, 'kind is required')),
  creates('the kind is a part of a path', reference({ kind: 'a/b' }), invalid(`${at}.kind`, 'a/b', "may not contain '/'")),
  creates('there is a name', reference({ name: '' }), required(`${at}.name`, 'name is required')),
  creates('the name is a part of a path', reference({ name: '..' }), invalid(`${at}.name`, '..', "may not be '..'")),
];
const parameters = (fields: JsonObject): JsonObject => withSpec({ parameters: { apiGroup: 'a.b', kind: 'K', name: 'n', ...fields } });
const lb = 'status.loadBalancer.ingress[0]';
const balancer = (rule: string, entry: JsonObject, ...answer: readonly string[]): Rule => updatesStatus(rule, {}, { loadBalancer: { ingress: [entry] } }, ...answer);

export const networkingRules = [
  ofPolicy('ValidateNetworkPolicyPort', policy, [
    creates('the protocol is known', port({ protocol: 'x' }), unsupported(`${p}.protocol`, 'x', 'TCP', 'UDP', 'SCTP')),
    creates('the port is one', port({ port: 0 }), invalid(`${p}.port`, 0, isNoPort)),
    creates('the end isn’t before it', port({ port: 5, endPort: 4 }), invalid(`${p}.endPort`, 5, 'must be greater than or equal to `port`')),
    creates('the end is a port', port({ port: 5, endPort: 65_536 }), invalid(`${p}.endPort`, 65_536, isNoPort)),
    creates('a named port has no end', port({ port: 'a', endPort: 5 }), invalid(`${p}.endPort`, 5, 'may not be specified when `port` is non-numeric')),
    creates('the name is a port’s', port({ port: '-a' }), invalid(`${p}.port`, '-a', 'must not begin or end with a hyphen')),
    creates('an end has a start', port({ endPort: 5 }), invalid(`${p}.endPort`, 5, 'may not be specified when `port` is not specified')),
  ]),
  ofPolicy('ValidateNetworkPolicyPeer', policy, [
    creates('there is a peer', peer({}), required(e, 'must specify a peer')),
    creates('addresses stand alone', peer({ ipBlock: { cidr: '10.0.0.0/8' }, podSelector: {} }), forbidden(e, 'may not specify both ipBlock and another peer')),
    ...['podSelector', 'namespaceSelector'].map((name) =>
      creates(`${name} is a selector`, peer({ [name]: { matchExpressions: [{ key: 'a', operator: 'x' }] } }), invalid(`${e}.${name}.matchExpressions[0].operator`, 'x', 'not a valid selector operator')),
    ),
  ]),
  ofPolicy('ValidateNetworkPolicySpec', policy, [
    creates('Pods are selected', withSpec({ podSelector: { matchExpressions: [{ key: 'a', operator: 'x' }] } }), invalid('spec.podSelector.matchExpressions[0].operator', 'x', 'not a valid selector operator')),
    creates(
      'at most two types',
      withSpec({ policyTypes: ['Ingress', 'Egress', 'Ingress'] }),
      'spec.policyTypes: Invalid value: []networking.PolicyType{"Ingress", "Egress", "Ingress"}: may not specify more than two policyTypes',
    ),
    creates('types are known', withSpec({ policyTypes: ['x'] }), unsupported('spec.policyTypes[0]', 'x', 'Ingress', 'Egress')),
  ]),
  ofPolicy('ValidateIPBlock', policy, [
    creates('there is a range', block(''), required(`${e}.ipBlock.cidr`)),
    creates('it is one', block('x'), invalid(`${e}.ipBlock.cidr`, 'x', isNoCidr)),
    creates('each exception is one', block('10.0.0.0/8', 'x', '11.0.0.0/9'), invalid(`${e}.ipBlock.except[0]`, 'x', isNoCidr), invalid(`${e}.ipBlock.except[1]`, '11.0.0.0/9', noSubset)),
    creates('an exception isn’t everything', block('10.0.0.0/8', '10.0.0.0/8'), invalid(`${e}.ipBlock.except[0]`, '10.0.0.0/8', noSubset)),
  ]),
  ofIngress('ValidateIngressCreate', ingress, [
    creates(
      'the annotation says the same class',
      { metadata: { annotations: { 'kubernetes.io/ingress.class': 'b' } }, spec: { ingressClassName: 'a' } },
      invalid('annotations.kubernetes.io/ingress.class', 'b', 'must match `ingressClassName` when both are specified'),
    ),
    creates('it may say the same', { metadata: { annotations: { 'kubernetes.io/ingress.class': 'a' } }, spec: { ingressClassName: 'a' } }),
  ]),
  ofIngress('validateIngressTLS', ingress, [
    creates('a host with a star is a wildcard', withSpec({ tls: [{ hosts: ['a.*'] }] }), invalid('spec.tls[0].hosts[0]', 'a.*', isNoWildcard)),
    creates('a host is a subdomain', withSpec({ tls: [{ hosts: ['A'] }] }), invalid('spec.tls[0].hosts[0]', 'A', isNoSubdomain)),
    creates('the Secret is named as one', withSpec({ tls: [{ secretName: 'A' }] }), invalid('spec.tls[0].secretName', 'A', isNoSubdomain)),
  ]),
  ofIngress('ValidateIngressSpec', ingress, [
    creates('rules or a backend', withSpec({ defaultBackend: null }), 'spec: Invalid value: []networking.IngressRule(nil): either `defaultBackend` or `rules` must be specified'),
    creates('the class is a subdomain', withSpec({ ingressClassName: 'A' }), invalid('spec.ingressClassName', 'A', isNoSubdomain)),
  ]),
  ofIngress('ValidateIngressLoadBalancerStatus', 'extensions/validation/small-kinds.ts', [
    balancer('its address is one', { ip: 'x' }, invalid(`${lb}.ip`, 'x', isNoIp)),
    balancer('a name is a subdomain', { hostname: 'A' }, invalid(`${lb}.hostname`, 'A', isNoSubdomain)),
    balancer('and no address', { hostname: '10.0.0.1' }, invalid(`${lb}.hostname`, '10.0.0.1', isNoName)),
  ]),
  ofIngress('validateIngressRules', ingress, [
    unreachable('the caller asks only where there are some', creates('there are rules', {})),
    creates('a host is no address', host('10.0.0.1'), invalid('spec.rules[0].host', '10.0.0.1', isNoName)),
    creates('a host with a star is a wildcard', host('*'), invalid('spec.rules[0].host', '*', isNoWildcard)),
    creates('a host is a subdomain', host('A'), invalid('spec.rules[0].host', 'A', isNoSubdomain)),
  ]),
  ofIngress('validateHTTPIngressRuleValue', ingress, [creates('there is a path', withSpec({ rules: [{ http: { paths: [] } }] }), required('spec.rules[0].http.paths'))]),
  ofIngress('validateHTTPIngressPath', ingress, [
    creates('a path has a type', path({ pathType: null }), required(`${h}.pathType`, 'pathType must be specified')),
    creates('a path is absolute', path({ path: 'a' }), invalid(`${h}.path`, 'a', 'must be an absolute path')),
    ...['//', '/./', '/../', '%2f', '%2F'].map((part) => creates(`a path has no ${part}`, path({ path: `/a${part}b` }), invalid(`${h}.path`, `/a${part}b`, `must not contain '${part}'`))),
    ...['/..', '/.'].map((part) => creates(`a path doesn’t end with ${part}`, path({ path: `/a${part}` }), invalid(`${h}.path`, `/a${part}`, `cannot end with '${part}'`))),
    creates('a path of any kind is absolute', path({ pathType: 'ImplementationSpecific', path: 'a' }), invalid(`${h}.path`, 'a', 'must be an absolute path')),
    creates('the type is known', path({ pathType: 'x' }), unsupported(`${h}.pathType`, 'x', 'Exact', 'ImplementationSpecific', 'Prefix')),
  ]),
  ofIngress('validateIngressBackend', ingress, [
    creates('a resource or a Service', backend({ resource: { kind: 'K', name: 'n' } }), invalid(d, '', 'cannot set both resource and service backends')),
    creates('the Service has a name', service({ name: '' }), required(`${d}.service.name`)),
    creates('it is a Service’s', service({ name: '1a' }), invalid(`${d}.service.name`, '1a', isNo1035Label)),
    creates('its port has a name or a number', service({ port: { name: 'a', number: 80 } }), invalid(d, '', 'cannot set both port name & port number')),
    creates('the name is a port’s', service({ port: { name: '-a', number: null } }), invalid(`${d}.service.port.name`, '-a', 'must not begin or end with a hyphen')),
    creates('the number is a port’s', service({ port: { number: 65_536 } }), invalid(`${d}.service.port.number`, 65_536, isNoPort)),
    creates('there is a port', service({ port: { number: 0 } }), required(d, 'port name or number is required')),
    creates('there is one of the two', path({ backend: {} }), invalid(`${h}.backend`, '', 'resource or service backend is required')),
  ]),
  ofIngress(
    'validateIngressTypedLocalObjectReference',
    'api/networking/v1/local-reference.ts',
    references(`${d}.resource`, (fields) => backend({ service: null, resource: { apiGroup: 'a.b', kind: 'K', name: 'n', ...fields } })),
  ),
  ofClass('validateIngressClassSpec', ingressClass, [
    creates('the controller’s name is short', withSpec({ controller: `a.b/${'c'.repeat(247)}` }), tooLong('spec.controller', 250)),
    creates('there is a controller', withSpec({ controller: '' }), required('spec.controller')),
    creates('it has a domain', withSpec({ controller: 'a' }), invalid('spec.controller', 'a', 'must be a domain-prefixed path (such as "acme.io/foo")')),
    creates('its path is one', withSpec({ controller: 'a.b/ c' }), invalid('spec.controller', ' c', "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')")),
  ]),
  ofClass('validateIngressClassSpecUpdate', ingressClass, [updates('the controller stays', {}, withSpec({ controller: 'a.b/d' }), invalid('spec.controller', 'a.b/d', isImmutable))]),
  ofClass('validateIngressClassParametersReference', ingressClass, [
    ...references('spec.parameters', parameters),
    creates('the scope is known', parameters({ scope: 'x' }), unsupported('spec.parameters.scope', 'x', 'Cluster', 'Namespace')),
    creates('a namespace is named', parameters({ scope: 'Namespace' }), required('spec.parameters.namespace', "`parameters.scope` is set to 'Namespace'")),
    creates('it is a label', parameters({ scope: 'Namespace', namespace: 'A' }), invalid('spec.parameters.namespace', 'A', isNoLabel)),
    creates('what is of the cluster has none', parameters({ scope: 'Cluster', namespace: 'a' }), forbidden('spec.parameters.namespace', "`parameters.scope` is set to 'Cluster'")),
    unreachable('an absent scope gets its default first', creates('there is a scope', parameters({}))),
  ]),
];
