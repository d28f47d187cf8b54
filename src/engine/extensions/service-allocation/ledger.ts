/**
 * Which addresses and node ports are taken: by stored Services, as the cache tells, and by requests under way. Nobody gives
 * anything back: what a Service no longer names is free.
 */
import type { Service } from '../../api/index.ts';
import type { Storage } from '../../apiserver/storage.ts';
import type { Subscription } from '../../apiserver/subscriptions.ts';
import { type KubeObject, parseIp } from '../../meta/index.ts';

export interface Ledger {
  hasIp(ip: number): boolean;
  hasPort(port: number): boolean;
  /** Keeps what a request took until it is settled; in the place of what an earlier try of the same request took. */
  reserve(request: object, service: Service): void;
  /** The request is over. `stored`: what it wrote, if it did. */
  settle(request: object, stored: KubeObject | undefined): void;
  stop(): void;
}

interface Holding {
  readonly ips: readonly number[];
  readonly ports: readonly number[];
}

type Counts = Map<number, number>;

/** A ledger of the Services of one storage. */
export function createLedger({ cache }: Storage): Ledger {
  const stored = new Map<string, Holding>();
  const underWay = new Map<object, Holding>();
  const ips: Counts = new Map();
  const ports: Counts = new Map();
  let unsubscribe = (): void => undefined;

  function count({ ips: someIps, ports: somePorts }: Holding, by: 1 | -1): void {
    for (const ip of someIps) countOne(ips, ip, by);
    for (const port of somePorts) countOne(ports, port, by);
  }

  function put<K>(holdings: Map<K, Holding>, key: K, holding: Holding | undefined): void {
    const before = holdings.get(key);
    if (before !== undefined) count(before, -1);
    holdings.delete(key);
    if (holding === undefined) return;
    count(holding, 1);
    holdings.set(key, holding);
  }

  const subscription: Subscription = {
    namespace: '',
    name: '',
    fields: [],
    matches: undefined,
    send({ type, object }) {
      put(stored, placeOf(object), type === 'DELETED' ? undefined : holdingOf(object as Service));
    },
    closed: () => {
      for (const place of [...stored.keys()]) put(stored, place, undefined);
      cache.whenReady(follow);
    },
  };

  function follow(): void {
    unsubscribe = cache.subscribe(subscription, undefined);
  }

  cache.whenReady(follow);
  return {
    hasIp: (ip) => ips.has(ip),
    hasPort: (port) => ports.has(port),
    reserve: (request, service) => put(underWay, request, holdingOf(service)),
    settle(request, object) {
      const holding = underWay.get(request);
      if (holding === undefined) return;
      put(underWay, request, undefined);
      // The cache may not have seen it yet; when it has, it knows better.
      if (object === undefined || cache.revision() >= Number(object.metadata.resourceVersion)) return;
      put(stored, placeOf(object), holding);
    },
    stop: () => unsubscribe(),
  };
}

function countOne(counts: Counts, value: number, by: 1 | -1): void {
  const now = (counts.get(value) ?? 0) + by;
  if (now === 0) counts.delete(value);
  else counts.set(value, now);
}

function placeOf({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}

function holdingOf({ spec }: Service): Holding {
  const addresses = (spec.clusterIPs ?? []).map(parseIp).filter((ip) => ip?.family === 'IPv4');
  const ports = (spec.ports ?? []).map(({ nodePort = 0 }) => nodePort);
  return {
    ips: addresses.map((ip) => Number(ip?.value)),
    ports: [...ports, spec.healthCheckNodePort ?? 0].filter((port) => port !== 0),
  };
}
