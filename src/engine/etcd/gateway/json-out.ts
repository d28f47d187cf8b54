/** The JSON of answers, as grpc-gateway writes protobuf: int64 as text, bytes as base64, and nothing that is zero. */
import type { Json } from '../../meta/json.ts';
import { bytesOf, toBase64 } from '../bytes.ts';
import type { KeyValue, Member, OpResponse, RangeResponse, ResponseHeader, TxnResponse, WatchEvent } from '../types.ts';
import type { AnswerOptions } from './requests.ts';

export type JsonObject = { readonly [name: string]: Json };

/** Leaves out what protobuf would: zero, false, '' and empty lists. Numbers become text, as int64 does. */
export function message(fields: { readonly [name: string]: Json | undefined }): JsonObject {
  const kept: { [name: string]: Json } = {};
  for (const name in fields) {
    const value = fields[name];
    if (value === undefined || value === 0 || value === false || value === '') continue;
    if (Array.isArray(value) && value.length === 0) continue;
    kept[name] = typeof value === 'number' ? String(value) : value;
  }
  return kept;
}

/** ResponseHeader; without a revision where the real one leaves it out. */
export function headerJson({ clusterId, memberId, revision, raftTerm }: ResponseHeader, withRevision = true): Json {
  return message({
    cluster_id: clusterId,
    member_id: memberId,
    revision: withRevision ? revision : 0,
    raft_term: raftTerm,
  });
}

/** mvccpb.KeyValue. */
export function kvJson(kv: KeyValue): JsonObject {
  return message({
    key: toBase64(kv.key),
    create_revision: kv.createRevision,
    mod_revision: kv.modRevision,
    version: kv.version,
    // keys_only leaves null in the place of the value; none of ours is null otherwise.
    value: kv.value === null ? '' : toBase64(bytesOf(kv.value)),
    lease: kv.lease,
  });
}

/** RangeResponse without its header. */
export function rangeJson({ kvs, more, count }: RangeResponse): JsonObject {
  return message({ kvs: kvs.map(kvJson), more, count });
}

/** PutResponse or DeleteRangeResponse without its header; `previous`: the client requested it. */
export function writtenJson(response: Extract<OpResponse, { type: 'put' | 'delete' }>, previous: boolean): JsonObject {
  if (response.type === 'put') {
    return previous && response.previous !== undefined ? { prev_kv: kvJson(response.previous) } : {};
  }
  return message({ deleted: response.deleted, prev_kvs: previous ? response.previous.map(kvJson) : [] });
}

/** TxnResponse without its header. */
export function txnJson({ succeeded, responses }: TxnResponse, options: AnswerOptions): JsonObject {
  const optionsOfOps = succeeded ? options.success : options.failure;
  return message({ succeeded, responses: responses.map((response, at) => opJson(response, optionsOfOps[at])) });
}

function opJson(response: OpResponse, options: AnswerOptions = { previous: false, success: [], failure: [] }): Json {
  const header = message({ revision: response.revision });
  switch (response.type) {
    case 'range':
      return { response_range: { header, ...rangeJson(response) } };
    case 'put':
      return { response_put: { header, ...writtenJson(response, options.previous) } };
    case 'delete':
      return { response_delete_range: { header, ...writtenJson(response, options.previous) } };
    case 'txn':
      return { response_txn: { header, ...txnJson(response, options) } };
  }
}

/** mvccpb.Event. */
export function eventJson(event: WatchEvent): Json {
  const previous = event.previous === undefined ? {} : { prev_kv: kvJson(event.previous) };
  if (event.type === 'put') return { kv: kvJson(event.kv), ...previous };
  const kv = message({ key: toBase64(event.key), mod_revision: event.modRevision });
  return { type: 'DELETE', kv, ...previous };
}

/** Member. */
export function memberJson({ id, name, peerUrls, clientUrls, learner }: Member): Json {
  return message({ ID: id, name, peerURLs: peerUrls, clientURLs: clientUrls, isLearner: learner });
}
