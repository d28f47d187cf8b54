import type { NodeInfo, Pod, SchedulerPlugin } from 'converge/sdk';

const MiB = 1024 * 1024;
/** Sums up to this count as nothing; above the other, per container, no more is gained. */
const leastBytes = 23 * MiB;
const mostBytesPerContainer = 1000 * MiB;

type Images = NonNullable<NodeInfo['node']['status']['images']>;

const NONE: Images = [];
const sizes = new WeakMap<Images, ReadonlyMap<string, number>>();

/** Bytes of a node's images by name. */
function sizesOf({ node }: NodeInfo): ReadonlyMap<string, number> {
  const images = node.status.images ?? NONE;
  let found = sizes.get(images);
  if (found === undefined) {
    found = new Map(images.flatMap(({ names = [], sizeBytes = 0 }) => names.map((name) => [name, sizeBytes] as const)));
    sizes.set(images, found);
  }
  return found;
}

/** As container runtimes list it: with a tag. */
function withTag(image: string): string {
  return image.lastIndexOf(':') <= image.lastIndexOf('/') ? `${image}:latest` : image;
}

function imagesOf({ spec }: Pod): readonly string[] {
  return [...(spec.initContainers ?? []), ...spec.containers].map(({ image = '' }) => withTag(image));
}

interface Wanted {
  readonly images: readonly string[];
  /** By image, the share of all nodes that have it: what is everywhere counts in full, what is on one node little. */
  readonly spread: ReadonlyMap<string, number>;
}

/** Prefers nodes that have the pod's images already (upstream imagelocality/image_locality.go). */
export const imageLocality: SchedulerPlugin<unknown, Wanted> = {
  name: 'ImageLocality',
  weight: 1,
  preScore({ pod }, _nodes, tools) {
    const images = imagesOf(pod);
    const nodeCount = tools.nodes().length;
    const spread = new Map<string, number>();
    for (const image of new Set(images)) {
      const holders = tools.countNodesWithImage(image);
      if (holders > 0) spread.set(image, holders / nodeCount);
    }
    return spread.size === 0 ? 'skip' : { state: { images, spread } };
  },
  score(_pod, node, { images, spread }) {
    const there = sizesOf(node);
    let sum = 0;
    for (const image of images) sum += Math.trunc((there.get(image) ?? 0) * (spread.get(image) ?? 0));
    const most = mostBytesPerContainer * images.length;
    const counted = Math.min(most, Math.max(leastBytes, sum));
    return Math.trunc((100 * (counted - leastBytes)) / (most - leastBytes));
  },
};
