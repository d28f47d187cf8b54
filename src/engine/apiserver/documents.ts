/** What a server says about what it serves: its paths and discovery. */
import type { ApiRequest, Exchange } from '../meta/index.ts';
import { discover } from './discovery.ts';
import { healthPaths } from './health.ts';
import type { Resources } from './resources.ts';
import { respondJson } from './respond.ts';

/** Answers if there is a document at the path. */
export function serveDocument(request: ApiRequest, path: string, exchange: Exchange, resources: Resources): boolean {
  if (path === '/') {
    respondJson(exchange, 200, { paths: pathsOf(resources) });
    return true;
  }
  const found = discover(request, path, resources);
  if (found === undefined) return false;
  const headers = { 'content-type': found.contentType, 'cache-control': 'no-cache, private' };
  exchange.respond({ code: 200, headers, body: found.body });
  return true;
}

/** What `/` lists. */
function pathsOf(resources: Resources): readonly string[] {
  const versions = resources.all.flatMap(({ resource: { group, apiVersion } }) =>
    group === '' ? ['/api', `/api/${apiVersion}`] : ['/apis', `/apis/${group}`, `/apis/${apiVersion}`],
  );
  const others = [...healthPaths, '/metrics', '/openapi/v2', '/openapi/v3', '/version'];
  return [...new Set([...versions, ...others])].sort();
}
