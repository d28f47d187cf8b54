/** A class for one port of a Service. */
import type { Backend, Endpoint, ServicePort, ServiceRule, ServiceView } from 'converge/sdk';

class PortRule {
  constructor(
    readonly view: ServiceView,
    readonly port: ServicePort,
  ) {}

  *endpoints(): Generator<readonly [Endpoint, number]> {
    for (const { endpoints, ports } of this.view.slices)
      for (const { name, port } of ports ?? [])
        if ((name ?? '') === (this.port.name ?? '') && port !== undefined) for (const each of endpoints ?? []) yield [each, port];
  }

  backends(everywhere: boolean): readonly Backend[] {
    const isLocal = this.view.service.spec.internalTrafficPolicy === 'Local' && !everywhere;
    const all = [...this.endpoints()].filter(([{ nodeName }]) => !isLocal || nodeName === this.view.node);
    const ready = all.filter(([{ conditions }]) => conditions?.ready === true);
    const leaving = all.filter(([{ conditions }]) => conditions?.serving === true && conditions.terminating === true);
    const used = ready.length > 0 ? ready : leaving;
    const seen = new Map<string, Backend>();
    for (const [{ addresses }, port] of used) for (const ip of addresses) seen.set(`${ip}/${port}`, { ip, port });
    return [...seen.values()];
  }

  rule(): ServiceRule {
    const { clusterIP = '', sessionAffinity, sessionAffinityConfig } = this.view.service.spec;
    const backends = this.backends(false);
    const { port, protocol = 'TCP' } = this.port;
    const rule = { ip: clusterIP, port, protocol, backends };
    if (backends.length === 0) return { ...rule, action: this.backends(true).length > 0 ? 'drop' : 'reject' };
    if (sessionAffinity !== 'ClientIP') return { ...rule, action: 'forward' };
    return { ...rule, action: 'forward', affinitySeconds: sessionAffinityConfig?.clientIP?.timeoutSeconds ?? 10_800 };
  }
}

export function serviceRules(view: ServiceView): readonly ServiceRule[] {
  const { clusterIP, ports = [] } = view.service.spec;
  return clusterIP === 'None' ? [] : ports.map((port) => new PortRule(view, port).rule());
}
