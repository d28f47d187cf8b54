/** `/openapi/v3` and below: documents of the kinds served, for `kubectl explain`, client-side checks and generators of clients. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { createOpenApi } from './documents.ts';
import { serveOpenApi } from './serve-openapi.ts';

export const openapiFeature: ApiFeature = {
  name: 'openapi',
  createOpenApi(describe) {
    const openapi = createOpenApi(describe);
    return (request, path, exchange, resources) => serveOpenApi(request, path, exchange, { openapi, resources });
  },
};
