/** GET /openapi/v3 and below: documents with their ETags (upstream: kube-openapi pkg/handler3). */
import type { KindDefinition } from '../../api/types.ts';
import { asJson } from '../../apiserver/codec.ts';
import type { Resources } from '../../apiserver/resources.ts';
import type { ApiRequest, Exchange } from '../../meta/index.ts';

/** The index (`/openapi/v3`) or a document of these kinds; `hash` changes with it. */
export type OpenApi = (
  path: string,
  served: readonly KindDefinition[],
) => { readonly document: object; readonly hash: string } | undefined;

interface Parts {
  readonly openapi: OpenApi;
  readonly resources: Resources;
}

/** Answers if the path is one of OpenAPI's. A document requested by its hash may be kept for ever; by an old one, the client is sent on. */
export function serveOpenApi(
  request: ApiRequest,
  path: string,
  exchange: Exchange,
  { openapi, resources }: Parts,
): boolean {
  const served = resources.all.map(({ resource }) => resource.definition);
  const found = openapi(path, served);
  if (found === undefined) return false;
  const { document, hash } = found;
  const asked = path === '/openapi/v3' ? undefined : request.query['hash'];
  if (asked !== undefined && asked !== hash) {
    exchange.respond({
      code: 301,
      headers: { location: `${path}?hash=${hash}`, 'content-type': 'text/plain' },
      body: '',
    });
    return true;
  }
  const etag = JSON.stringify(hash);
  const headers = {
    'content-type': 'application/json',
    'cache-control': asked === undefined ? 'no-cache, private' : 'public, immutable',
    etag,
    vary: 'Accept',
  };
  const known = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  if (known.includes(etag)) exchange.respond({ code: 304, headers, body: '' });
  else exchange.respond({ code: 200, headers, body: asJson(document) });
  return true;
}
