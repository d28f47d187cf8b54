/** What counts requests for `/metrics`; an extension gives it. */
import type { Clock } from '../kernel/index.ts';
import type { ApiRequest, Exchange } from '../meta/index.ts';
import type { RequestInfo } from './request-info.ts';

export interface Metrics {
  /** Counts a request, and its answer when it comes. */
  observe(request: ApiRequest, info: RequestInfo, exchange: Exchange): Exchange;
  /** The document. `stored`: objects by resource (`deployments.apps`). */
  text(stored: ReadonlyMap<string, number>): string;
}

export type MetricsFactory = (clock: Clock) => Metrics;
