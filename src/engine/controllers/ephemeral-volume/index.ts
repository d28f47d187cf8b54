import {
  defineController,
  isAlreadyExists,
  isOfKind,
  ownerReferenceFor,
  PersistentVolumeClaim,
  Pod,
  splitKey,
  type Tools,
  type Volume,
  volumeMatching,
} from 'converge/sdk';

/**
 * Makes the claim of each ephemeral volume, owned by its Pod, so that it goes with it. A key is a claim's: one that somebody deletes is made
 * again while a Pod needs it. (upstream pkg/controller/volume/ephemeral)
 */
export const ephemeralVolumeController = defineController<PersistentVolumeClaim>({
  name: 'ephemeral-volume',
  eventSource: 'ephemeral_volume',
  for: PersistentVolumeClaim,
  watches: [{ kind: Pod, keys: (pod) => (isOfKind(Pod, pod) ? ephemeralsOf(pod).map(({ claim }) => `${pod.metadata.namespace}/${claim}`) : []) }],
  async reconcile(key, tools) {
    const { namespace, name } = splitKey(key);
    for (const pod of tools.lister(Pod).list(namespace)) {
      const volume = ephemeralsOf(pod).find(({ claim }) => claim === name)?.volume;
      if (volume !== undefined) await ensureClaim(pod, volume, name, tools);
    }
  },
});

interface Ephemeral {
  readonly volume: Volume;
  readonly claim: string;
}

/** Those of a Pod that stays. */
function ephemeralsOf(pod: Pod): readonly Ephemeral[] {
  if (pod.metadata.deletionTimestamp !== undefined) return [];
  return (pod.spec.volumes ?? []).flatMap((volume) => {
    const claim = volume.ephemeral && volumeMatching.claimName(pod, volume);
    return claim === undefined ? [] : [{ volume, claim }];
  });
}

/** What goes wrong is said in an Event of the Pod, and tried again. */
async function ensureClaim(pod: Pod, volume: Volume, name: string, tools: Tools): Promise<void> {
  const problem = await claimProblem(pod, volume, name, tools);
  if (problem === undefined) return;
  tools.events.warning(pod, 'FailedBinding', `ephemeral volume ${volume.name}: ${problem}`);
  throw new Error(`pod ${pod.metadata.namespace}/${pod.metadata.name}, ephemeral volume ${volume.name}: ${problem}`);
}

async function claimProblem(pod: Pod, { ephemeral }: Volume, name: string, { lister, client }: Tools): Promise<string | undefined> {
  const { namespace = 'default' } = pod.metadata;
  const known = lister(PersistentVolumeClaim).get(`${namespace}/${name}`);
  if (known !== undefined) return volumeMatching.notMadeFor(pod, known);
  const { metadata: { labels, annotations } = {}, spec } = ephemeral?.volumeClaimTemplate ?? {};
  const metadata = { name, namespace, ownerReferences: [ownerReferenceFor(pod)], ...(labels && { labels }), ...(annotations && { annotations }) };
  try {
    await client.create(PersistentVolumeClaim, { metadata, spec: { ...spec } });
    return undefined;
  } catch (error) {
    // Of an earlier pass, or of somebody whose claim the cache hasn't shown yet.
    if (isAlreadyExists(error)) return volumeMatching.notMadeFor(pod, await client.get(PersistentVolumeClaim, { namespace, name }));
    return `create PVC ${name}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
