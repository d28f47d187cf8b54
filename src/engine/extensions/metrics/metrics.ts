/** What `/metrics` tells of this server: its requests and its objects (upstream: apiserver pkg/endpoints/metrics, storage/etcd3/metrics). */

import type { Metrics } from '../../apiserver/metrics.ts';
import type { RequestInfo, ResourceInfo } from '../../apiserver/request-info.ts';
import type { Clock } from '../../kernel/index.ts';
import type { ApiRequest } from '../../meta/index.ts';
import { exposition, type Family, type Histogram, type Labels } from './exposition.ts';
import { nothingObserved, type Observed, observe } from './histogram.ts';

/** Seconds (upstream's own). */
const bounds = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60];
const verbs: Readonly<Record<string, string>> = { create: 'POST', update: 'PUT', deletecollection: 'DELETECOLLECTION' };
const connections = new Set(['exec', 'attach', 'portforward', 'proxy']);

/** Others aren't there, and are 404. */
const subresources = new Set([
  ...connections,
  'status',
  'scale',
  'log',
  'binding',
  'eviction',
  'finalize',
  'token',
  'approval',
  'ephemeralcontainers',
  'resize',
]);

interface Series extends Observed {
  readonly byCode: Map<number, number>;
}

/** Starts to count. */
export function createMetrics(clock: Clock): Metrics {
  const series = new Map<string, Series>();
  const inFlight = { mutating: 0, readOnly: 0 };

  function seriesOf(request: ApiRequest, info: RequestInfo): Series {
    const key = seriesKey(request, info);
    let found = series.get(key);
    if (found === undefined) {
      found = { ...nothingObserved(labelsOf(request, info), bounds), byCode: new Map() };
      series.set(key, found);
    }
    return found;
  }

  return {
    observe(request, info, exchange) {
      const began = clock.now();
      const kind = request.method === 'GET' || request.method === 'HEAD' ? 'readOnly' : 'mutating';
      inFlight[kind] += 1;
      let open = true;
      function finish(code: number): void {
        if (!open) return;
        open = false;
        inFlight[kind] -= 1;
        const found = seriesOf(request, info);
        found.byCode.set(code, (found.byCode.get(code) ?? 0) + 1);
        observe(found, bounds, (clock.now() - began) / 1000);
      }
      const { upgrade } = exchange;
      return {
        respond(response) {
          finish(response.code);
          exchange.respond(response);
        },
        write: (chunk) => exchange.write(chunk),
        end: () => exchange.end(),
        ...(upgrade !== undefined && {
          upgrade(peer) {
            finish(101);
            return upgrade(peer);
          },
        }),
      };
    },
    text(stored) {
      const all = [...series.values()];
      return exposition([
        requestsFamily(all),
        durations(all),
        {
          name: 'apiserver_current_inflight_requests',
          help: 'Requests that are being served, by whether they write.',
          type: 'gauge',
          samples: Object.entries(inFlight).map(([request_kind, value]) => ({ labels: { request_kind }, value })),
        },
        {
          name: 'apiserver_storage_objects',
          help: 'Objects stored, by resource.',
          type: 'gauge',
          samples: [...stored].map(([resource, value]) => ({ labels: { resource }, value })),
        },
      ]);
    },
  };
}

function requestsFamily(all: readonly Series[]): Family {
  return {
    name: 'apiserver_request_total',
    help: 'Requests answered, by verb, resource and HTTP code.',
    type: 'counter',
    samples: all.flatMap(({ labels, byCode }) =>
      [...byCode].map(([code, value]) => ({ labels: { code: String(code), ...labels }, value })),
    ),
  };
}

function durations(all: readonly Series[]): Histogram {
  const name = 'apiserver_request_duration_seconds';
  return { name, help: 'Seconds until the answer began.', type: 'histogram', bounds, series: all };
}

/** A text for all that the labels say, without making them: they are the same for most requests. */
function seriesKey({ query, method }: ApiRequest, info: RequestInfo): string {
  const dryRun = query['dryRun'] === 'All' ? 'dry' : '';
  if (!info.isResource) return `${dryRun} ${method}`;
  const { group, version, resource, verb } = info;
  return `${dryRun} ${verb} ${group}/${version}/${resource}/${subresourceOf(info)} ${scopeOf(info)}`;
}

function subresourceOf({ subresource }: ResourceInfo): string {
  return subresources.has(subresource) ? subresource : '';
}

function scopeOf({ name, namespace }: ResourceInfo): string {
  return name !== '' ? 'resource' : namespace !== '' ? 'namespace' : 'cluster';
}

function labelsOf(request: ApiRequest, info: RequestInfo): Labels {
  const dry_run = request.query['dryRun'] === 'All' ? 'All' : '';
  const common = { component: 'apiserver', dry_run };
  if (!info.isResource) {
    const none = { group: '', resource: '', scope: '', subresource: '' };
    return { ...common, ...none, verb: request.method, version: '' };
  }
  const { group, resource, version } = info;
  const subresource = subresourceOf(info);
  const scope = scopeOf(info);
  const verb = connections.has(subresource) ? 'CONNECT' : (verbs[info.verb] ?? info.verb.toUpperCase());
  return { ...common, group, resource, scope, subresource, verb, version };
}
