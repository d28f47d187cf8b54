/** etcd: the one place where the cluster's state is kept. Only the API server talks to it. */

export type { AutoCompaction } from './auto-compaction.ts';
export { fromBase64, fromUtf8, toBase64, utf8 } from './bytes.ts';
export { createEtcdCluster } from './cluster/cluster.ts';
export type { EtcdCluster, EtcdClusterOptions, RestoreOptions } from './cluster/cluster-types.ts';
export type { MemberView } from './cluster/host.ts';
export { createMessageLog, type EtcdMessage, type MessageLog } from './cluster/message-words.ts';
export { createEtcd, defaultDiskLatencyMs, type EtcdOptions } from './etcd.ts';
export { createGateway, type Gateway } from './gateway/gateway.ts';
export type { GatewayInput, GatewayResponse, GatewayStream } from './gateway/responses.ts';
export { createKeyIndex, type KeyIndex } from './key-index.ts';
export { decodeSnapshot, decodeSnapshotBytes, encodeSnapshot, snapshotStatus } from './snapshot-file.ts';
export type {
  Compare,
  Done,
  Etcd,
  EtcdFailure,
  EtcdMember,
  EtcdStatus,
  KeyValue,
  Op,
  OpResponse,
  RangeRequest,
  RangeResponse,
  Result,
  Revision,
  StoreSnapshot,
  Txn,
  TxnResponse,
  WatchEvent,
  WatchObserver,
  WatchRequest,
} from './types.ts';
export { prefixEnd } from './types.ts';
export { loadEtcdMembers } from './load-members.ts';
