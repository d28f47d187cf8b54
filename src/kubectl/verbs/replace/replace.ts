/** `kubectl replace`: PUTs what the files say. */
import type { JsonObject } from '../../../engine/index.ts';
import { type Context, DRY_RUN_FLAG, FIELD_MANAGER_FLAG, FILE_FLAGS, OUTPUT_FLAGS, type Verb } from '../../command.ts';
import { CliError, throwAll } from '../../errors.ts';
import { pathOf } from '../../http/discovery.ts';
import { text, withField } from '../../json.ts';
import { createOperationPrinter, dryRunOf } from '../../printers/output.ts';
import { asObject, fileTargets, findObject, getObject, type Target } from '../../resource/builder.ts';
import { waitUntilGone } from '../../resource/follow.ts';
import { withSource } from '../../resource/source-error.ts';
import { validation } from '../apply/apply.ts';

export const replace: Verb = {
  name: 'replace',
  short: 'Replace a resource by file name or stdin',
  usage: '-f FILENAME',
  flags: [
    ...FILE_FLAGS,
    ...OUTPUT_FLAGS,
    DRY_RUN_FLAG,
    FIELD_MANAGER_FLAG,
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

async function run(context: Context): Promise<void> {
  const { flags, args } = context;
  if (args.length > 0)
    throw new CliError(`Unexpected args: [${args.join(' ')}]\nSee '${context.path} -h' for help and examples`);
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
      else print('replaced', await put(context, target, query), target.resource);
    } catch (error) {
      errors.push(withSource('replacing', target.source, error));
    }
  }
  throwAll(errors);
}

type Query = Readonly<Record<string, string | undefined>>;

async function put(context: Context, target: Target, query: Query): Promise<JsonObject> {
  const live = await getObject(context, target);
  const wanted = target.object ?? {};
  const versioned =
    text(wanted, 'metadata', 'resourceVersion') === ''
      ? withField(wanted, ['metadata', 'resourceVersion'], text(live, 'metadata', 'resourceVersion'))
      : wanted;
  return asObject(
    await context.api.request('PUT', pathOf(target.resource, target.namespace, target.name), {
      query,
      body: versioned,
    }),
  );
}

async function again(context: Context, target: Target, query: Query): Promise<JsonObject> {
  const { api, flags, io } = context;
  const live = await findObject(context, target);
  if (live !== undefined) {
    const seconds = flags.int('grace-period');
    const body = { propagationPolicy: 'Background', ...(seconds >= 0 ? { gracePeriodSeconds: seconds } : {}) };
    await api.request('DELETE', pathOf(target.resource, target.namespace, target.name), { body });
    const kind = target.resource.kind.toLowerCase();
    io.stdout(`${target.resource.group === '' ? kind : `${kind}.${target.resource.group}`} "${target.name}" deleted\n`);
    await waitUntilGone(context, [{ ...target, uid: text(live, 'metadata', 'uid') }], flags.duration('timeout'));
  }
  return asObject(
    await api.request('POST', pathOf(target.resource, target.namespace), { query, body: target.object ?? {} }),
  );
}
