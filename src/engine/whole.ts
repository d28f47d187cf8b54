/**
 * The engine with everything: all kinds and controllers, an API server with all its features, images with a shell, services, several
 * members of etcd over raft, its JSON gateway, snapshot files. The engine's other door, for those who need that; who imports only
 * `index.ts` doesn't load it (docs/adr/0008-two-doors.md, 0009-features-of-the-server.md).
 */
import { kinds } from './api/registry.ts';
import { serveDocument } from './apiserver/documents.ts';
import { plainFeatures } from './apiserver/features.ts';
import { fullFeatures } from './apiserver/full-features.ts';
import { fullSubresources } from './apiserver/subresources/full-registry.ts';
import { createViewStorage } from './apiserver/view-storage.ts';
import { serveApiToPods } from './cluster/api-for-pods.ts';
import { createCluster as createClusterOf } from './cluster/create-cluster.ts';
import { createNodeStreams } from './cluster/node-streams.ts';
import { createOnlooker } from './cluster/onlooker.ts';
import { createOpenApi } from './cluster/openapi.ts';
import { followNodes } from './cluster/simulated-nodes.ts';
import type { Cluster, ClusterOptions, ClusterParts } from './cluster/types.ts';
import { createWebhooks } from './cluster/webhooks.ts';
import { controllers } from './controllers/registry.ts';
import { wholeControllers } from './controllers/whole-registry.ts';
import { createEtcdCluster, createGateway, createMessageLog } from './etcd/index.ts';
import { builtInImages, createKubeletStreams, createKubeProxy } from './node/index.ts';
import { startLeaderElection } from './sdk/internal.ts';

export { kinds as builtInKinds } from './api/registry.ts';
export { webhookUrl } from './apiserver/index.ts';
export { describeFault } from './cluster/fault-words.ts';
export type { Flight } from './cluster/onlooker.ts';
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

export {
  createMergePatch,
  createStrategicPatch,
  diffMergePatch,
  diffStrategicPatch,
  EMPTY_FIELDS,
  hasField,
  parseFields,
  parseLabelMatcher,
  unionOfFields,
} from './meta/index.ts';

export { backoffMs } from './scheduler/backoff.ts';
export type { Decision } from './scheduler/decisions.ts';
export { tryPod, type WhatIf } from './scheduler/what-if.ts';

/** Of a cluster without the API server's further features (`ClusterOptions.plain`): still all kinds, images and subresources. */
const plainParts: ClusterParts = {
  kinds,
  controllers,
  images: builtInImages,
  apiFeatures: { ...plainFeatures, subresources: fullSubresources, serveDocument, createView: createViewStorage },
  createOpenApi,
  streams: { createNodeStreams, createKubeletStreams },
  createWebhooks,
  startLeaderElection,
  etcd: { createEtcdCluster, createGateway, createMessageLog },
  createOnlooker,
};

const parts: ClusterParts = {
  ...plainParts,
  controllers: [...controllers, ...wholeControllers],
  apiFeatures: fullFeatures,
  createKubeProxy,
  followNodes,
  serveApiToPods,
};

/** Creates a cluster as `index.ts` does, which may also have 1, 3 or 5 members of etcd that can be lost, and a gateway to them. */
export function createCluster(options: ClusterOptions): Cluster {
  return createClusterOf(options, options.plain === true ? plainParts : parts);
}
