/** `/openapi/v3` and below: documents of the kinds served, for `kubectl explain`, client-side checks and generators of clients. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { createOpenApi } from './documents.ts';
import { type OpenApi, serveOpenApi } from './serve-openapi.ts';

export const openapiFeature: ApiFeature = {
  name: 'openapi',
  createOpenApi(describe) {
    // Made when it is first requested: in a page its module comes in a piece.
    let openapi: OpenApi | undefined;
    return (request, path, exchange, resources) => {
      if (path !== '/openapi/v3' && !path.startsWith('/openapi/v3/')) return false;
      openapi ??= createOpenApi(describe);
      return serveOpenApi(request, path, exchange, { openapi, resources });
    };
  },
};

/** Loads what writes the documents, which in a page comes in a piece: before one is requested. */
export async function loadOpenApi(): Promise<void> {
  await import('./documents.ts');
}
