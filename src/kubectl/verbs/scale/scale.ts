/** `kubectl scale`: sets the number of replicas through the scale subresource. */

import { isNotFound, pathNotFound, StatusError } from '../../../engine/index.ts';
import { type Context, DRY_RUN_FLAG, FILE_FLAGS, KUSTOMIZE_FLAG, OUTPUT_FLAGS, SELECTOR_FLAG, type Verb } from '../../command.ts';
import { CliError, messageOf, throwAll } from '../../errors.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { pathOf } from '../../http/discovery.ts';
import { number, withField } from '../../json.ts';
import { createOperationPrinter, dryRunOf } from '../../printers/output.ts';
import { asObject, gather, getObject, type Target } from '../../resource/builder.ts';
import { watchUntil } from '../../resource/watch-until.ts';

export const scale: Verb = {
  name: 'scale',
  short: 'Set a new size for a deployment, replica set, or replication controller',
  usage: '[--resource-version=version] [--current-replicas=count] --replicas=COUNT (-f FILENAME | TYPE NAME) [flags]',
  examples: ['kubectl scale deployment web --replicas=3'],
  flags: [
    ...FILE_FLAGS,
    KUSTOMIZE_FLAG,
    ...OUTPUT_FLAGS,
    SELECTOR_FLAG,
    DRY_RUN_FLAG,
    { name: 'replicas', type: 'int', default: '0', help: 'The new number of replicas' },
    { name: 'current-replicas', type: 'int', default: '-1', help: 'Only when there are so many now' },
    { name: 'resource-version', type: 'string', help: 'Only when the object has this version' },
    { name: 'timeout', type: 'duration', default: '0s', help: 'Wait so long for the replicas; 0 for not at all' },
    { name: 'all', type: 'bool', help: 'All objects of the type' },
  ],
  run,
};

async function run(context: Context): Promise<void> {
  const { flags, args } = context;
  if (!flags.changed('replicas')) throw new CliError('required flag(s) "replicas" not set');
  if (flags.int('replicas') < 0) {
    throw new CliError('The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0');
  }
  const dryRun = dryRunOf(context);
  const print = createOperationPrinter(context, dryRun);
  const { targets } = await gather(context, args, {
    files: true,
    selector: flags.string('selector'),
    all: flags.bool('all'),
  });
  if (targets.length === 0) throw new CliError('no objects passed to scale');
  const errors: unknown[] = [];
  for (const target of targets) {
    try {
      const object = await getObject(context, target).catch((error: unknown) => {
        throw isNotFound(error) ? new CliError(`no objects passed to scale ${messageOf(error)}`) : error;
      });
      if (!target.resource.subresources.includes('scale')) {
        throw new StatusError(pathNotFound());
      }
      if (dryRun !== 'client') await scaleOne(context, target, dryRun === 'server' ? 'All' : undefined);
      print('scaled', object, target.resource);
    } catch (error) {
      errors.push(error);
    }
  }
  throwAll(errors);
}

async function scaleOne(context: Context, target: Target, dryRun: string | undefined): Promise<void> {
  const { flags, api, io } = context;
  const path = pathOf(target.resource, target.namespace, target.name, 'scale');
  const wanted = flags.int('replicas');
  const resourceVersion = flags.string('resource-version');
  if (flags.int('current-replicas') >= 0 || resourceVersion !== '') {
    const current = asObject(await api.request('GET', path));
    const now = number(current, 'spec', 'replicas') ?? 0;
    if (flags.int('current-replicas') >= 0 && now !== flags.int('current-replicas')) {
      throw new CliError(`Expected replicas to be ${flags.int('current-replicas')}, was ${now}`);
    }
    const next = withField(current, ['spec', 'replicas'], wanted);
    const body = resourceVersion === '' ? next : withField(next, ['metadata', 'resourceVersion'], resourceVersion);
    await api.request('PUT', path, { query: { dryRun }, body });
  } else {
    await api.request('PATCH', path, {
      query: { dryRun },
      body: { spec: { replicas: wanted } },
      contentType: PATCH_TYPES.merge,
    });
  }
  const timeoutMs = flags.duration('timeout');
  if (timeoutMs <= 0) return;
  const reached = await watchUntil(
    context,
    target,
    io.now() + timeoutMs,
    (object) => (number(object, 'status', 'replicas') ?? 0) === wanted,
  );
  if (!reached) throw new CliError('timed out waiting for the condition');
}
