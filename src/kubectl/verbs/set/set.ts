/** `kubectl set image`: changes images of containers by name. */
import { diffStrategicPatch, type Json, type JsonObject } from '../../../engine/index.ts';
import {
  ALL_NAMESPACES_FLAG,
  type Context,
  DRY_RUN_FLAG,
  FIELD_MANAGER_FLAG,
  FILE_FLAGS,
  OUTPUT_FLAGS,
  SELECTOR_FLAG,
  type Verb,
} from '../../command.ts';
import { Aggregate, CliError, messageOf, throwAll } from '../../errors.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { pathOf } from '../../http/discovery.ts';
import { objects, text, withField } from '../../json.ts';
import { builtInSchema } from '../../patch/schema.ts';
import { createOperationPrinter, dryRunOf } from '../../printers/output.ts';
import { asObject, gather, getObject, MISSING_RESOURCE, type Target } from '../../resource/builder.ts';
import { env } from './env.ts';
import { resources } from './resources.ts';
import { selector } from './selector.ts';
import { serviceAccount } from './service-account.ts';
import { subject } from './subject.ts';

const image: Verb = {
  name: 'image',
  short: 'Update the image of a pod template',
  usage: '(-f FILENAME | TYPE NAME) CONTAINER_NAME_1=CONTAINER_IMAGE_1 ... CONTAINER_NAME_N=CONTAINER_IMAGE_N',
  examples: ['kubectl set image deployment/web web=nginx:1.28'],
  flags: [
    ...FILE_FLAGS,
    ...OUTPUT_FLAGS,
    SELECTOR_FLAG,
    ALL_NAMESPACES_FLAG,
    DRY_RUN_FLAG,
    FIELD_MANAGER_FLAG,
    { name: 'all', type: 'bool', help: 'All objects of the type' },
  ],
  run,
};

export const set: Verb = {
  name: 'set',
  short: 'Set specific features on objects',
  usage: 'SUBCOMMAND',
  children: [env, image, resources, selector, serviceAccount, subject],
};

async function run(context: Context): Promise<void> {
  const { args, flags } = context;
  const first = args.findIndex((word) => word.includes('=') && !word.startsWith('='));
  const words = first < 0 ? args : args.slice(0, first);
  const images = new Map(
    (first < 0 ? [] : args.slice(first)).map((word) => [
      word.slice(0, word.indexOf('=')),
      word.slice(word.indexOf('=') + 1),
    ]),
  );
  if (context.args.length === 0 && flags.list('filename').length === 0) throw new CliError(MISSING_RESOURCE);
  const wrong: CliError[] = [];
  if (flags.bool('all') && flags.string('selector') !== '')
    wrong.push(new CliError('cannot set --all and --selector at the same time'));
  if (words.length === 0 && flags.list('filename').length === 0) {
    wrong.push(new CliError('one or more resources must be specified as <resource> <name> or <resource>/<name>'));
  }
  if (images.size === 0) wrong.push(new CliError('at least one image update is required'));
  if (images.size > 1 && images.has('*')) {
    wrong.push(
      new CliError(
        'all containers are already specified by *, but saw more than one container_name=container_image pairs',
      ),
    );
  }
  if (wrong.length > 1) throw new Aggregate(wrong);
  throwAll(wrong);
  const { targets } = await gather(context, words, {
    files: true,
    all: flags.bool('all'),
    selector: flags.string('selector'),
    allNamespaces: flags.bool('all-namespaces'),
  });
  const errors: unknown[] = [];
  for (const target of targets) {
    try {
      await setImages(context, target, images, errors);
    } catch (error) {
      errors.push(error);
    }
  }
  throwAll(errors);
}

async function setImages(
  context: Context,
  target: Target,
  images: ReadonlyMap<string, string>,
  errors: unknown[],
): Promise<void> {
  const before = await getObject(context, target);
  const root =
    target.resource.kind === 'Pod'
      ? ['spec']
      : target.resource.kind === 'CronJob'
        ? ['spec', 'jobTemplate', 'spec', 'template', 'spec']
        : ['spec', 'template', 'spec'];
  const known = new Set<string>();
  let after: JsonObject = before;
  for (const field of ['initContainers', 'containers']) {
    const path = [...root, field];
    const all = objects(before, ...path);
    if (all.length === 0) continue;
    const changed = all.map((container): Json => {
      const name = text(container, 'name');
      known.add(name);
      const wanted = images.get(name) ?? images.get('*');
      return wanted === undefined ? container : { ...container, image: wanted };
    });
    after = withField(after, path, changed);
  }
  const missing = [...images.keys()].filter((name) => name !== '*' && !known.has(name));
  for (const name of missing) errors.push(new CliError(`error: unable to find container named "${name}"`));
  if (missing.length > 0) return;
  const patch = diffStrategicPatch(before, after, builtInSchema);
  if (Object.keys(patch).length === 0) return;
  const dryRun = dryRunOf(context);
  let result = after;
  if (dryRun !== 'client') {
    const query = {
      fieldManager: context.flags.string('field-manager') || 'kubectl-set',
      dryRun: dryRun === 'server' ? 'All' : undefined,
    };
    try {
      const path = pathOf(target.resource, target.namespace, target.name);
      result = asObject(
        await context.api.request('PATCH', path, { query, body: patch, contentType: PATCH_TYPES.strategic }),
      );
    } catch (error) {
      throw new CliError(`failed to patch image update to pod template: ${messageOf(error)}`);
    }
  }
  createOperationPrinter(context, dryRun)('image updated', result, target.resource);
}
