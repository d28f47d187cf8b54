/** Each endpoint has a rank, and those of the best rank are taken. */
import type { Endpoint, ServicePort, ServiceRule, ServiceView } from 'converge/sdk';

const rankOf = ({ conditions }: Endpoint): number => (conditions?.ready ? 0 : conditions?.serving && conditions.terminating ? 1 : 2);

export const serviceRules = (view: ServiceView): readonly ServiceRule[] =>
  view.service.spec.clusterIP === 'None' ? [] : (view.service.spec.ports ?? []).map((port) => ruleOf(view, port));

function ruleOf({ service: { spec }, slices, node }: ServiceView, { name = '', port, protocol = 'TCP' }: ServicePort): ServiceRule {
  const all = slices.flatMap(({ endpoints = [], ports = [] }) => {
    const number = ports?.find((each) => (each.name ?? '') === name)?.port;
    return number === undefined ? [] : (endpoints ?? []).map((endpoint) => ({ rank: rankOf(endpoint), isNear: spec.internalTrafficPolicy !== 'Local' || endpoint.nodeName === node, key: `${endpoint.addresses[0]} ${number}` }));
  });
  const useful = all.filter(({ rank }) => rank < 2);
  const near = useful.filter(({ isNear }) => isNear);
  const best = Math.min(...near.map(({ rank }) => rank));
  const keys = new Set(near.filter(({ rank }) => rank === best).map(({ key }) => key));
  const backends = [...keys].map((key) => {
    const [ip = '', number] = key.split(' ');
    return { ip, port: Number(number) };
  });
  const action = backends.length > 0 ? 'forward' : useful.length > 0 ? 'drop' : 'reject';
  const sticky = action === 'forward' && spec.sessionAffinity === 'ClientIP';
  return { ip: spec.clusterIP ?? '', port, protocol, action, backends, ...(sticky && { affinitySeconds: spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? 10_800 }) };
}
