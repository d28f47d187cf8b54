/**
 * `/openapi/v2`: what clients older than OpenAPI v3 read, and newer ones where v3 isn't enough. It says what the v3 documents say, as JSON or as
 * the protobuf that kubectl requests.
 */
import type { ApiRequest, ApiResponse, Exchange, Handler, Json, JsonObject } from '../../engine/index.ts';
import { isJsonObject } from '../../engine/index.ts';
import { openApiV2Of } from './openapi-v2-document.ts';
import { encodeOpenApiV2 } from './openapi-v2-protobuf.ts';

const protobufType = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/** What can be sent, and by which names it is requested: an @ is no part of a media type, and older clients send one (kube-openapi, pkg/handler). */
const forms: readonly (readonly [name: string, type: string])[] = [
  ['application/json', 'application/json'],
  ['application/com.github.proto-openapi.spec.v2@v1.0+protobuf', protobufType],
  [protobufType, protobufType],
];

/** The type of the answer: of what a client accepts, the first by quality that is there. Undefined where none is, such as YAML. */
export function openApiV2Type(accept: string): string | undefined {
  const ranges = (accept === '' ? '*/*' : accept).split(',').map((each) => {
    const [range = '', ...parameters] = each.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { range, quality: quality === undefined ? 1 : Number(quality) };
  });
  const matches = (range: string, name: string): boolean => range === '*/*' || range === 'application/*' || range === name;
  const sorted = ranges.toSorted((a, b) => b.quality - a.quality);
  return sorted.flatMap(({ range }) => forms.filter(([name]) => matches(range, name)))[0]?.[1];
}

interface Made {
  readonly etag: string;
  readonly document: JsonObject;
  readonly text: string;
  /** One character a byte; made on the first request. */
  protobuf?: string;
}

/** Passes everything else on. */
export function withOpenApiV2(inner: Handler): Handler {
  let made: Made | undefined;

  async function answer(request: ApiRequest, exchange: Exchange): Promise<void> {
    const type = openApiV2Type(request.headers['accept'] ?? '');
    if (type === undefined) return exchange.respond({ code: 406, headers: { vary: 'Accept' }, body: '' });
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
    if (made === undefined || made.etag !== etag) {
      const document = await documentOf(Object.keys(paths), get);
      made = { etag, document, text: JSON.stringify(document) };
    }
    const known = { etag, vary: 'Accept', 'cache-control': 'no-cache, private' };
    const headers = { ...known, 'content-type': type };
    if (etag !== '' && (request.headers['if-none-match'] ?? '').includes(etag)) {
      exchange.respond({ code: 304, headers: known, body: '' });
    } else if (type === protobufType) {
      made.protobuf ??= Buffer.from(encodeOpenApiV2(made.document)).toString('latin1');
      exchange.respond({ code: 200, headers, body: made.protobuf, binary: true });
    } else {
      exchange.respond({ code: 200, headers, body: made.text });
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
