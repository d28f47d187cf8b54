/**
 * Reads what Pods tell at `/metrics`, every 15 seconds, of those that the annotation `prometheus.io/scrape: "true"` asks it for; the port is that
 * of `prometheus.io/port`. What counts up becomes a rate. (upstream: Prometheus, and the rules that prometheus-adapter has by default)
 */
import { Pod } from '../../api/index.ts';
import type { ServerParts } from '../../apiserver/context.ts';
import type { StartHook } from '../../apiserver/feature.ts';
import { isOf } from '../../apiserver/resource.ts';
import { parseQuantity } from '../../meta/index.ts';
import { labelsOf, type Sample } from './samples.ts';

const everyMs = 15_000;
/** What isn't heard of any more. */
const forgottenAfterMs = 4 * everyMs;
const usualPort = '8080';

type Series = ReadonlyMap<string, number>;

interface Scraped {
  readonly atMs: number;
  /** As they were told, by name and labels. */
  readonly series: Series;
  /** By the name of the metric; rates once there were two. */
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
  /** What a process has used of a core lately. */
  readonly cores?: number;
}

/** Of each server, by the Pod's uid. */
const servers = new WeakMap<ServerParts['resources'], Map<string, Scraped>>();

/** What a Pod has told lately; undefined: nothing. */
export function scrapedOf(resources: ServerParts['resources'], { metadata }: { readonly metadata: { readonly uid?: string } }) {
  return servers.get(resources)?.get(metadata.uid ?? '');
}

/** Whether a Pod's figures are read rather than drawn. */
export function isScraped({ metadata }: Pod): boolean {
  return metadata.annotations?.['prometheus.io/scrape'] === 'true';
}

export const scrape: StartHook = (parts, ready) => {
  const scraped = new Map<string, Scraped>();
  servers.set(parts.resources, scraped);
  const pass = (): void => {
    scrapeAll(parts, scraped);
    timer = parts.clock.after(everyMs, pass, { background: true });
  };
  let timer = parts.clock.after(everyMs, pass, { background: true });
  ready();
  return () => timer.cancel();
};

function scrapeAll({ resources, nodeStreams, clock }: ServerParts, scraped: Map<string, Scraped>): void {
  for (const [uid, { atMs }] of scraped) if (atMs < clock.now() - forgottenAfterMs) scraped.delete(uid);
  for (const pod of resources.find('', 'v1', 'pods')?.cache.list('') ?? []) {
    if (!isOf(Pod, pod) || pod.status.phase !== 'Running' || !isScraped(pod)) continue;
    const port = Number(pod.metadata.annotations?.['prometheus.io/port'] ?? usualPort);
    nodeStreams?.http(pod, port, { method: 'GET', path: '/metrics', headers: {}, body: '' }, (answer) => {
      if (typeof answer === 'string' || answer.code !== 200) return;
      const { uid } = pod.metadata;
      scraped.set(uid, next(scraped.get(uid), clock.now(), seriesOf(answer.body)));
    });
  }
}

function seriesOf(body: string): Series {
  const series = new Map<string, number>();
  for (const line of body.split('\n')) {
    const [, name, value] = /^([^#\s]+(?:\{.*\})?)\s+(\S+)/.exec(line) ?? [];
    const number = Number(value ?? Number.NaN);
    if (name !== undefined && Number.isFinite(number)) series.set(name, number);
  }
  return series;
}

function next(before: Scraped | undefined, atMs: number, series: Series): Scraped {
  const samples = new Map<string, Sample[]>();
  const seconds = before === undefined ? 0 : (atMs - before.atMs) / 1000;
  let cores: number | undefined;
  for (const [key, value] of series) {
    const [, name = '', labels = ''] = /^([^{]+)(?:\{(.*)\})?$/.exec(key) ?? [];
    const metric = name.replace(/(?:_seconds)?_total$/, '');
    const isCounter = metric !== name;
    const last = before?.series.get(key);
    if (isCounter && (last === undefined || seconds === 0)) continue;
    // A counter that begins anew has been restarted.
    const amount = isCounter ? (value - (last !== undefined && last <= value ? last : 0)) / seconds : value;
    if (name === 'process_cpu_seconds_total') cores = amount;
    const quantity = parseQuantity(`${Math.round(amount * 1000)}m`);
    if ('error' in quantity) continue;
    samples.set(metric, [...(samples.get(metric) ?? []), { labels: labelsOf(labels), value: quantity }]);
  }
  return { atMs, series, samples, ...(cores !== undefined && { cores }) };
}
