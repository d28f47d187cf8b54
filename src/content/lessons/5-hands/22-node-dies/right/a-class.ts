/** A class: an object for each node, and one for each zone. It gathers refusals, and throws the last one when the pass is over. */
import { conditionOf, Lease, Node, type Tools } from 'converge/sdk';
import { unknownConditions } from './conditions.ts';
import { isEvicting, noExecuteKey } from './taints.ts';
import { setNoExecute } from './write-taints.ts';
import { evictionIntervalMs, type Zone, zonesOf } from './zones.ts';

class Pulse {
  #renewTime: string | undefined;
  #heartbeat: string | undefined;
  #atMs: number;

  constructor(nowMs: number) {
    this.#atMs = nowMs;
  }

  /** Milliseconds since something new was seen. */
  silentMs(renewTime: string | undefined, heartbeat: string | undefined, nowMs: number): number {
    if (renewTime !== this.#renewTime || heartbeat !== this.#heartbeat) this.#atMs = nowMs;
    this.#renewTime = renewTime;
    this.#heartbeat = heartbeat;
    return nowMs - this.#atMs;
  }
}

class Monitor {
  readonly #pulses = new Map<string, Pulse>();
  readonly #nextMs = new Map<string, number>();

  async pass(tools: Tools): Promise<void> {
    const nodes = tools.lister(Node).list();
    for (const name of this.#pulses.keys()) if (!nodes.some(({ metadata }) => metadata.name === name)) this.#pulses.delete(name);
    let refusal: unknown;
    const attempt = async (work: Promise<void>): Promise<void> => {
      try {
        await work;
      } catch (error) {
        refusal = error;
      }
    };
    for (const node of nodes) await attempt(this.#mark(node, tools));
    const zones = zonesOf(nodes);
    const isCutOff = zones.every((zone) => zone.state === 'FullDisruption');
    for (const zone of zones) await attempt(isCutOff ? this.#reprieve(zone, tools) : this.#empty(zone, tools));
    if (refusal !== undefined) throw refusal;
  }

  async #mark(node: Node, tools: Tools): Promise<void> {
    const { name } = node.metadata;
    const pulse = this.#pulses.get(name) ?? new Pulse(tools.now());
    this.#pulses.set(name, pulse);
    const ready = conditionOf(node.status.conditions, 'Ready');
    const lease = tools.lister(Lease).get(`kube-node-lease/${name}`);
    const silentMs = pulse.silentMs(lease?.spec.renewTime, ready?.lastHeartbeatTime, tools.now());
    if (ready?.status === 'Unknown') return;
    if (silentMs > (ready === undefined ? 60_000 : 50_000))
      await tools.client.updateStatus(Node, { ...node, status: { ...node.status, conditions: unknownConditions(node, tools.now()) } });
  }

  async #reprieve({ nodes }: Zone, tools: Tools): Promise<void> {
    for (const node of nodes) await setNoExecute(node, false, tools);
  }

  /** At most one more node a pass. */
  async #empty(zone: Zone, tools: Tools): Promise<void> {
    for (const node of zone.nodes) if (noExecuteKey(node) === undefined || isEvicting(node)) await setNoExecute(node, true, tools);
    const next = zone.nodes.find((node) => noExecuteKey(node) !== undefined && !isEvicting(node));
    const intervalMs = evictionIntervalMs(zone);
    if (next === undefined || intervalMs === Number.POSITIVE_INFINITY || tools.now() < (this.#nextMs.get(zone.name) ?? 0)) return;
    await setNoExecute(next, true, tools);
    this.#nextMs.set(zone.name, tools.now() + intervalMs);
  }
}

export function createMonitor() {
  const monitor = new Monitor();
  return (tools: Tools): Promise<void> => monitor.pass(tools);
}
