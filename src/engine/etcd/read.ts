/** What a range request makes of the keys it covers: bounds, order, limit (server/etcdserver/apply.go Range). */
import { bytesOf } from './bytes.ts';
import type { KeyValue, RangeRequest, RangeResponse, Revision } from './types.ts';

/** Answers from the live keys of the range at its revision, in key order. `revision` is the store's. */
export function select(kvs: Iterable<KeyValue>, request: RangeRequest, revision: Revision): RangeResponse {
  const { keysOnly, countOnly } = request;
  const limit = request.limit !== undefined && request.limit > 0 ? request.limit : Number.POSITIVE_INFINITY;
  const bounded = isBounded(request);
  // What is pruned or sorted is fetched whole first; by a target without an order only as far as the limit reaches, and one more.
  const fetched = bounded || request.sortOrder !== undefined ? Number.POSITIVE_INFINITY : limit + 1;
  let chosen: KeyValue[] = [];
  let count = 0;
  for (const kv of kvs) {
    count += 1;
    if (countOnly !== true && chosen.length < fetched) chosen.push(kv);
  }
  if (countOnly === true) return { revision, kvs: [], more: false, count };
  if (bounded) chosen = chosen.filter(within(request));
  sort(chosen, request);
  const more = chosen.length > limit;
  if (more) chosen.length = limit;
  return { revision, kvs: keysOnly === true ? chosen.map(withoutValue) : chosen, more, count };
}

function isBounded({ minModRevision, maxModRevision, minCreateRevision, maxCreateRevision }: RangeRequest): boolean {
  return Boolean(minModRevision || maxModRevision || minCreateRevision || maxCreateRevision);
}

function within(request: RangeRequest): (kv: KeyValue) => boolean {
  const { minModRevision, maxModRevision, minCreateRevision, maxCreateRevision } = request;
  return ({ modRevision, createRevision }) =>
    !(
      (maxModRevision && modRevision > maxModRevision) ||
      (minModRevision && modRevision < minModRevision) ||
      (maxCreateRevision && createRevision > maxCreateRevision) ||
      (minCreateRevision && createRevision < minCreateRevision)
    );
}

/** Equals keep the order of their keys, also when descending. */
function sort(kvs: KeyValue[], { sortOrder, sortTarget = 'key' }: RangeRequest): void {
  if (sortTarget === 'key' && sortOrder !== 'descend') return;
  const by = targets[sortTarget];
  const sign = sortOrder === 'descend' ? -1 : 1;
  kvs.sort((a, b) => {
    const left = by(a);
    const right = by(b);
    return left < right ? -sign : left > right ? sign : 0;
  });
}

const targets: Readonly<Record<NonNullable<RangeRequest['sortTarget']>, (kv: KeyValue) => string | number>> = {
  key: (kv) => kv.key,
  version: (kv) => kv.version,
  create: (kv) => kv.createRevision,
  mod: (kv) => kv.modRevision,
  value: (kv) => bytesOf(kv.value),
};

function withoutValue(kv: KeyValue): KeyValue {
  return { ...kv, value: null };
}
