/** What the API server serves at `/openapi/v3` and below, for `kubectl explain` and client-side checks. */
import { openApiDocument, openApiPaths } from '../api/index.ts';
import { hash32 } from '../kernel/index.ts';

/** Documents by path, made when first asked for. `describe`: text for a type (field '') or one of its fields; '' for none. */
export function createOpenApi(describe: (type: string, field: string) => string): (path: string) => object | undefined {
  const made = new Map<string, object | undefined>();
  function make(path: string): object | undefined {
    if (path === '') return index();
    return openApiDocument(path, describe);
  }
  return (path) => {
    const below = path.replace(/^\/openapi\/v3\/?/, '');
    if (!made.has(below)) made.set(below, make(below));
    return made.get(below);
  };
}

function index(): object {
  const entries = openApiPaths().map((path) => {
    const hash = hash32(path).toString(16).toUpperCase();
    return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }];
  });
  return { paths: Object.fromEntries(entries) };
}
