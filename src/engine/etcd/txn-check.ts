/** What etcd refuses before it reads any data (server/etcdserver/api/v3rpc/key.go). */
import { valueBytes } from './bytes.ts';
import { failure } from './failure.ts';
import { covers } from './key-range.ts';
import type { EtcdFailure, FailureName, Op, Txn } from './types.ts';

/** Operations in one branch of a transaction. */
export const maxTxnOps = 128;
/** Bytes of one request: 1.5 MiB. */
export const maxRequestBytes = 1_572_864;

/** The bytes it may store, over both branches, or why it may not be proposed. Sizes are estimated from below. */
export type TxnCheck =
  | { readonly bytes: number; readonly refused?: never }
  | { readonly refused: EtcdFailure; readonly bytes?: never };

/** Checks a transaction before it is proposed. */
export function checkTxn(txn: Txn): TxnCheck {
  const refused = refuseOps(txn, maxTxnOps);
  if (refused !== undefined) return { refused: failure(refused) };
  if (clashesIn(txn.success) || clashesIn(txn.failure)) return { refused: failure('duplicateKey') };
  const bytes = putBytes(txn);
  return bytes > maxRequestBytes ? { refused: failure('tooLarge') } : { bytes };
}

function putBytes({ success, failure }: Txn): number {
  let bytes = 0;
  for (const ops of [success, failure]) {
    for (const op of ops) {
      if (op.type === 'put') bytes += op.key.length + valueBytes(op.value);
      else if (op.type === 'txn') bytes += putBytes(op.txn);
    }
  }
  return bytes;
}

function refuseOps(txn: Txn, most: number): FailureName | undefined {
  const { compare, success, failure } = txn;
  const ops = Math.max(compare.length, success.length, failure.length);
  if (ops > most) return 'tooManyOps';
  for (const { key } of compare) if (key === '') return 'emptyKey';
  for (const op of success) {
    const refused = refuseOp(op, most - ops);
    if (refused !== undefined) return refused;
  }
  for (const op of failure) {
    const refused = refuseOp(op, most - ops);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

function refuseOp(op: Op, most: number): FailureName | undefined {
  switch (op.type) {
    case 'put':
      if (op.key === '') return 'emptyKey';
      if (op.ignoreValue === true && op.value !== '') return 'valueProvided';
      return op.ignoreLease === true && (op.lease ?? 0) !== 0 ? 'leaseProvided' : undefined;
    case 'delete':
      return op.key === '' ? 'emptyKey' : undefined;
    case 'range':
      return op.request.key === '' ? 'emptyKey' : undefined;
    case 'txn':
      return refuseOps(op.txn, most);
  }
}

/** Whether the result of a branch would hang on the order of its operations. By far the most have one. */
function clashesIn(ops: readonly Op[]): boolean {
  if (ops.length === 0 || (ops.length === 1 && ops[0]?.type !== 'txn')) return false;
  return writtenIn(ops) === undefined;
}

interface Written {
  readonly puts: Set<string>;
  readonly deletes: { readonly key: string; readonly rangeEnd?: string }[];
}

/** What the operations of a branch write; undefined when the result would hang on their order: a key put twice, or put and deleted. */
function writtenIn(ops: readonly Op[]): Written | undefined {
  const puts = new Set<string>();
  const deletes: Written['deletes'] = [];
  for (const op of ops) if (op.type === 'delete') deletes.push(op);
  const clashes = (key: string) => deletes.some((range) => covers(range, key));
  for (const op of ops) {
    if (op.type !== 'txn') continue;
    const then = writtenIn(op.txn.success);
    const otherwise = writtenIn(op.txn.failure);
    if (then === undefined || otherwise === undefined) return undefined;
    // Both branches may put the same key: only one of them runs.
    for (const key of new Set([...then.puts, ...otherwise.puts])) {
      if (puts.has(key) || clashes(key)) return undefined;
      puts.add(key);
    }
    deletes.push(...then.deletes, ...otherwise.deletes);
  }
  for (const op of ops) {
    if (op.type !== 'put') continue;
    if (puts.has(op.key) || clashes(op.key)) return undefined;
    puts.add(op.key);
  }
  return { puts, deletes };
}
