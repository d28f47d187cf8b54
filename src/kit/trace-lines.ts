/** A universe's trace as lines to read: what the controller was handed and sent, what went wrong, and what others changed meanwhile. */
import type { Cluster, TraceEvent } from '../engine/index.ts';

export interface TraceOptions {
  readonly cluster: Cluster;
  /** The controller's. */
  readonly component: string;
  /** Where t is 0, as the cluster's clock has it. */
  readonly startMs: number;
}

export function traceLines({ cluster, component, startMs }: TraceOptions): readonly string[] {
  const { trace } = cluster;
  const all = trace.since(0);
  const own = all.filter((event) => event.component === component);
  const followed = new Set(own.flatMap(({ object }) => (object === undefined ? [] : [object.split('/')[0]])));
  const watched = new Set<string>();
  return all.flatMap((event) => {
    const words = isRoutine(event) ? undefined : wordsOf(event);
    return words === undefined ? [] : [`${secondsOf(event.time - startMs)}  ${words}`];
  });

  /** A watch that is opened again as the one before has ended: clients do that every few seconds or minutes. */
  function isRoutine({ what }: TraceEvent): boolean {
    if (what === 'starts') watched.clear();
    const [, path, isAnswer] = /^(?:sends )?watch of ([^ :]+)(: 200)?/.exec(what) ?? [];
    if (path === undefined) return false;
    const isKnown = watched.has(path) || isAnswer !== undefined;
    watched.add(path);
    return isKnown;
  }

  function wordsOf(event: TraceEvent): string | undefined {
    if (event.type === 'fault') return `✗ ${event.what}`;
    if (event.component === component) return by('controller', event);
    if (event.component === 'test') return by('test', event);
    if (event.type !== 'commit' || !followed.has(event.object?.split('/')[0])) return undefined;
    const request = trace.get(event.cause);
    const isOwn = trace.get(request?.cause ?? 0)?.component === component;
    return by(isOwn ? 'stored' : (request?.component ?? 'cluster'), event);
  }
}

const by = (who: string, { what }: TraceEvent): string => `${who.padEnd(10)}  ${what}`;

/** `   12.043 s` */
const secondsOf = (ms: number): string => `${(ms / 1000).toFixed(3).padStart(9)} s`;
