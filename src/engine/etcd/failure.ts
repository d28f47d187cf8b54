/** What etcd answers when it refuses, word for word (api/v3rpc/rpctypes/error.go). */
import type { EtcdFailure, Revision } from './types.ts';

const messages: Readonly<Record<EtcdFailure['error'], string>> = {
  compacted: 'etcdserver: mvcc: required revision has been compacted',
  futureRevision: 'etcdserver: mvcc: required revision is a future revision',
  noSpace: 'etcdserver: mvcc: database space exceeded',
  leaseNotFound: 'etcdserver: requested lease not found',
  duplicateKey: 'etcdserver: duplicate key given in txn request',
  tooManyOps: 'etcdserver: too many operations in txn request',
  tooLarge: 'etcdserver: request is too large',
  noLeader: 'etcdserver: no leader',
  timeout: 'etcdserver: request timed out',
  leaderChanged: 'etcdserver: leader changed',
};

/** `compactRevision` goes with 'compacted': the oldest revision that can still be read. */
export function failure(error: EtcdFailure['error'], compactRevision?: Revision): EtcdFailure {
  return { error, message: messages[error], ...(compactRevision !== undefined && { compactRevision }) };
}
