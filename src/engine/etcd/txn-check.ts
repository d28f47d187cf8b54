/** What etcd refuses before it looks at any data (server/etcdserver/api/v3rpc/key.go). */
import type { Json } from '../meta/json.ts';
import { failure } from './failure.ts';
import type { EtcdFailure, Op, Txn } from './types.ts';

/** Operations in one branch of a transaction. */
export const maxTxnOps = 128;
/** Bytes of one request: 1.5 MiB. */
export const maxRequestBytes = 1_572_864;

/** Undefined when the transaction may be proposed. Sizes are those of the values as JSON, estimated from below. */
export function refuseTxn(txn: Txn): EtcdFailure | undefined {
  const { compare, success, failure: otherwise } = txn;
  if (Math.max(compare.length, success.length, otherwise.length) > maxTxnOps) return failure('tooManyOps');
  if (writesTwice(success) || writesTwice(otherwise)) return failure('duplicateKey');
  let bytes = 0;
  for (const ops of [success, otherwise]) {
    for (const op of ops) {
      if (op.type === 'put') bytes += jsonBytes(op.value);
    }
  }
  return bytes > maxRequestBytes ? failure('tooLarge') : undefined;
}

/** A key put twice, or put and deleted, in one branch: the result would hang on the order. */
function writesTwice(ops: readonly Op[]): boolean {
  if (ops.length < 2) return false;
  const keys = new Set<string>();
  for (const op of ops) {
    if (op.type !== 'put') continue;
    if (keys.has(op.key)) return true;
    keys.add(op.key);
  }
  for (const op of ops) {
    if (op.type !== 'delete') continue;
    for (const key of keys) {
      if (op.rangeEnd === undefined ? key === op.key : key >= op.key && key < op.rangeEnd) return true;
    }
  }
  return false;
}

/** Characters of the strings and names in a value: the part of its encoding that can be large. */
function jsonBytes(value: Json | undefined): number {
  if (typeof value === 'string') return value.length + 3;
  if (typeof value !== 'object' || value === null) return 4;
  let bytes = 2;
  if (Array.isArray(value)) {
    for (const item of value) bytes += jsonBytes(item);
    return bytes;
  }
  const fields = value as { readonly [key: string]: Json | undefined };
  for (const name in fields) bytes += name.length + 4 + jsonBytes(fields[name]);
  return bytes;
}
