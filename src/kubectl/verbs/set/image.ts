/** `kubectl set image`: changes images of containers by name. */
import type { JsonObject } from '../../../engine/index.ts';
import type { Context, Verb } from '../../command.ts';
import { CliError, throwAll } from '../../errors.ts';
import { text } from '../../json.ts';
import { MISSING_RESOURCE } from '../../resource/builder.ts';
import { refuseLocalServer } from '../../printers/output.ts';
import { changeAll, findAll, SELECTING_SET_FLAGS } from './changes.ts';
import { requiredPodSpec, withContainers } from './pod-spec.ts';

export const image: Verb = {
  name: 'image',
  short: 'Update the image of a pod template',
  usage: '(-f FILENAME | TYPE NAME) CONTAINER_NAME_1=CONTAINER_IMAGE_1 ... CONTAINER_NAME_N=CONTAINER_IMAGE_N',
  examples: ['kubectl set image deployment/web web=nginx:1.28'],
  flags: SELECTING_SET_FLAGS,
  run,
};

async function run(context: Context): Promise<void> {
  const { args, flags } = context;
  const first = args.findIndex((word) => word.includes('=') && !word.startsWith('='));
  const words = first < 0 ? args : args.slice(0, first);
  const pairs = first < 0 ? [] : args.slice(first);
  const images = new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
  if (context.args.length === 0 && flags.list('filename').length === 0) throw new CliError(MISSING_RESOURCE);
  const found = await findAll(context, words);
  const wrong: CliError[] = [];
  if (flags.bool('all') && flags.string('selector') !== '') {
    wrong.push(new CliError('cannot set --all and --selector at the same time'));
  }
  if (words.length === 0 && flags.list('filename').length === 0) {
    wrong.push(new CliError('one or more resources must be specified as <resource> <name> or <resource>/<name>'));
  }
  if (images.size === 0) wrong.push(new CliError('at least one image update is required'));
  if (images.size > 1 && images.has('*')) {
    wrong.push(new CliError('all containers are already specified by *, but saw more than one container_name=container_image pairs'));
  }
  throwAll(wrong);
  refuseLocalServer(context);
  await changeAll(context, found, {
    done: 'image updated',
    failure: 'failed to patch image update to pod template:',
    make: (object, target, report) => withImages(object, requiredPodSpec(target), images, report),
  });
}

/** The object with the images of the named containers; `*` names those that nothing else does. */
function withImages(object: JsonObject, root: readonly string[], images: ReadonlyMap<string, string>, report: (error: CliError) => void): JsonObject {
  const known = new Set<string>();
  const changed = withContainers(object, root, '*', (container) => {
    const name = text(container, 'name');
    known.add(name);
    const wanted = images.get(name) ?? images.get('*');
    return wanted === undefined ? container : { ...container, image: wanted };
  });
  for (const name of images.keys()) {
    const isThere = name === '*' ? changed.found > 0 : known.has(name);
    if (!isThere) report(new CliError(`error: unable to find container named "${name}"`));
  }
  return changed.object;
}
