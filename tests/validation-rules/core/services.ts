/** Rules of Services and Endpoints. */
import type { JsonObject } from '../../../src/engine/meta/index.ts';
import { duplicate, forbidden, invalid, isNoCidr, isNoIp, isNoLabel, isNoPort, isNoQualifiedName, isNoSubdomain, required, unsupported } from '../messages.ts';
import { because, creates, differs, type Rule, unreachable, updates, updatesStatus, upstream } from '../rule.ts';

const of = upstream('Service', 'pkg/apis/core/validation/validation.go');
const ofEndpoints = upstream('Endpoints', 'pkg/apis/core/validation/validation.go');
const base = 'api/core/v1/service/validation.ts';
const addresses = 'api/core/v1/service/cluster-ip-validation.ts';

const withSpec = (fields: JsonObject): JsonObject => ({ spec: fields });
const port = (...ports: readonly JsonObject[]): JsonObject => withSpec({ ports });
const external = (fields: JsonObject): JsonObject => withSpec({ type: 'ExternalName', externalName: 'a.b', ports: null, ...fields });
const balanced = (fields: JsonObject): JsonObject => withSpec({ type: 'LoadBalancer', ...fields });
const none = 'may not be set for ExternalName services';
const onlyBalanced = "may only be used when `type` is 'LoadBalancer'";
const ranges = 'service.beta.kubernetes.io/load-balancer-source-ranges';
const ingress = (fields: JsonObject): JsonObject => ({ loadBalancer: { ingress: [fields] } });
const i = 'status.loadBalancer.ingress[0]';
const special: readonly (readonly [ip: string, why: string])[] = [
  ['0.0.0.0', 'may not be unspecified (0.0.0.0)'],
  ['127.0.0.1', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  ['169.254.1.1', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
  ['224.0.0.1', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
];
const sp = (protocol: string, number: number): string =>
  `core.ServicePort{Name:"", Protocol:"${protocol}", AppProtocol:(*string)(nil), Port:${number}, TargetPort:intstr.IntOrString{Type:0, IntVal:0, StrVal:""}, NodePort:0}`;
const endpoint = (fields: JsonObject): JsonObject => ({ subsets: [{ addresses: [{ ip: '10.0.0.1', ...fields }] }] });
const endpointPort = (...ports: readonly JsonObject[]): JsonObject => ({ subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports }] });
const wrongAddress = (ip: string, why: string): Rule => creates(`an address can be reached: ${ip}`, endpoint({ ip }), invalid('subsets[0].addresses[0].ip', ip, why));

export const serviceRules = [
  of('ValidateService', base, [
    creates(
      'both annotations for topology agree',
      { metadata: { annotations: { 'service.kubernetes.io/topology-mode': 'Auto', 'service.kubernetes.io/topology-aware-hints': 'Disabled' } } },
      invalid('metadata.annotations[service.kubernetes.io/topology-mode]', 'Auto', 'must match annotations[service.kubernetes.io/topology-aware-hints] when both are specified'),
    ),
    creates('it has ports', withSpec({ ports: null }), required('spec.ports')),
    ...['LoadBalancer', 'NodePort'].map((type) =>
      creates(`a ${type} has an address`, withSpec({ type, clusterIP: 'None' }), invalid('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`)),
    ),
    creates('an external name has no address', external({ clusterIP: '10.96.0.5' }), forbidden('spec.clusterIPs', none)),
    creates('no families', external({ ipFamilies: ['IPv4'] }), forbidden('spec.ipFamilies', none)),
    creates('no policy for them', external({ ipFamilyPolicy: 'SingleStack' }), forbidden('spec.ipFamilyPolicy', none)),
    creates('but a name', external({ externalName: null }), required('spec.externalName')),
    creates('the name is a subdomain', external({ externalName: 'A' }), invalid('spec.externalName', 'A', isNoSubdomain)),
    creates('it selects by labels', withSpec({ selector: { '-': 'a' } }), invalid('spec.selector', '-', isNoQualifiedName)),
    unreachable(because.defaulted, creates('an affinity is said', withSpec({ sessionAffinity: '' }))),
    creates('an affinity is known', withSpec({ sessionAffinity: 'x' }), unsupported('spec.sessionAffinity', 'x', 'ClientIP', 'None')),
    unreachable('what none of it needs is dropped first', creates('no affinity has no config', withSpec({ sessionAffinityConfig: { clientIP: {} } }))),
    unreachable(because.defaulted, creates('a type is said', withSpec({ type: '' }))),
    creates('the type is known', withSpec({ type: 'x' }), unsupported('spec.type', 'x', 'ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort')),
    creates('a ClusterIP has no ports of nodes', port({ port: 80, nodePort: 30_000 }), forbidden('spec.ports[0].nodePort', "may not be used when `type` is 'ClusterIP'")),
    creates(
      'ports of nodes are unique',
      withSpec({ type: 'NodePort', ports: [1, 2].map((number) => ({ name: `p${number}`, port: number, nodePort: 30_000 })) }),
      duplicate('spec.ports[1].nodePort', 30_000),
    ),
    creates('ports are unique', port({ name: 'a', port: 80 }, { name: 'b', port: 80 }), `spec.ports[1]: Duplicate value: ${sp('TCP', 80)}`),
    creates('only a balancer has sources', withSpec({ loadBalancerSourceRanges: ['10.0.0.0/8'] }), forbidden('spec.LoadBalancerSourceRanges', onlyBalanced)),
    creates('sources are ranges', balanced({ loadBalancerSourceRanges: ['x'] }), invalid('spec.LoadBalancerSourceRanges[0]', 'x', isNoCidr)),
    creates('so in the annotation', { metadata: { annotations: { [ranges]: '10.0.0.0/8' } } }, forbidden(`metadata.annotations[${ranges}]`, onlyBalanced)),
    creates('and its ranges', { metadata: { annotations: { [ranges]: 'x' } }, ...balanced({}) }, invalid(`metadata.annotations[${ranges}]`, 'x', isNoCidr)),
    creates('only a balancer may do without ports of nodes', withSpec({ allocateLoadBalancerNodePorts: false }), forbidden('spec.allocateLoadBalancerNodePorts', onlyBalanced)),
    unreachable(because.defaulted, creates('a balancer says whether it has some', balanced({ allocateLoadBalancerNodePorts: null }))),
    creates('an external address is one', withSpec({ externalIPs: ['x'] }), invalid('spec.externalIPs[0]', 'x', isNoIp)),
  ]),
  of('validateServicePort', base, [
    creates('several ports have names', port({ port: 80 }, { name: 'b', port: 81 }), required('spec.ports[0].name')),
    creates('a name is a label', port({ name: 'A', port: 80 }), invalid('spec.ports[0].name', 'A', isNoLabel)),
    creates('names are unique', port({ name: 'a', port: 80 }, { name: 'a', port: 81 }), duplicate('spec.ports[1].name', 'a')),
    creates('a port is one', port({ port: 65_536, targetPort: 1 }), invalid('spec.ports[0].port', 65_536, isNoPort)),
    unreachable(because.defaulted, creates('it has a protocol', port({ port: 80, protocol: '' }))),
    creates('the protocol is known', port({ port: 80, protocol: 'x' }), unsupported('spec.ports[0].protocol', 'x', 'SCTP', 'TCP', 'UDP')),
    creates('the target is a port', port({ port: 80, targetPort: -1 }), invalid('spec.ports[0].targetPort', -1, isNoPort)),
    creates('what is spoken is a qualified name', port({ port: 80, appProtocol: '-' }), invalid('spec.ports[0].appProtocol', '-', isNoQualifiedName)),
  ]),
  of('validateClientIPAffinityConfig', base, ['a config', 'a client', 'a time'].map((what) =>
    unreachable(because.defaulted, creates(`affinity has ${what}`, withSpec({ sessionAffinity: 'ClientIP' }))),
  )),
  of('validateAffinityTimeout', base, [
    creates(
      'affinity ends within a day',
      withSpec({ sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86_401 } } }),
      invalid('spec.sessionAffinityConfig.clientIP.timeoutSeconds', 86_401, 'must be greater than 0 and less than 86400'),
    ),
  ]),
  of('validateServiceExternalTrafficPolicy', base, [
    creates('only what is reached from outside has a policy for it', withSpec({ externalTrafficPolicy: 'Local' }), invalid('spec.externalTrafficPolicy', 'Local', 'may only be set for externally-accessible services')),
    unreachable(because.defaulted, creates('it has one', balanced({ externalTrafficPolicy: '' }))),
    creates('a known one', balanced({ externalTrafficPolicy: 'x' }), unsupported('spec.externalTrafficPolicy', 'x', 'Cluster', 'Local')),
    creates(
      'only local balancers are checked for health',
      balanced({ healthCheckNodePort: 30_000 }),
      invalid('spec.healthCheckNodePort', 30_000, "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'"),
    ),
    unreachable('one is allocated first', creates('they have a port', balanced({ externalTrafficPolicy: 'Local' }))),
    differs(
      'allocation refuses it first, upstream with 500',
      creates(
        'it is a port',
        balanced({ externalTrafficPolicy: 'Local', healthCheckNodePort: 70_000 }),
        invalid('spec.healthCheckNodePort', 70_000, 'provided port is not in the valid range. The range of valid ports is 30000-32767'),
      ),
    ),
  ]),
  of('validateServiceExternalTrafficFieldsUpdate', base, [
    updates('the port for health stays', balanced({ externalTrafficPolicy: 'Local', healthCheckNodePort: 30_000 }), withSpec({ healthCheckNodePort: 30_001 }), forbidden('spec.healthCheckNodePort', 'field is immutable')),
  ]),
  of('validateServiceInternalTrafficFieldsValue', base, [
    unreachable(because.defaulted, creates('there is a policy for inside', withSpec({ internalTrafficPolicy: null }))),
    creates('a known one', withSpec({ internalTrafficPolicy: 'x' }), unsupported('spec.internalTrafficPolicy', 'x', 'Cluster', 'Local')),
  ]),
  of('validateServiceTrafficDistribution', base, [
    creates('a distribution is known', withSpec({ trafficDistribution: 'x' }), unsupported('spec.trafficDistribution', 'x', 'PreferClose')),
  ]),
  of('ValidateServiceClusterIPsRelatedFields', addresses, [
    unreachable('both fields are made to agree first', creates('an address is among all', withSpec({ clusterIP: '10.96.0.5' }))),
    creates('it is the first of them', withSpec({ clusterIP: '10.96.0.5', clusterIPs: ['10.96.0.6'] }), 'spec.clusterIPs: Invalid value: []string{"10.96.0.6"}: first value must match `clusterIP`'),
    creates('no address, no list', withSpec({ clusterIPs: ['10.96.0.6'] }), 'spec.clusterIPs: Invalid value: []string{"10.96.0.6"}: must be empty when `clusterIP` is not specified'),
    creates('a family is known', withSpec({ ipFamilies: ['x'] }), unsupported('spec.ipFamilies[0]', 'x', 'IPv4', 'IPv6')),
    creates('families are unique', withSpec({ ipFamilies: ['IPv4', 'IPv4'] }), duplicate('spec.ipFamilies[1]', 'IPv4')),
    creates('a policy for families is known', withSpec({ ipFamilyPolicy: 'x' }), unsupported('spec.ipFamilyPolicy', 'x', 'PreferDualStack', 'RequireDualStack', 'SingleStack')),
    creates(
      'None stands alone',
      withSpec({ clusterIP: 'None', clusterIPs: ['None', '10.96.0.5'] }),
      `spec.clusterIPs: Invalid value: []string{"None", "10.96.0.5"}: 'None' must be the first and only value`,
    ),
    creates('an address is one', withSpec({ clusterIP: 'x', clusterIPs: ['x'] }), invalid('spec.clusterIPs[0]', 'x', isNoIp)),
    creates(
      'two addresses at most',
      withSpec({ clusterIP: '10.96.0.5', clusterIPs: ['10.96.0.5', 'fd00::5', 'fd00::6'] }),
      'spec.clusterIPs: Invalid value: []string{"10.96.0.5", "fd00::5", "fd00::6"}: may only hold up to 2 values',
    ),
    creates(
      'one of each family',
      withSpec({ clusterIP: '10.96.0.5', clusterIPs: ['10.96.0.5', '10.96.0.6'] }),
      'spec.clusterIPs: Invalid value: []string{"10.96.0.5", "10.96.0.6"}: may specify no more than one IP for each IP family',
    ),
    creates('an address is of its family: IPv4', withSpec({ clusterIP: 'fd00::5', clusterIPs: ['fd00::5'], ipFamilies: ['IPv4'] }), invalid('spec.clusterIPs[0]', 'fd00::5', 'expected an IPv4 value as indicated by `ipFamilies[0]`')),
    creates('an address is of its family: IPv6', withSpec({ clusterIP: '10.96.0.5', clusterIPs: ['10.96.0.5'], ipFamilies: ['IPv6'] }), invalid('spec.clusterIPs[0]', '10.96.0.5', 'expected an IPv6 value as indicated by `ipFamilies[0]`')),
  ]),
  of('validateUpgradeDowngradeClusterIPs', addresses, [
    updates(
      'an address stays',
      withSpec({ clusterIP: '10.96.0.5' }),
      withSpec({ clusterIP: '10.96.0.6', clusterIPs: ['10.96.0.6'] }),
      'spec.clusterIPs[0]: Invalid value: []string{"10.96.0.6"}: may not change once set',
    ),
    unreachable('what is left out is taken over', updates('an address isn’t taken off', {}, withSpec({ clusterIP: null, clusterIPs: null }))),
    ...['the first stays where a second comes', 'the first stays where a second goes', 'a second goes by policy'].map((what) =>
      unreachable(
        'the cluster has addresses of IPv4 only',
        updates(
          what,
          withSpec({ clusterIP: '10.96.0.5' }),
          withSpec({ clusterIPs: ['10.96.0.5', 'fd00::5'] }),
          invalid('spec.ipFamilyPolicy', 'SingleStack', "must be 'RequireDualStack' or 'PreferDualStack' when multiple cluster IPs are specified"),
          'spec.clusterIPs[1]: Invalid value: []string{"10.96.0.5", "fd00::5"}: IPv6 is not configured on this cluster',
        ),
      ),
    ),
  ]),
  of('validateUpgradeDowngradeIPFamilies', addresses, [
    unreachable('allocation compares families with addresses first', updates('a family stays', withSpec({ clusterIP: '10.96.0.5' }), withSpec({ ipFamilies: ['IPv6'] }), invalidFamily('10.96.0.5'))),
  ]),
  of('validateLoadBalancerClassField', base, [
    updates('a class of balancers stays', balanced({ loadBalancerClass: 'a' }), withSpec({ loadBalancerClass: 'b' }), invalid('spec.loadBalancerClass', 'b', 'may not change once set')),
    creates('it is a balancer’s', withSpec({ loadBalancerClass: 'a' }), forbidden('spec.loadBalancerClass', onlyBalanced)),
    creates('a class has a qualified name', balanced({ loadBalancerClass: '-' }), invalid('spec.loadBalancerClass', '-', isNoQualifiedName)),
  ]),
  of('ValidateLoadBalancerStatus', base, [
    updatesStatus('a balancer’s status is a balancer’s', {}, ingress({ hostname: 'a' }), forbidden('status.loadBalancer.ingress', "may only be used when `spec.type` is 'LoadBalancer'")),
    updatesStatus('its address is one', balanced({}), ingress({ ip: 'x' }), invalid(`${i}.ip`, 'x', isNoIp)),
    unreachable(because.defaulted, updatesStatus('an address has a mode', balanced({}), ingress({ ip: '10.0.0.1' }))),
    updatesStatus('a name has none', balanced({}), ingress({ hostname: 'a', ipMode: 'VIP' }), forbidden(`${i}.ipMode`, 'may not be specified when `ip` is not set')),
    updatesStatus('the mode is known', balanced({}), ingress({ ip: '10.0.0.1', ipMode: 'x' }), unsupported(`${i}.ipMode`, 'x', 'Proxy', 'VIP')),
    updatesStatus('a name is a subdomain', balanced({}), ingress({ hostname: 'A' }), invalid(`${i}.hostname`, 'A', isNoSubdomain)),
    updatesStatus('and no address', balanced({}), ingress({ hostname: '10.0.0.1' }), invalid(`${i}.hostname`, '10.0.0.1', 'must be a DNS name, not an IP address')),
  ]),
  ofEndpoints('validateEndpointSubsets', 'api/core/v1/endpoints/validation.ts', [
    creates('a subset has addresses', { subsets: [{ ports: [{ port: 80 }] }] }, required('subsets[0]', 'must specify `addresses` or `notReadyAddresses`')),
  ]),
  ofEndpoints('validateEndpointAddress', 'api/core/v1/endpoints/validation.ts', [
    creates('a host’s name is a label', endpoint({ hostname: 'A' }), invalid('subsets[0].addresses[0].hostname', 'A', isNoLabel)),
    creates('a node’s name is a subdomain', endpoint({ nodeName: 'A' }), invalid('subsets[0].addresses[0].nodeName', 'A', isNoSubdomain)),
  ]),
  ofEndpoints('ValidateEndpointIP', 'api/address-validation.ts', [
    creates('an address is one', endpoint({ ip: 'x' }), invalid('subsets[0].addresses[0].ip', 'x', isNoIp), invalid('subsets[0].addresses[0].ip', 'x', 'must be a valid IP address')),
    ...special.map(([ip, why]) => wrongAddress(ip, why)),
  ]),
  ofEndpoints('validateEndpointPort', 'api/core/v1/endpoints/validation.ts', [
    creates('several ports have names', endpointPort({ port: 80 }, { name: 'b', port: 81 }), required('subsets[0].ports[0].name')),
    creates('a name is a label', endpointPort({ name: 'A', port: 80 }), invalid('subsets[0].ports[0].name', 'A', isNoLabel)),
    creates('a port is one', endpointPort({ port: 0 }), invalid('subsets[0].ports[0].port', 0, isNoPort)),
    unreachable(because.defaulted, creates('it has a protocol', endpointPort({ port: 80, protocol: '' }))),
    creates('the protocol is known', endpointPort({ port: 80, protocol: 'x' }), unsupported('subsets[0].ports[0].protocol', 'x', 'SCTP', 'TCP', 'UDP')),
    creates('what is spoken is a qualified name', endpointPort({ port: 80, appProtocol: '-' }), invalid('subsets[0].ports[0].appProtocol', '-', isNoQualifiedName)),
  ]),
];

/** The allocated address isn't of the new family. */
function invalidFamily(ip: string): string {
  return invalid('spec.clusterIPs[0]', ip, 'expected an IPv6 value as indicated by `ipFamilies[0]`');
}
