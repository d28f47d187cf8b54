/** From the JSON of a request to what a member takes. Field names are those of rpc.proto. */
import type { AlarmRequest, Compare, Op, PutOp, RangeRequest, Txn, WatchRequest } from '../types.ts';
import type { Fields } from './json-in.ts';

/** `range_end` as it stands in most messages: absent for a single key. */
function rangeEndOf(fields: Fields): { readonly rangeEnd?: string } {
  const rangeEnd = fields.bytes('range_end');
  return rangeEnd === '' ? {} : { rangeEnd };
}

/** RangeRequest. */
export function rangeOf(fields: Fields): RangeRequest {
  const order = fields.oneOf('sort_order', 'etcdserverpb.RangeRequest_SortOrder', ['NONE', 'ASCEND', 'DESCEND']);
  const targets = ['KEY', 'VERSION', 'CREATE', 'MOD', 'VALUE'] as const;
  const target = fields.oneOf('sort_target', 'etcdserverpb.RangeRequest_SortTarget', targets);
  return {
    key: fields.bytes('key'),
    ...rangeEndOf(fields),
    limit: fields.int('limit'),
    revision: fields.int('revision'),
    ...(order !== 'NONE' && { sortOrder: order === 'ASCEND' ? 'ascend' : 'descend' }),
    sortTarget: sortTargets[target],
    serializable: fields.flag('serializable'),
    keysOnly: fields.flag('keys_only'),
    countOnly: fields.flag('count_only'),
    minModRevision: fields.int('min_mod_revision'),
    maxModRevision: fields.int('max_mod_revision'),
    minCreateRevision: fields.int('min_create_revision'),
    maxCreateRevision: fields.int('max_create_revision'),
  };
}

const sortTargets = { KEY: 'key', VERSION: 'version', CREATE: 'create', MOD: 'mod', VALUE: 'value' } as const;

/** PutRequest. */
export function putOf(fields: Fields): PutOp {
  return {
    type: 'put',
    key: fields.bytes('key'),
    value: fields.bytes('value'),
    lease: fields.int('lease'),
    ignoreValue: fields.flag('ignore_value'),
    ignoreLease: fields.flag('ignore_lease'),
  };
}

/** DeleteRangeRequest. */
export function deleteOf(fields: Fields): Op {
  return { type: 'delete', key: fields.bytes('key'), ...rangeEndOf(fields) };
}

/** What the client requests beside the answer of each operation, in the shape of the transaction. */
export interface AnswerOptions {
  readonly previous: boolean;
  readonly success: readonly AnswerOptions[];
  readonly failure: readonly AnswerOptions[];
}

/** A transaction with the answer options of its operations. Undefined: one of its operations isn't known. */
export function txnOf(fields: Fields): { readonly txn: Txn; readonly options: AnswerOptions } | undefined {
  const success = opsOf(fields.messages('success'));
  const failure = opsOf(fields.messages('failure'));
  if (success === undefined || failure === undefined) return undefined;
  const compare = fields.messages('compare').map(compareOf);
  return {
    txn: { compare, success: success.map(({ op }) => op), failure: failure.map(({ op }) => op) },
    options: {
      previous: false,
      success: success.map(({ options }) => options),
      failure: failure.map(({ options }) => options),
    },
  };
}

interface OpWithOptions {
  readonly op: Op;
  readonly options: AnswerOptions;
}

function opsOf(all: readonly Fields[]): readonly OpWithOptions[] | undefined {
  const ops: OpWithOptions[] = [];
  for (const fields of all) {
    const op = opOf(fields);
    if (op === undefined) return undefined;
    ops.push(op);
  }
  return ops;
}

function opOf(fields: Fields): OpWithOptions | undefined {
  const put = fields.message('request_put');
  if (put !== undefined) return { op: putOf(put), options: optionsOf(put) };
  const remove = fields.message('request_delete_range');
  if (remove !== undefined) return { op: deleteOf(remove), options: optionsOf(remove) };
  const range = fields.message('request_range');
  if (range !== undefined) return { op: { type: 'range', request: rangeOf(range) }, options: none };
  const inner = fields.message('request_txn');
  const txn = inner === undefined ? undefined : txnOf(inner);
  return txn === undefined ? undefined : { op: { type: 'txn', txn: txn.txn }, options: txn.options };
}

function optionsOf(fields: Fields): AnswerOptions {
  return fields.flag('prev_kv') ? { ...none, previous: true } : none;
}

const none: AnswerOptions = { previous: false, success: [], failure: [] };

function compareOf(fields: Fields): Compare {
  const op = fields.oneOf('result', 'etcdserverpb.Compare_CompareResult', ['EQUAL', 'GREATER', 'LESS', 'NOT_EQUAL']);
  const targets = ['VERSION', 'CREATE', 'MOD', 'VALUE', 'LEASE'] as const;
  const target = fields.oneOf('target', 'etcdserverpb.Compare_CompareTarget', targets);
  const guard = { key: fields.bytes('key'), ...rangeEndOf(fields), op: compareOps[op] };
  switch (target) {
    case 'VALUE':
      return { ...guard, target: 'value', value: fields.bytes('value') };
    case 'VERSION':
      return { ...guard, target: 'version', value: fields.int('version') };
    case 'CREATE':
      return { ...guard, target: 'create', value: fields.int('create_revision') };
    case 'MOD':
      return { ...guard, target: 'mod', value: fields.int('mod_revision') };
    case 'LEASE':
      return { ...guard, target: 'lease', value: fields.int('lease') };
  }
}

const compareOps = { EQUAL: '=', GREATER: '>', LESS: '<', NOT_EQUAL: '!=' } as const;

/** WatchCreateRequest. */
export function watchOf(fields: Fields): WatchRequest {
  const filters = fields.texts('filters');
  const key = fields.bytes('key');
  return {
    // No key at all: from the first one on (v3rpc/watch.go).
    key: key === '' ? '\0' : key,
    ...rangeEndOf(fields),
    startRevision: fields.int('start_revision'),
    previous: fields.flag('prev_kv'),
    noPut: filters.includes('NOPUT'),
    noDelete: filters.includes('NODELETE'),
    progressNotify: fields.flag('progress_notify'),
  };
}

/** AlarmRequest. */
export function alarmOf(fields: Fields): AlarmRequest {
  const actions = ['GET', 'ACTIVATE', 'DEACTIVATE'] as const;
  const action = fields.oneOf('action', 'etcdserverpb.AlarmRequest_AlarmAction', actions);
  const alarm = fields.oneOf('alarm', 'etcdserverpb.AlarmType', ['NONE', 'NOSPACE', 'CORRUPT']);
  return { action: alarmActions[action], member: fields.int('memberID'), alarm: alarm === 'NONE' ? undefined : alarm };
}

const alarmActions = { GET: 'get', ACTIVATE: 'activate', DEACTIVATE: 'deactivate' } as const;
