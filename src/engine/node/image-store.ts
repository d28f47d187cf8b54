/** The images of one node: pulled one after the other, kept once they are there. */
import type { Kernel, Random } from '../kernel/index.ts';
import type { Image } from '../sdk/index.ts';
import { type ImageReference, parseImageReference } from './image-reference.ts';

export interface PulledImage {
  readonly image: Image;
  readonly reference: ImageReference;
  /** `docker.io/library/nginx@sha256:…` */
  readonly id: string;
}

export type PullResult =
  | { readonly pulled: PulledImage; readonly pullMs: number; readonly waitedMs: number }
  | { readonly error: string };

export interface ImageStore {
  /** What is on the node under this name. */
  get(name: string): PulledImage | undefined;
  /** All that is there, by its full name. */
  readonly present: Map<string, PulledImage>;
  /** Waits its turn, then pulls; a pull that has begun goes on even when no pod waits for it any more. */
  pull(name: string, done: (result: PullResult) => void): void;
}

/** From the registry, bytes a millisecond. */
const bytesPerMs = 50_000;
/** Asking the registry what a tag stands for, milliseconds. */
const resolveMs = 80;

/** Creates an empty store. `random` lets pulls of the same image differ a little; `usageChanged` hears of each image that has come. */
export function createImageStore(
  { clock, trace }: Pick<Kernel, 'clock' | 'trace'>,
  random: Random,
  images: readonly Image[],
  digest: (text: string) => string,
  usageChanged: () => void,
): ImageStore {
  const byRepository = new Map(images.map((image) => [image.repository, image]));
  const present = new Map<string, PulledImage>();
  const waiting: (() => void)[] = [];
  let pulling = false;

  function next(): void {
    const begin = waiting.shift();
    pulling = begin !== undefined;
    begin?.();
  }

  function pullNow(reference: ImageReference, askedMs: number, done: (result: PullResult) => void): void {
    const image = byRepository.get(reference.repository);
    const found = image !== undefined && (reference.tag === '' || image.hasTag(reference.tag));
    const load = found && !present.has(reference.full) ? image.sizeBytes / bytesPerMs : 0;
    const pullMs = Math.ceil((resolveMs + load) * (0.9 + random.next() / 5));
    clock.after(pullMs, () => {
      if (found) {
        const id = `${reference.repository}@sha256:${digest(`${reference.repository}:${reference.tag}`)}`;
        const pulled = { image, reference, id };
        present.set(reference.full, pulled);
        usageChanged();
        done({ pulled, pullMs, waitedMs: clock.now() - askedMs });
      } else {
        done({ error: image === undefined ? accessDenied(reference) : notFound(reference) });
      }
      next();
    });
  }

  return {
    get(name) {
      const reference = parseImageReference(name);
      return 'error' in reference ? undefined : present.get(reference.full);
    },
    present,
    pull(name, done) {
      const reference = parseImageReference(name);
      if ('error' in reference) {
        done({ error: reference.error });
        return;
      }
      const askedMs = clock.now();
      // Its turn comes when another's pull is over, which is not why it is pulled.
      const cause = trace.current;
      waiting.push(() => {
        trace.current = cause;
        pullNow(reference, askedMs, done);
      });
      if (!pulling) next();
    },
  };
}

function failedTo({ full }: ImageReference): string {
  return `failed to pull and unpack image "${full}": failed to resolve reference "${full}"`;
}

/** The repository is there, the tag isn't (containerd's words). */
function notFound(reference: ImageReference): string {
  return `rpc error: code = NotFound desc = ${failedTo(reference)}: ${reference.full}: not found`;
}

/** No such repository: Docker Hub doesn't tell that from a private one. */
function accessDenied(reference: ImageReference): string {
  if (!reference.repository.startsWith('docker.io/')) return notFound(reference);
  const why = 'pull access denied, repository does not exist or may require authorization';
  return `${failedTo(reference)}: ${why}: server message: insufficient_scope: authorization failed`;
}
