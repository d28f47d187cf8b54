/**
 * The engine with all of etcd: several members over raft, its JSON gateway, snapshot files. The engine's other door, for those who need
 * that; who imports only `index.ts` doesn't load it (docs/adr/0008-two-doors.md).
 */
import { fullFeatures } from './apiserver/full-features.ts';
import { createCluster as createClusterOf } from './cluster/create-cluster.ts';
import type { Cluster, ClusterOptions } from './cluster/types.ts';
import { wholeControllers } from './controllers/whole-registry.ts';
import { createEtcdCluster, createGateway, createMessageLog } from './etcd/index.ts';

export type { Gateway, GatewayInput, GatewayResponse, GatewayStream, StoreSnapshot } from './etcd/index.ts';
export {
  decodeSnapshot,
  decodeSnapshotBytes,
  encodeSnapshot,
  fromBase64,
  fromUtf8,
  snapshotStatus,
  toBase64,
  utf8,
} from './etcd/index.ts';

/** Creates a cluster as `index.ts` does, which may also have 1, 3 or 5 members of etcd that can be lost, and a gateway to them. */
export function createCluster(options: ClusterOptions): Cluster {
  const etcdParts = { createEtcdCluster, createGateway, createMessageLog };
  if (options.plain === true) return createClusterOf({ ...options, etcdParts });
  return createClusterOf({
    ...options,
    etcdParts,
    apiFeatures: fullFeatures,
    moreControllers: wholeControllers,
    serviceProxies: true,
    simulateLabelledNodes: true,
  });
}
