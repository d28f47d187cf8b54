/** Paths that name no resource: health, version, discovery, OpenAPI. */
import { type ApiRequest, type Exchange, methodNotAllowed, pathNotFound } from '../meta/index.ts';
import { discover } from './discovery.ts';
import { healthText } from './health.ts';
import { type OpenApi, serveOpenApi } from './openapi.ts';
import { refuse } from './outcome.ts';
import { respondJson, respondText } from './respond.ts';
import type { ServerParts } from './server-parts.ts';

export interface NonResourceOptions {
  readonly parts: ServerParts;
  /** `/openapi/v3` and below. */
  readonly openapi: OpenApi | undefined;
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
  { parts, openapi }: NonResourceOptions,
): void {
  const path = request.path.length > 1 ? request.path.replace(/\/$/, '') : request.path;
  if (request.method !== 'GET') refuse(path.startsWith('/api') ? methodNotAllowed() : pathNotFound());
  if (path === '/version') {
    respondJson(exchange, 200, serverVersion);
    return;
  }
  if (path === '/healthz' || path === '/readyz' || path === '/livez') {
    const verbose = request.query['verbose'] !== undefined;
    parts.checkEtcd((healthy) => {
      respondText(exchange, healthy ? 200 : 500, healthText(path.slice(1), healthy, verbose));
    });
    return;
  }
  if (openapi !== undefined && serveOpenApi(request, path, exchange, { openapi, resources: parts.resources })) return;
  const found = discover(request, path, parts.resources);
  if (found === undefined) refuse(pathNotFound());
  const headers = { 'content-type': found.contentType, 'cache-control': 'no-cache, private' };
  exchange.respond({ code: 200, headers, body: found.body });
}
