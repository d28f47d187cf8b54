/** GET of a collection (upstream: storage/etcd3/store.go GetList, storage/cacher). */
import type { EtcdFailure } from '../../etcd/index.ts';
import {
  badRequest,
  expired,
  type KubeObject,
  type ListMeta,
  type Status,
  tooLargeResourceVersion,
} from '../../meta/index.ts';
import type { Context } from '../context.ts';
import { decodeContinue, encodeContinue } from '../continue-token.ts';
import { refuse, storageFailure } from '../outcome.ts';
import { checkListOptions, integerOf, revisionOf, type Selection, selectionOf } from '../parameters.ts';
import { representation } from '../representation.ts';
import { pathOf } from '../resource.ts';
import { respondJson, respondStatus } from '../respond.ts';
import type { ListPage } from '../storage.ts';

/** How long a list waits for a revision that isn't there yet. */
const freshnessWaitMs = 3000;

/** Answers a list: from the cache when any or an old enough state will do, else from etcd. */
export function list(context: Context): void {
  const { storage, info, request, exchange } = context;
  const { query } = request;
  checkListOptions(request, false);
  const selection = selectionOf(context.resource, query, info.namespace);
  const shape = representation(context);
  const limit = integerOf(query, 'limit') ?? 0;
  const token = query['continue'] ?? '';
  const requested = revisionOf(query['resourceVersion']);
  if (token !== '' && requested !== undefined && requested !== 0) {
    refuse(badRequest('specifying resource version is not allowed when using continue'));
  }
  const match = query['resourceVersionMatch'] || undefined;
  // Without a match a limit asks for exactly this revision, so that all pages are of one (upstream: legacy exact match).
  const exact = requested !== undefined && requested > 0 && (match === 'Exact' || (match === undefined && limit > 0));

  function answer(objects: readonly KubeObject[], metadata: ListMeta): void {
    respondJson(exchange, 200, shape.list(objects, metadata), context.warnings);
  }

  function fromCache(): void {
    const objects = select(storage.cache.list(selection.namespace, selection.name), selection);
    answer(objects, { resourceVersion: String(storage.cache.revision()) });
  }

  const paged = limit > 0 && requested !== 0;
  if (requested !== undefined && token === '' && !exact && !paged && requested <= storage.cache.revision()) {
    fromCache();
    return;
  }
  const start = token === '' ? undefined : decodeContinue(token);
  const revision = start !== undefined ? Math.max(start.revision, 0) : exact ? requested : 0;
  const from = start?.start ?? '';
  const rangeLimit = selection.matches === undefined ? limit : 0;
  const read = (retry: (() => void) | undefined): void =>
    storage.list({ namespace: selection.namespace, revision, from, limit: rangeLimit }, (result) => {
      if ('failed' in result)
        return respondStatus(exchange, listStatus(result.failed, from, requested ?? 0, context.parts.currentRevision()));
      const page = result.ok;
      if (requested !== undefined && !exact && page.revision < requested) {
        if (retry !== undefined) return retry();
        return respondStatus(exchange, tooLargeResourceVersion(requested, page.revision));
      }
      const { objects, metadata } = cut(context, page, selection, limit);
      answer(objects, metadata);
    });
  read(() => context.parts.clock.after(freshnessWaitMs, () => read(undefined)));
}

function select(objects: Iterable<KubeObject>, { matches }: Selection): readonly KubeObject[] {
  if (matches === undefined) return [...objects];
  const selected: KubeObject[] = [];
  for (const object of objects) if (matches(object)) selected.push(object);
  return selected;
}

/** The page of what was read, with a token for the next one. */
function cut(
  { resource }: Context,
  page: ListPage,
  selection: Selection,
  limit: number,
): { readonly objects: readonly KubeObject[]; readonly metadata: ListMeta } {
  const all = select(page.objects, selection);
  const resourceVersion = String(page.revision);
  const total = selection.matches === undefined ? page.count : all.length;
  const last = all[limit - 1];
  if (limit <= 0 || total <= limit || last === undefined) return { objects: all, metadata: { resourceVersion } };
  const metadata: ListMeta = {
    resourceVersion,
    continue: encodeContinue({ revision: page.revision, start: pathOf(resource, last) }),
    ...(selection.matches === undefined && { remainingItemCount: total - limit }),
  };
  return { objects: all.slice(0, limit), metadata };
}

/** A page of a revision that is gone: the error carries a token to go on with at the newest. */
function listStatus(failed: EtcdFailure, from: string, requested: number, current: number): Status {
  if (failed.error === 'futureRevision') return tooLargeResourceVersion(requested, current);
  if (failed.error !== 'compacted') return storageFailure(failed);
  if (from === '') return expired('The resourceVersion for the provided list is too old.');
  const words =
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
    'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
    'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
    'deleted between the time the first chunk was returned and now may show up in the list.';
  const token = encodeContinue({ revision: -1, start: from.replace(/\0$/, '') });
  return { ...expired(words), metadata: { continue: token } };
}
