/** What etcd answers when it refuses, word for word (api/v3rpc/rpctypes/error.go). */
import type { EtcdFailure, FailureName, Revision } from './types.ts';

const invalidArgument = 3;
const notFound = 5;
const resourceExhausted = 8;
const failedPrecondition = 9;
const outOfRange = 11;
const unavailable = 14;
const unknown = 2;

/** gRPC code and words of each refusal. */
const refusals: Readonly<Record<FailureName, readonly [number, string]>> = {
  compacted: [outOfRange, 'etcdserver: mvcc: required revision has been compacted'],
  futureRevision: [outOfRange, 'etcdserver: mvcc: required revision is a future revision'],
  noSpace: [resourceExhausted, 'etcdserver: mvcc: database space exceeded'],
  emptyKey: [invalidArgument, 'etcdserver: key is not provided'],
  keyNotFound: [invalidArgument, 'etcdserver: key not found'],
  valueProvided: [invalidArgument, 'etcdserver: value is provided'],
  leaseProvided: [invalidArgument, 'etcdserver: lease is provided'],
  leaseNotFound: [notFound, 'etcdserver: requested lease not found'],
  leaseExists: [failedPrecondition, 'etcdserver: lease already exists'],
  leaseTtlTooLarge: [outOfRange, 'etcdserver: too large lease TTL'],
  duplicateKey: [invalidArgument, 'etcdserver: duplicate key given in txn request'],
  tooManyOps: [invalidArgument, 'etcdserver: too many operations in txn request'],
  tooLarge: [invalidArgument, 'etcdserver: request is too large'],
  tooManyRequests: [resourceExhausted, 'etcdserver: too many requests'],
  noLeader: [unavailable, 'etcdserver: no leader'],
  notLeader: [failedPrecondition, 'etcdserver: not leader'],
  timeout: [unavailable, 'etcdserver: request timed out'],
  timeoutLeaderFailed: [unavailable, 'etcdserver: request timed out, possibly due to previous leader failure'],
  timeoutConnectionLost: [unavailable, 'etcdserver: request timed out, possibly due to connection lost'],
  leaderChanged: [unavailable, 'etcdserver: leader changed'],
  badLeaderTransferee: [failedPrecondition, 'etcdserver: bad leader transferee'],
  memberNotFound: [notFound, 'etcdserver: member not found'],
  memberExists: [failedPrecondition, 'etcdserver: member ID already exist'],
  peerUrlsInvalid: [invalidArgument, 'etcdserver: given member URLs are invalid'],
  peerUrlExists: [failedPrecondition, 'etcdserver: Peer URLs already exists'],
  memberNotLearner: [failedPrecondition, 'etcdserver: can only promote a learner member'],
  learnerNotReady: [failedPrecondition, 'etcdserver: can only promote a learner member which is in sync with leader'],
  tooManyLearners: [failedPrecondition, 'etcdserver: too many learner members in cluster'],
  notSupportedForLearner: [unavailable, 'etcdserver: rpc not supported for learner'],
  // Not one of the errors the real one maps to a code: clients see "unknown".
  notEnoughStarted: [unknown, 'etcdserver: re-configuration failed due to not enough started members'],
  unhealthy: [unavailable, 'etcdserver: unhealthy cluster'],
  corrupt: [15, 'etcdserver: corrupt cluster'],
  stopped: [unavailable, 'etcdserver: server stopped'],
  unavailable: [unavailable, 'error reading from server: EOF'],
};

/** `compactRevision` goes with 'compacted': the oldest revision that can still be read. */
export function failure(error: FailureName, compactRevision?: Revision): EtcdFailure {
  return { error, message: refusals[error][1], ...(compactRevision !== undefined && { compactRevision }) };
}

/** The number gRPC knows a refusal by. */
export function grpcCode(error: FailureName): number {
  return refusals[error][0];
}
