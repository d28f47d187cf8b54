/**
 * What a kubelet tells of the driver for volumes that its node has: where the node is, under which name the driver knows it, and how many volumes it can
 * have. (upstream pkg/volume/csi/nodeinfomanager, and csi_plugin.go: initializeCSINode, RegisterPlugin)
 */
import type { Clock, Timer } from '../kernel/index.ts';
import { CSINode, deepEqual, type Draft, isNotFound, Node } from '../sdk/index.ts';
import type { ConnectedClient } from '../sdk/internal.ts';

/** What a driver answers when it is asked about its node (CSI: NodeGetInfo). */
export interface NodeInfo {
  readonly driver: string;
  readonly nodeID: string;
  /** Labels by which it says where its volumes can be used. */
  readonly topology: Readonly<Record<string, string>>;
  readonly maxVolumes: number;
}

export interface Registrar {
  readonly client: ConnectedClient;
  readonly clock: Clock;
  /** The node as it was registered. */
  readonly node: Node;
}

/** Returns what ends it. */
export type RegisterDriver = (registrar: Registrar) => { stop(): void };

const nodeIdAnnotation = 'csi.volume.kubernetes.io/nodeid';
const migratedAnnotation = 'storage.alpha.kubernetes.io/migrated-plugins';
/** Drivers that once were a part of Kubernetes. */
const migrated = ['aws-ebs', 'azure-disk', 'azure-file', 'cinder', 'gce-pd', 'portworx-volume', 'vsphere-volume'].map((name) => `kubernetes.io/${name}`);

/** upstream: pkg/util/goroutinemap/exponentialbackoff */
const [firstDelayMs, longestDelayMs] = [500, 122_000];

/** Registers it as soon as the node is, and again after a failure, later each time. What others change afterwards stays until the kubelet starts again. */
export const registerDriver =
  (info: NodeInfo): RegisterDriver =>
  ({ client, clock, node }) => {
    let timer: Timer | undefined;
    let isStopped = false;
    const attempt = async (delayMs: number): Promise<void> => {
      try {
        const csiNode = await csiNodeOf(node, client);
        // The Node first: whoever reads in the CSINode which labels there are finds them on it.
        await writeNode(node.metadata.name, info, client);
        await writeCsiNode(csiNode, info, client);
      } catch {
        if (isStopped) return;
        timer = clock.after(delayMs, () => void attempt(Math.min(delayMs * 2, longestDelayMs)), { background: true });
      }
    };
    void attempt(firstDelayMs);
    return {
      stop() {
        isStopped = true;
        timer?.cancel();
      },
    };
  };

/** One that an earlier node of this name has left is another's. */
async function csiNodeOf({ metadata: { name, uid } }: Node, client: ConnectedClient): Promise<CSINode> {
  try {
    const found = await client.get(CSINode, { name });
    if (found.metadata.ownerReferences?.some((owner) => owner.kind === Node.kind && owner.uid === uid) === true) return found;
    await client.delete(CSINode, found);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  const draft: Draft<CSINode> = {
    metadata: { name, annotations: { [migratedAnnotation]: migrated.join(',') }, ownerReferences: [{ apiVersion: 'v1', kind: Node.kind, name, uid }] },
    spec: { drivers: [] },
  };
  return client.create(CSINode, draft);
}

async function writeCsiNode(node: CSINode, info: NodeInfo, client: ConnectedClient): Promise<void> {
  const driver: CSINode['spec']['drivers'][number] = { name: info.driver, nodeID: info.nodeID, topologyKeys: Object.keys(info.topology).sort(), allocatable: { count: info.maxVolumes } };
  const before = node.spec.drivers.find(({ name }) => name === info.driver);
  if (deepEqual(before, driver)) return;
  const others = node.spec.drivers.filter(({ name }) => name !== info.driver);
  await client.update(CSINode, { ...node, spec: { drivers: [...others, driver] } });
}

/** @throws Error where the node is said to be somewhere else. */
async function writeNode(name: string, { driver, nodeID, topology }: NodeInfo, client: ConnectedClient): Promise<void> {
  const { labels = {}, annotations = {} } = (await client.get(Node, name)).metadata;
  for (const [key, value] of Object.entries(topology)) {
    const there = labels[key];
    if (there !== undefined && there !== value) throw new Error(`detected topology value collision: driver reported "${key}":"${value}" but existing label is "${key}":"${there}"`);
  }
  const ids = JSON.stringify({ ...idsIn(annotations[nodeIdAnnotation]), [driver]: nodeID });
  const isThere = annotations[nodeIdAnnotation] === ids && Object.keys(topology).every((key) => labels[key] !== undefined);
  if (!isThere) await client.patch(Node, name, { metadata: { labels: topology, annotations: { [nodeIdAnnotation]: ids } } });
}

/** By driver. */
function idsIn(annotation: string | undefined): object {
  const ids: unknown = JSON.parse(annotation || '{}');
  return typeof ids === 'object' && ids !== null ? ids : {};
}
