/** The control plane at a moment: who is there and how, and what is on its way. */
import type { Cluster, InFlightMessage } from '../../engine/index.ts';
import type { MapAsk, MapMessage, MapPart, MapPassed, MapTrouble, MapView } from '../../viz/map-model.ts';
import type { TimedFault } from '../faults.ts';
import { mapMessage, messageWords, wireOf } from './messages.ts';

export interface MapSources {
  readonly cluster: Cluster;
  readonly startMs: number;
  /** Milliseconds since the session's start. */
  t(): number;
  faults(): readonly TimedFault[];
  /** Controllers that run the learner's code. */
  swapped(): readonly string[];
}

/** What is listed; the rest is counted. */
const mostMessages = 400;

export function inspectMap(sources: MapSources, { at, sinceMs }: MapAsk): MapView {
  const { cluster, startMs } = sources;
  const now = sources.t();
  const past = at !== undefined && at.t < now;
  const timeMs = past ? at.t : now;
  const noted = cluster.networkTap?.messages() ?? { messages: [], completeSinceMs: Number.POSITIVE_INFINITY };
  const instant = timeMs + startMs;
  const trouble = troubleAt(sources, timeMs, past);
  const yours = new Set(sources.swapped());
  const part = (component: string, name: string): MapPart => {
    const wrong = trouble(component);
    return { name, ...(wrong === undefined ? {} : { trouble: wrong }), ...(yours.has(name) ? { yours: true } : {}) };
  };
  const named = (pattern: RegExp): readonly string[] =>
    cluster.components().filter((component) => pattern.test(component));
  const [scheduler] = named(/^scheduler(-\d+)?$/);
  const words = past ? undefined : queueWords(cluster);
  return {
    timeMs,
    revision: at?.revision ?? cluster.etcd().revision,
    forgotten: instant < noted.completeSinceMs,
    client: { name: 'kubectl' },
    loops: named(/^controller\//).map((component) => part(component, component.slice('controller/'.length))),
    ...(scheduler === undefined
      ? {}
      : { scheduler: { ...part(scheduler, 'scheduler'), ...(words === undefined ? {} : { words }) } }),
    servers: named(/^apiserver(-\d+)?$/).map((component) => part(component, component)),
    nodes: named(/^kubelet\//).map((component) => part(component, component.slice('kubelet/'.length))),
    inFlight: messagesInFlight(noted.messages, instant, startMs),
    passed: sinceMs === undefined ? [] : passedBetween(noted.messages, sinceMs + startMs, instant),
  };
}

function messagesInFlight(messages: readonly InFlightMessage[], instant: number, startMs: number): readonly MapMessage[] {
  return messages
    .filter(({ sentMs, arrivedMs }) => sentMs <= instant && (arrivedMs ?? Number.POSITIVE_INFINITY) > instant)
    .slice(-mostMessages)
    .map((message) => mapMessage(message, startMs))
    .filter(({ words }) => !words.endsWith('BOOKMARK'));
}

function passedBetween(messages: readonly InFlightMessage[], from: number, to: number): readonly MapPassed[] {
  const found = new Map<string, { count: number; last: InFlightMessage }>();
  for (const message of messages) {
    const arrived = message.arrivedMs;
    if (arrived === undefined || arrived <= from || arrived > to || message.lost === true) continue;
    const id = `${message.kind} ${wireOf(message).wire}`;
    const known = found.get(id);
    if (known === undefined) found.set(id, { count: 1, last: message });
    else {
      known.count += 1;
      known.last = message;
    }
  }
  return [...found.values()].map(({ count, last }) => ({
    wire: wireOf(last).wire,
    kind: last.kind,
    count,
    words: messageWords(last).words,
  }));
}

/** What is wrong with a component then. Now it is known who runs; for the past the faults tell. */
function troubleAt(
  { cluster, faults }: MapSources,
  timeMs: number,
  past: boolean,
): (component: string) => MapTrouble | undefined {
  const active = faults().filter(({ from, to }) => from <= timeMs && timeMs < to);
  return (component) => {
    if (!past && cluster.running(component) === undefined) return 'down';
    for (const { fault } of active) {
      if (fault.type === 'link') {
        const hit = matches(fault.from, component) || matches(fault.to, component);
        if (!hit || fault.from === '*' || fault.to === '*') continue;
        if (component.startsWith('apiserver')) continue;
        if (fault.partition === true) return 'cut off';
        if (fault.delayMs !== undefined || fault.jitterMs !== undefined) return 'slow';
      } else if (fault.component !== component) continue;
      else if (fault.type === 'crash') return past ? 'down' : undefined;
      else if (fault.type === 'pause') return 'paused';
      else if (fault.type === 'partition') return 'cut off';
    }
    return undefined;
  };
}

const matches = (pattern: string, name: string): boolean =>
  pattern === name || (pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1)));

function queueWords(cluster: Cluster): string | undefined {
  const status = cluster.running('scheduler')?.status?.();
  if (status === undefined || !('pods' in status)) return undefined;
  const waiting = [...status.pods.values()].filter(({ state }) => state !== 'in-flight').length;
  return waiting === 0 ? 'queue empty' : `${waiting} ${waiting === 1 ? 'waits' : 'wait'}`;
}
