/** What the status of a node says of the volumes that are attached to it. (upstream attachdetach/statusupdater) */
import { isNotFound, Node, PersistentVolume, type Tools, VolumeAttachment } from 'converge/sdk';

type Attached = NonNullable<Node['status']['volumesAttached']>;

const prefix = 'kubernetes.io/csi/';

/** Handles of the volumes that a node lists. */
export const listedHandles = ({ status }: Node): readonly string[] => (status.volumesAttached ?? []).map(({ name }) => name.slice(name.indexOf('^') + 1));

/** Writes it to the nodes where it isn't so. What the caches don't show yet comes with a later pass. */
export async function reportAttached({ lister, client }: Tools): Promise<void> {
  const byNode = Map.groupBy(lister(VolumeAttachment).list().filter(({ status }) => status?.attached === true), ({ spec }) => spec.nodeName);
  for (const node of lister(Node).list()) {
    const listed = node.status.volumesAttached ?? [];
    const attachments = byNode.get(node.metadata.name) ?? [];
    if (listed.length + attachments.length === 0) continue;
    const volumesAttached = attachedBy(attachments, lister(PersistentVolume).get);
    if (textOf(listed) === textOf(volumesAttached)) continue;
    try {
      await client.patch(Node, node, { status: { volumesAttached } }, { type: 'merge', subresource: 'status' });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

function attachedBy(attachments: readonly VolumeAttachment[], volumeOf: (key: string) => PersistentVolume | undefined): Attached {
  const names = attachments.flatMap(({ spec }) => {
    const csi = volumeOf(spec.source.persistentVolumeName ?? '')?.spec.csi;
    return csi === undefined ? [] : [`${prefix}${csi.driver}^${csi.volumeHandle}`];
  });
  return names.sort().map((name) => ({ name, devicePath: '' }));
}

const textOf = (attached: Attached): string => attached.map(({ name }) => name).join();
