/** What `kubectl debug` refuses before it asks the server. */
import type { Context } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { isImageName } from '../../image-name.ts';
import type { Profile } from './plan.ts';

const PROFILES: readonly string[] = ['legacy', 'general', 'baseline', 'restricted', 'netadmin', 'sysadmin'];
const POLICIES: readonly string[] = ['', 'Always', 'IfNotPresent', 'Never'];

export function isProfile(word: string): word is Profile {
  return PROFILES.includes(word);
}

/** Throws what doesn't go together; the images of --set-image by container otherwise. */
export function checkFlags(
  { flags, io }: Context,
  names: readonly string[],
  words: readonly string[],
): ReadonlyMap<string, string> {
  const [image, container, target] = [flags.string('image'), flags.string('container'), flags.string('target')];
  const copies = flags.string('copy-to') !== '';
  if (!isProfile(flags.string('profile'))) throw new CliError(`unknown profile: ${flags.string('profile')}`);
  if (flags.string('custom') !== '')
    throw new CliError('--custom is not supported here: choose a --profile, or write the pod as a manifest');
  const setImages = readImages(flags.list('set-image'));
  if (copies) {
    if (image === '' && setImages.size === 0 && words.length === 0)
      throw new CliError('you must specify --image, --set-image or command arguments.');
    if (words.length > 0 && container === '' && image === '')
      throw new CliError('you must specify an existing container or a new image when specifying args.');
  } else {
    if (flags.bool('replace')) throw new CliError('--replace may only be used with --copy-to.');
    if (flags.bool('same-node')) throw new CliError('--same-node may only be used with --copy-to.');
    if (setImages.size > 0) throw new CliError('--set-image may only be used with --copy-to.');
    if (image === '') throw new CliError('you must specify --image when not using --copy-to.');
  }
  if (image !== '' && !isImageName(image))
    throw new CliError(`invalid image name ${JSON.stringify(image)}: invalid reference format`);
  if (names.length === 0 && flags.list('filename').length === 0)
    throw new CliError('NAME or filename is required for debug');
  const policy = flags.string('image-pull-policy');
  if (!POLICIES.includes(policy)) throw new CliError(`invalid image pull policy: ${policy}`);
  for (const [name, each] of setImages) {
    if (!isImageName(each))
      throw new CliError(
        `invalid image name ${JSON.stringify(each)} for container ${JSON.stringify(name)}: invalid reference format`,
      );
  }
  if (target !== '' && copies)
    throw new CliError('--target is incompatible with --copy-to. Use --share-processes instead.');
  if (target !== '' && !flags.bool('quiet')) {
    io.stdout(
      `Targeting container ${JSON.stringify(target)}. If you don't see processes from this container it may be because the container runtime doesn't support this feature.\n`,
    );
  }
  if (flags.bool('tty') && !flags.bool('stdin'))
    throw new CliError('-i/--stdin is required for containers with -t/--tty=true');
  return setImages;
}

function readImages(words: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const word of words) {
    const [name = '', image, ...more] = word.split('=');
    if (image === undefined || more.length > 0) throw new CliError(`unexpected image spec: ${word}`);
    found.set(name, image);
  }
  return found;
}
