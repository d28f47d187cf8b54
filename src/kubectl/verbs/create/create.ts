/** `kubectl create`: from files, and a generator a kind. */
import type { JsonObject } from '../../../engine/index.ts';
import {
  type Context,
  DRY_RUN_FLAG,
  FIELD_MANAGER_FLAG,
  FILE_FLAGS,
  KUSTOMIZE_FLAG,
  OUTPUT_FLAGS,
  SELECTOR_FLAG,
  type Verb,
} from '../../command.ts';
import { CliError, throwAll, usageError } from '../../errors.ts';
import { pathOf } from '../../http/discovery.ts';
import { rawFile, requestRaw } from '../../http/raw.ts';
import { readFiles } from '../../manifest/files.ts';
import { createOperationPrinter, dryRunOf } from '../../printers/output.ts';
import { asObject, manifestTarget } from '../../resource/builder.ts';
import { withSource } from '../../resource/source-error.ts';
import { validation, withLastApplied } from '../apply/apply.ts';
import { createEdited } from './edit-before-create.ts';
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
    KUSTOMIZE_FLAG,
    SELECTOR_FLAG,
    { name: 'edit', type: 'bool', help: 'Change it in an editor first' },
    { name: 'raw', type: 'string', help: 'A path to POST to as it is' },
    { name: 'windows-line-endings', type: 'bool', help: 'Ignored: lines end as they do here' },
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

function createRaw(context: Context): Promise<void> {
  const { flags } = context;
  if (flags.bool('edit')) throw new CliError('--raw and --edit are mutually exclusive');
  const [file = '', ...more] = flags.list('filename');
  if (more.length > 0) throw new CliError('--raw can only use a single local file or stdin');
  if (/^https?:/.test(file)) throw new CliError(`--raw cannot read from a url`);
  if (flags.string('selector') !== '') throw new CliError('--raw and --selector (-l) are mutually exclusive');
  return requestRaw(context, 'POST', rawFile(context, file));
}

async function run(context: Context): Promise<void> {
  const { flags, args, io } = context;
  if (flags.list('filename').length === 0 && args.length === 0) throw new CliError('must specify one of -f and -k');
  if (args.length > 0) throw usageError(context.path, `Unexpected args: [${args.join(' ')}]`);
  if (flags.string('raw') !== '') return createRaw(context);
  if (flags.bool('edit')) return createEdited(context);
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
