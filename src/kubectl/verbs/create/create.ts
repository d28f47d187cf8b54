/** `kubectl create`: from files, and a generator a kind. */
import type { JsonObject } from '../../../engine/index.ts';
import { type Context, DRY_RUN_FLAG, FIELD_MANAGER_FLAG, FILE_FLAGS, OUTPUT_FLAGS, type Verb } from '../../command.ts';
import { CliError, throwAll, usageError } from '../../errors.ts';
import { pathOf } from '../../http/discovery.ts';
import { readFiles } from '../../manifest/files.ts';
import { createOperationPrinter, dryRunOf } from '../../printers/output.ts';
import { asObject, manifestTarget } from '../../resource/builder.ts';
import { withSource } from '../../resource/source-error.ts';
import { validation, withLastApplied } from '../apply/apply.ts';
import { generators } from './generators.ts';

export const create: Verb = {
  name: 'create',
  short: 'Create a resource from a file or from stdin',
  usage: '-f FILENAME [flags]',
  examples: ['kubectl create -f web.yaml', 'kubectl create deployment web --image=nginx --replicas=3'],
  flags: [
    ...FILE_FLAGS,
    ...OUTPUT_FLAGS,
    DRY_RUN_FLAG,
    FIELD_MANAGER_FLAG,
    { name: 'save-config', type: 'bool', help: 'Save the configuration for a later apply' },
    {
      name: 'validate',
      type: 'string',
      default: 'strict',
      alone: 'strict',
      help: 'strict, warn or ignore unknown fields',
    },
  ],
  children: generators,
  run,
};

async function run(context: Context): Promise<void> {
  const { flags, args, io } = context;
  if (flags.list('filename').length === 0 && args.length === 0) throw new CliError('must specify one of -f and -k');
  if (args.length > 0) throw usageError(context.path, `Unexpected args: [${args.join(' ')}]`);
  const { objects: manifests, errors: unread } = readFiles(io, flags.list('filename'));
  if (manifests.length === 0) {
    throwAll(unread);
    throw new CliError('no objects passed to create');
  }
  const dryRun = dryRunOf(context);
  const print = createOperationPrinter(context, dryRun);
  const errors: unknown[] = [];
  for (const manifest of manifests) {
    try {
      const target = await manifestTarget(context, manifest, validation(context) !== 'Ignore');
      const wanted = flags.bool('save-config') ? withLastApplied(target.object ?? {}) : (target.object ?? {});
      print('created', dryRun === 'client' ? wanted : await post(wanted, target), target.resource);
    } catch (error) {
      errors.push(error);
    }
  }
  throwAll([...errors, ...unread]);

  async function post(object: JsonObject, target: Awaited<ReturnType<typeof manifestTarget>>): Promise<JsonObject> {
    try {
      const query = {
        dryRun: dryRun === 'server' ? 'All' : undefined,
        fieldManager: flags.string('field-manager') || 'kubectl-create',
        fieldValidation: validation(context),
      };
      return asObject(
        await context.api.request('POST', pathOf(target.resource, target.namespace), { query, body: object }),
      );
    } catch (error) {
      throw withSource('creating', target.source, error);
    }
  }
}
