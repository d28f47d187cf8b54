/**
 * `/openapi/v2`: what clients older than OpenAPI v3 read, and newer ones where v3 isn't enough. It says what the v3 documents say, as JSON or as
 * the protobuf that kubectl requests.
 */
import type { ApiRequest, ApiResponse, Exchange, Handler, Json, JsonObject } from '../../engine/index.ts';
import { isJsonObject } from '../../engine/index.ts';
import { openApiV2Of } from './openapi-v2-document.ts';
import { encodeOpenApiV2 } from './openapi-v2-protobuf.ts';

const protobufType = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
/** How it is answered: an @ is no part of a media type (kube-openapi, pkg/handler). */
const answeredType = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

interface Made {
  readonly etag: string;
  readonly document: JsonObject;
  /** One character a byte; made on the first request. */
  protobuf?: string;
}

/** Passes everything else on. */
export function withOpenApiV2(inner: Handler): Handler {
  let made: Made | undefined;

  async function answer(request: ApiRequest, exchange: Exchange): Promise<void> {
    // As the same user: impersonation and token go on with it.
    const identity = /^(?:authorization|impersonate-)/;
    const own = Object.fromEntries(Object.entries(request.headers).filter(([name]) => identity.test(name)));
    const get = (path: string): Promise<ApiResponse> =>
      new Promise((resolve) => {
        inner({ ...request, path, query: {}, headers: own }, { respond: resolve, write() {}, end() {} });
      });
    const index = await get('/openapi/v3');
    const paths = isJsonObject(index.body) ? index.body['paths'] : undefined;
    if (index.code !== 200 || !isJsonObject(paths)) return exchange.respond(index);
    const etag = index.headers['etag'] ?? '';
    if (made === undefined || made.etag !== etag) made = { etag, document: await documentOf(Object.keys(paths), get) };
    const isProtobuf = (request.headers['accept'] ?? '').includes(protobufType);
    const headers = { etag, vary: 'Accept', 'cache-control': 'no-cache, private' };
    const type = isProtobuf ? answeredType : 'application/json';
    if (etag !== '' && (request.headers['if-none-match'] ?? '').includes(etag)) {
      exchange.respond({ code: 304, headers, body: '' });
    } else if (isProtobuf) {
      made.protobuf ??= Buffer.from(encodeOpenApiV2(made.document)).toString('latin1');
      exchange.respond({ code: 200, headers: { ...headers, 'content-type': type }, body: made.protobuf, binary: true });
    } else {
      exchange.respond({ code: 200, headers: { ...headers, 'content-type': type }, body: made.document });
    }
  }

  return (request, exchange) => {
    if (request.method !== 'GET' || request.path !== '/openapi/v2') return inner(request, exchange);
    void answer(request, exchange);
    return () => {};
  };
}

async function documentOf(names: readonly string[], get: (path: string) => Promise<ApiResponse>): Promise<JsonObject> {
  const documents: Json[] = [];
  for (const name of names) documents.push((await get(`/openapi/v3/${name}`)).body ?? null);
  return openApiV2Of(documents.filter(isJsonObject));
}
