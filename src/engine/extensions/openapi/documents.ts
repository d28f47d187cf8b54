/** What the API server serves at `/openapi/v3` and below, for `kubectl explain`, client-side checks and generators of clients. */
import { openApiDocument, openApiPaths } from '../../api/openapi.ts';
import type { KindDefinition } from '../../api/types.ts';
import { hash32 } from '../../kernel/index.ts';

/** A document and what changes with it. */
interface Made {
  readonly members: readonly KindDefinition[];
  readonly document: object;
  readonly hash: string;
}

/** Documents by path, made when first requested and again when other kinds are served. `describe`: text for a type (field '') or one of its
 *  fields; '' for none. The hash is of the document's text. */
export function createOpenApi(describe: (type: string, field: string) => string) {
  const made = new Map<string, Made>();

  function documentAt(path: string, served: readonly KindDefinition[]): Made | undefined {
    const root = path.startsWith('api/') ? '' : (path.split('/')[1] ?? '');
    const members = served.filter(({ group }) => group === root);
    const before = made.get(path);
    if (before !== undefined && isSame(before.members, members)) return before;
    const document = openApiDocument(path, describe, members);
    if (document === undefined) {
      made.delete(path);
      return undefined;
    }
    const now = { members, document, hash: hashOf(JSON.stringify(document)) };
    made.set(path, now);
    return now;
  }

  function index(served: readonly KindDefinition[]): Omit<Made, 'members'> {
    const entries = openApiPaths(served).map((path) => {
      const url = `/openapi/v3/${path}?hash=${documentAt(path, served)?.hash ?? ''}`;
      return [path, { serverRelativeURL: url }];
    });
    const document = { paths: Object.fromEntries(entries) };
    return { document, hash: hashOf(JSON.stringify(document)) };
  }

  return (path: string, served: readonly KindDefinition[]): Omit<Made, 'members'> | undefined => {
    const below = path.replace(/^\/openapi\/v3\/?/, '');
    return below === '' ? index(served) : documentAt(below, served);
  };
}

function isSame(a: readonly KindDefinition[], b: readonly KindDefinition[]): boolean {
  return a.length === b.length && a.every((kind, index) => kind === b[index]);
}

/** 64 bits in upper-case hex, as upstream shows its longer one. */
function hashOf(text: string): string {
  const half = (salt: string): string =>
    hash32(salt + text)
      .toString(16)
      .toUpperCase()
      .padStart(8, '0');
  return half('') + half('openapi');
}
