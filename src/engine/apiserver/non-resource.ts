/** Paths that name no resource: health, version, discovery, OpenAPI. */
import { type ApiRequest, type Exchange, methodNotAllowed, pathNotFound, qualified } from '../meta/index.ts';
import type { ServerParts } from './context.ts';
import { serveDocument } from './documents.ts';
import type { ServeDocument } from './feature.ts';
import { healthAnswer, healthQuestion } from './health.ts';
import type { Metrics } from './metrics.ts';
import { refuse } from './outcome.ts';
import { respondJson, respondText } from './respond.ts';

export interface NonResourceOptions {
  readonly parts: ServerParts;
  /** `/openapi/v3` and below. */
  readonly openapi: ServeDocument | undefined;
  readonly metrics?: Metrics | undefined;
}

/** The version this server says it is: the one whose behaviour it follows. */
export const serverVersion = {
  major: '1',
  minor: '33',
  gitVersion: 'v1.33.0-converge',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '2026-01-01T00:00:00Z',
  goVersion: '',
  compiler: '',
  platform: 'converge/virtual',
} as const;

/** Answers, or throws 404. */
export function serveNonResource(
  request: ApiRequest,
  exchange: Exchange,
  { parts, openapi, metrics }: NonResourceOptions,
): void {
  const path = request.path.length > 1 ? request.path.replace(/\/$/, '') : request.path;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    refuse(path.startsWith('/api') ? methodNotAllowed() : pathNotFound());
  if (path === '/version') {
    respondJson(exchange, 200, serverVersion);
    return;
  }
  const health = healthQuestion(path, request);
  if (health !== undefined) {
    parts.checkEtcd((healthy) => {
      const { code, text } = healthAnswer(health, healthy);
      respondText(exchange, code, text);
    });
    return;
  }
  if (path === '/metrics' && metrics !== undefined) {
    // A kind of several versions is stored once.
    const stored = new Map(
      parts.resources.all.map(({ resource, cache }) => [qualified(resource), [...cache.list('')].length]),
    );
    const type = 'text/plain; version=0.0.4; charset=utf-8';
    exchange.respond({ code: 200, headers: { 'content-type': type }, body: metrics.text(stored) });
    return;
  }
  const documents = [parts.aggregated?.serveDocument, openapi, serveDocument];
  const served = documents.some((serve) => serve?.(request, path, exchange, parts.resources) === true);
  if (!served) refuse(pathNotFound());
}
