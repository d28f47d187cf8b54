/** What a range request makes of the keys it covers: bounds, order, limit (server/etcdserver/apply.go Range). */
import { bytesOf } from './bytes.ts';
import type { KeyValue, RangeRequest, RangeResponse, Revision } from './types.ts';

/** Answers from the live keys of the range at its revision, in key order. `revision` is the store's. */
export function select(kvs: Iterable<KeyValue>, request: RangeRequest, revision: Revision): RangeResponse {
  const { keysOnly, countOnly } = request;
  const limit = request.limit !== undefined && request.limit > 0 ? request.limit : Number.POSITIVE_INFINITY;
  // Whatever is pruned or sorted must be fetched whole first.
  const whole = isWhole(request);
  let chosen: KeyValue[] = [];
  let count = 0;
  for (const kv of kvs) {
    count += 1;
    if (countOnly !== true && (whole || chosen.length < limit)) chosen.push(kv);
  }
  if (countOnly === true) return { revision, kvs: [], more: false, count };
  let more = count > chosen.length;
  if (whole) {
    chosen = sorted(chosen.filter(within(request)), request);
    more = chosen.length > limit;
    if (more) chosen.length = limit;
  }
  return { revision, kvs: keysOnly === true ? chosen.map(withoutValue) : chosen, more, count };
}

function isWhole(request: RangeRequest): boolean {
  return (
    request.sortOrder !== undefined ||
    (request.sortTarget ?? 'key') !== 'key' ||
    Boolean(request.minModRevision || request.maxModRevision || request.minCreateRevision || request.maxCreateRevision)
  );
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
function sorted(kvs: KeyValue[], { sortOrder, sortTarget = 'key' }: RangeRequest): KeyValue[] {
  if (sortTarget === 'key' && sortOrder !== 'descend') return kvs;
  const by = targets[sortTarget];
  const sign = sortOrder === 'descend' ? -1 : 1;
  return kvs.sort((a, b) => {
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
