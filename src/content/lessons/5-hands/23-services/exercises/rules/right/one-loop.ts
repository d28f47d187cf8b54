/** Loops alone, in one function. */
import type { Backend, ServiceRule, ServiceView } from 'converge/sdk';

export function serviceRules({ service, slices, node }: ServiceView): readonly ServiceRule[] {
  const rules: ServiceRule[] = [];
  const { clusterIP, ports, internalTrafficPolicy, sessionAffinity, sessionAffinityConfig } = service.spec;
  if (!clusterIP || clusterIP === 'None') return rules;
  for (const port of ports ?? []) {
    const ready: Backend[] = [];
    const leaving: Backend[] = [];
    let elsewhere = false;
    for (const slice of slices) {
      const number = (slice.ports ?? []).find(({ name }) => (name || '') === (port.name || ''))?.port;
      if (number === undefined) continue;
      for (const endpoint of slice.endpoints ?? []) {
        const { ready: isReady, serving, terminating } = endpoint.conditions ?? {};
        if (!isReady && !(serving && terminating)) continue;
        if (internalTrafficPolicy === 'Local' && endpoint.nodeName !== node) {
          elsewhere = true;
          continue;
        }
        const list = isReady ? ready : leaving;
        for (const ip of endpoint.addresses) if (!list.some((each) => each.ip === ip && each.port === number)) list.push({ ip, port: number });
      }
    }
    const backends = ready.length > 0 ? ready : leaving;
    const base = { ip: clusterIP, port: port.port, protocol: port.protocol ?? 'TCP', backends };
    if (backends.length === 0) rules.push({ ...base, action: elsewhere ? 'drop' : 'reject' });
    else if (sessionAffinity === 'ClientIP') rules.push({ ...base, action: 'forward', affinitySeconds: sessionAffinityConfig?.clientIP?.timeoutSeconds ?? 3 * 60 * 60 });
    else rules.push({ ...base, action: 'forward' });
  }
  return rules;
}
