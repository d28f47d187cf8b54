/** `kubectl replace`: PUTs what the files say. */
import type { JsonObject } from '../../../engine/index.ts';
import {
  type Context,
  DRY_RUN_FLAG,
  FIELD_MANAGER_FLAG,
  FILE_FLAGS,
  KUSTOMIZE_FLAG,
  OUTPUT_FLAGS,
  type Verb,
} from '../../command.ts';
import { CliError, throwAll } from '../../errors.ts';
import { pathOf } from '../../http/discovery.ts';
import { rawFile, requestRaw } from '../../http/raw.ts';
import { text, withField } from '../../json.ts';
import { createOperationPrinter, dryRunOf } from '../../printers/output.ts';
import { responseResource } from '../../resource/response-resource.ts';
import { asObject, fileTargets, findObject, type Target } from '../../resource/builder.ts';
import { waitUntilGone } from '../../resource/watch-until.ts';
import { withSource } from '../../resource/source-error.ts';
import { validation, withLastApplied } from '../apply/apply.ts';

export const replace: Verb = {
  name: 'replace',
  short: 'Replace a resource by file name or stdin',
  usage: '-f FILENAME',
  flags: [
    ...FILE_FLAGS,
    ...OUTPUT_FLAGS,
    DRY_RUN_FLAG,
    FIELD_MANAGER_FLAG,
    KUSTOMIZE_FLAG,
    { name: 'raw', type: 'string', help: 'A path to PUT to as it is' },
    { name: 'subresource', type: 'string', values: ['status', 'scale'], help: 'status or scale instead of the object' },
    { name: 'save-config', type: 'bool', help: 'Save the configuration for a later apply' },
    { name: 'cascade', type: 'string', default: 'background', help: 'With --force: background, foreground or orphan' },
    { name: 'wait', type: 'bool', help: 'With --force: ignored, it waits anyway' },
    { name: 'force', type: 'bool', help: 'Delete and make again' },
    { name: 'grace-period', type: 'int', default: '-1', help: 'With --force: seconds of grace' },
    { name: 'timeout', type: 'duration', default: '0s', help: 'With --force: how long to wait' },
    {
      name: 'validate',
      type: 'string',
      default: 'strict',
      alone: 'strict',
      help: 'strict, warn or ignore unknown fields',
    },
  ],
  run,
};

function replaceRaw(context: Context): Promise<void> {
  const [file, ...more] = context.flags.list('filename');
  if (file === undefined) throw new CliError('must specify one of -f and -k');
  if (more.length > 0) throw new CliError('--raw can only use a single local file or stdin');
  return requestRaw(context, 'PUT', rawFile(context, file));
}

async function run(context: Context): Promise<void> {
  const { flags, args } = context;
  if (args.length > 0)
    throw new CliError(`Unexpected args: [${args.join(' ')}]\nSee '${context.path} -h' for help and examples`);
  if (flags.string('raw') !== '') return replaceRaw(context);
  if (flags.int('grace-period') >= 0 && !flags.bool('force'))
    throw new CliError('--grace-period must have --force specified');
  if (flags.duration('timeout') !== 0 && !flags.bool('force'))
    throw new CliError('--timeout must have --force specified');
  if (flags.list('filename').length === 0) throw new CliError('must specify one of -f and -k');
  const dryRun = dryRunOf(context);
  if (dryRun !== 'none' && flags.bool('force')) throw new CliError('--dry-run can not be used when --force is set');
  const targets = await fileTargets(context, validation(context) !== 'Ignore');
  if (targets.length === 0) throw new CliError('no objects passed to replace');
  const print = createOperationPrinter(context, dryRun);
  const query = {
    fieldManager: flags.string('field-manager') || 'kubectl-replace',
    fieldValidation: validation(context),
    dryRun: dryRun === 'server' ? 'All' : undefined,
  };
  const errors: unknown[] = [];
  for (const target of targets) {
    try {
      if (flags.bool('force')) print('replaced', await again(context, target, query), target.resource);
      else if (dryRun === 'client') print('replaced', target.object ?? {}, target.resource);
      else {
        const replaced = await put(context, target, query);
        print('replaced', replaced, responseResource(replaced, target.resource));
      }
    } catch (error) {
      errors.push(withSource('replacing', target.source, error));
    }
  }
  throwAll(errors);
}

type Query = Readonly<Record<string, string | undefined>>;

async function put(context: Context, target: Target, query: Query): Promise<JsonObject> {
  const { flags, api } = context;
  const path = pathOf(target.resource, target.namespace, target.name, flags.string('subresource'));
  const live = asObject(await api.request('GET', path));
  const wanted = flags.bool('save-config') ? withLastApplied(target.object ?? {}) : (target.object ?? {});
  const versioned =
    text(wanted, 'metadata', 'resourceVersion') === ''
      ? withField(wanted, ['metadata', 'resourceVersion'], text(live, 'metadata', 'resourceVersion'))
      : wanted;
  return asObject(await api.request('PUT', path, { query, body: versioned }));
}

async function again(context: Context, target: Target, query: Query): Promise<JsonObject> {
  const { api, flags, io } = context;
  const live = await findObject(context, target);
  if (live !== undefined) {
    const seconds = flags.int('grace-period');
    const body = {
      propagationPolicy: policyOf(flags.string('cascade')),
      ...(seconds >= 0 ? { gracePeriodSeconds: seconds } : {}),
    };
    await api.request('DELETE', pathOf(target.resource, target.namespace, target.name), { body });
    const kind = target.resource.kind.toLowerCase();
    io.stdout(`${target.resource.group === '' ? kind : `${kind}.${target.resource.group}`} "${target.name}" deleted\n`);
    await waitUntilGone(context, [{ ...target, uid: text(live, 'metadata', 'uid') }], flags.duration('timeout'));
  }
  return asObject(
    await api.request('POST', pathOf(target.resource, target.namespace), { query, body: target.object ?? {} }),
  );
}

function policyOf(cascade: string): string {
  const found = { background: 'Background', foreground: 'Foreground', orphan: 'Orphan' }[cascade];
  if (found !== undefined) return found;
  throw new CliError(`invalid cascade value (${cascade}). Must be "background", "foreground", or "orphan"`);
}
