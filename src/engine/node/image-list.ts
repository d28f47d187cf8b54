/** The images of a node as its status lists them (upstream nodestatus/setters.go, Images). */
import type { Node } from '../sdk/index.ts';
import type { PulledImage } from './image-store.ts';

export interface ImageList {
  /** Whether others are there than the status was last told. */
  hasChanged(): boolean;
  /** The part of the status, which counts as told from now on. */
  status(): Pick<Node['status'], 'images'>;
}

/** nodeStatusMaxImages */
const mostImages = 50;

/** Creates the list of what is `present`, by full name. */
export function createImageList(present: ReadonlyMap<string, PulledImage>): ImageList {
  let told = '';
  const names = (): string => [...present.keys()].join();
  return {
    hasChanged: () => names() !== told,
    status() {
      if (names() === '' && told === '') return {};
      told = names();
      return { images: imagesOf([...present.values()]) };
    },
  };
}

/** The largest first; of two of one size the higher id (upstream pkg/kubelet/util/sliceutils, ByImageSize). */
export function imagesOf(images: readonly PulledImage[]): NonNullable<Node['status']['images']> {
  return [...images]
    .sort((a, b) => b.image.sizeBytes - a.image.sizeBytes || (digestOf(a) < digestOf(b) ? 1 : -1))
    .slice(0, mostImages)
    .map(({ id, reference, image }) => ({ names: [...new Set([id, reference.full])], sizeBytes: image.sizeBytes }));
}

const digestOf = ({ id }: PulledImage): string => id.slice(id.indexOf('@'));
