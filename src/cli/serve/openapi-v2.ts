/**
 * `/openapi/v2`: what clients older than OpenAPI v3 read. As JSON it has the definitions of every v3 document. kubectl asks for protobuf, and
 * only for kinds that v3 lacks (a List, a kind nobody knows), to be told that the server doesn't know them either: there the document
 * is empty.
 */
import type { ApiRequest, ApiResponse, Exchange, Handler, Json, JsonObject } from '../../engine/index.ts';
import { isJsonObject } from '../../engine/index.ts';

const protobufType = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
/** How it is answered: an @ is no part of a media type (kube-openapi, pkg/handler). */
const answeredType = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
const title = 'Kubernetes';
const version = 'v1.33.0';

/** Passes everything else on. */
export function withOpenApiV2(inner: Handler): Handler {
  return (request, exchange) => {
    if (request.method !== 'GET' || request.path !== '/openapi/v2') return inner(request, exchange);
    if ((request.headers['accept'] ?? '').includes(protobufType)) {
      exchange.respond({ code: 200, headers: { 'content-type': answeredType }, body: emptyDocument() });
    } else void answerWithDefinitions(inner, request, exchange);
    return () => {};
  };
}

/** Document {1 swagger, 2 info {1 title, 2 version}}: ASCII, so it can pass as text. */
function emptyDocument(): string {
  const field = (number: number, text: string): string =>
    String.fromCharCode((number << 3) | 2) + String.fromCharCode(text.length) + text;
  return field(1, '2.0') + field(2, field(1, title) + field(2, version));
}

async function answerWithDefinitions(inner: Handler, request: ApiRequest, exchange: Exchange): Promise<void> {
  const get = (path: string): Promise<ApiResponse> =>
    new Promise((resolve) => {
      inner({ ...request, path, query: {} }, { respond: resolve, write() {}, end() {} });
    });
  const index = await get('/openapi/v3');
  const paths = isJsonObject(index.body) ? index.body['paths'] : undefined;
  const definitions: Record<string, Json> = {};
  for (const name of isJsonObject(paths) ? Object.keys(paths) : []) {
    const { body } = await get(`/openapi/v3/${name}`);
    const components = isJsonObject(body) ? body['components'] : undefined;
    const schemas = isJsonObject(components) ? components['schemas'] : undefined;
    if (isJsonObject(schemas)) Object.assign(definitions, schemas);
  }
  const text = JSON.stringify(definitions).replaceAll('#/components/schemas/', '#/definitions/');
  const document: JsonObject = { swagger: '2.0', info: { title, version }, paths: {}, definitions: JSON.parse(text) };
  exchange.respond({ code: 200, headers: { 'content-type': 'application/json' }, body: document });
}
