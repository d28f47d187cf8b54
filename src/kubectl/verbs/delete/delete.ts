/** `kubectl delete`: asks for the deletion, and waits until the objects are gone. */
import { type JsonObject, StatusError } from '../../../engine/index.ts';
import {
  ALL_NAMESPACES_FLAG,
  type Context,
  DRY_RUN_FLAG,
  FIELD_SELECTOR_FLAG,
  FILE_FLAGS,
  KUSTOMIZE_FLAG,
  SELECTOR_FLAG,
  type Verb,
} from '../../command.ts';
import { CliError, throwAll } from '../../errors.ts';
import { objectName, pathOf } from '../../http/discovery.ts';
import { rawFile, requestRaw } from '../../http/raw.ts';
import { text } from '../../json.ts';
import { type DryRun, dryRunOf } from '../../printers/output.ts';
import { asObject, gather, MISSING_RESOURCE, type Target } from '../../resource/builder.ts';
import { waitUntilGone } from '../../resource/watch-until.ts';
import { withSource } from '../../resource/source-error.ts';

export const deleteVerb: Verb = {
  name: 'delete',
  short: 'Delete resources by file names, stdin, resources and names, or by resources and label selector',
  usage: '([-f FILENAME] | [-k DIRECTORY] | TYPE [(NAME | -l label | --all)]) [flags]',
  examples: ['kubectl delete pod web-1', 'kubectl delete -f web.yaml', 'kubectl delete pods -l app=web'],
  flags: [
    ...FILE_FLAGS,
    SELECTOR_FLAG,
    FIELD_SELECTOR_FLAG,
    ALL_NAMESPACES_FLAG,
    DRY_RUN_FLAG,
    { name: 'output', short: 'o', type: 'string', help: '"name" for short output' },
    { name: 'all', type: 'bool', help: 'All objects of the type' },
    {
      name: 'cascade',
      type: 'string',
      default: 'background',
      alone: 'background',
      help: 'background, foreground or orphan',
    },
    { name: 'force', type: 'bool', help: 'Remove at once, without a graceful end' },
    { name: 'grace-period', type: 'int', default: '-1', help: 'Seconds of grace; 1 for at once' },
    { name: 'now', type: 'bool', help: 'Like --grace-period=1' },
    { name: 'ignore-not-found', type: 'bool', help: 'Missing objects are no error' },
    { name: 'timeout', type: 'duration', default: '0s', help: 'How long to wait; 0 for as long as it takes' },
    { name: 'wait', type: 'bool', default: 'true', help: 'Wait until the objects are gone' },
    { name: 'interactive', short: 'i', type: 'bool', help: 'Ask first' },
    { name: 'raw', type: 'string', help: 'A path to DELETE as it is' },
    KUSTOMIZE_FLAG,
  ],
  run,
};

async function run(context: Context): Promise<void> {
  const { flags, io, args } = context;
  if (flags.string('raw') !== '') return deleteRaw(context);
  const plan = deletionPlan(context);
  const dryRun = dryRunOf(context);
  if (args.length === 0 && flags.list('filename').length === 0) throw new CliError(MISSING_RESOURCE);
  const { targets } = await gather(context, args, {
    files: true,
    all: flags.bool('all'),
    selector: flags.string('selector'),
    fieldSelector: flags.string('field-selector'),
    allNamespaces: flags.bool('all-namespaces'),
  });
  warn(context, targets, plan);
  if (flags.bool('interactive') && targets.length > 0 && !agreed(context, targets)) return;
  const errors: unknown[] = [];
  const gone: (Target & { readonly uid: string })[] = [];
  const ignore = flags.bool('ignore-not-found') || flags.bool('all') || flags.string('selector') !== '';
  for (const target of targets) {
    try {
      const object = dryRun === 'client' ? (target.object ?? {}) : await deleteOne(context, target, plan.body, dryRun);
      printDeleted(context, target, plan.force, dryRun);
      gone.push({ ...target, uid: text(object, 'metadata', 'uid') || text(object, 'details', 'uid') });
    } catch (error) {
      const missing = error instanceof StatusError && error.status.reason === 'NotFound';
      if (!(missing && ignore)) errors.push(withSource('deleting', target.source, error));
    }
  }
  if (targets.length === 0) io.stdout('No resources found\n');
  if (errors.length > 0) throwAll(errors);
  if (flags.bool('wait') && dryRun === 'none') await waitUntilGone(context, gone, flags.duration('timeout'));
}

function deleteRaw(context: Context): Promise<void> {
  const files = context.flags.list('filename');
  if (files.length > 1) throw new CliError('--raw can only use a single local file or stdin');
  const [file] = files;
  return requestRaw(context, 'DELETE', file === undefined ? undefined : rawFile(context, file));
}

/** Shows what is about to go, and reads the answer from standard input. */
function agreed({ io }: Context, targets: readonly Target[]): boolean {
  io.stdout(`You are about to delete the following ${targets.length} resource(s):\n`);
  for (const { resource, name } of targets) io.stdout(`${objectName(resource, name)}\n`);
  io.stdout('Do you want to continue? (y/n): ');
  const yes = (io.stdin().split('\n')[0] ?? '').trim().toLowerCase() === 'y';
  if (!yes) io.stdout('deletion is cancelled\n');
  return yes;
}

interface Plan {
  readonly force: boolean;
  readonly body: JsonObject;
}

function deletionPlan(context: Context): Plan {
  const { flags } = context;
  const force = flags.bool('force');
  let seconds = flags.int('grace-period');
  if (flags.bool('all') && flags.string('selector') !== '')
    throw new CliError("setting 'all' parameter but found a non empty selector. ");
  if (flags.bool('all') && flags.string('field-selector') !== '')
    throw new CliError('cannot set --all and --field-selector at the same time');
  if (flags.bool('now')) {
    if (seconds !== -1) throw new CliError('--now and --grace-period cannot be specified together');
    seconds = 1;
  }
  if (force && seconds > 0)
    throw new CliError('--force and --grace-period greater than 0 cannot be specified together');
  if (seconds === 0 && !force) seconds = 1;
  if (force && seconds < 0) seconds = 0;
  const policies: Readonly<Record<string, string>> = {
    background: 'Background',
    foreground: 'Foreground',
    orphan: 'Orphan',
    true: 'Background',
    false: 'Orphan',
  };
  const policy = policies[flags.string('cascade')];
  if (policy === undefined) {
    throw new CliError(
      `invalid cascade value (${flags.string('cascade')}). Must be "background", "foreground", or "orphan"`,
    );
  }
  return {
    force: force && seconds === 0,
    body: { propagationPolicy: policy, ...(seconds >= 0 ? { gracePeriodSeconds: seconds } : {}) },
  };
}

function warn(context: Context, targets: readonly Target[], plan: Plan): void {
  if (plan.force) {
    context.io.stderr(
      'Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. ' +
        'The resource may continue to run on the cluster indefinitely.\n',
    );
  }
  if (context.namespaceGiven && targets.some((target) => !target.resource.namespaced)) {
    context.io.stderr('Warning: deleting cluster-scoped resources, not scoped to the provided namespace\n');
  }
}

async function deleteOne(context: Context, target: Target, body: JsonObject, dryRun: DryRun): Promise<JsonObject> {
  const options = dryRun === 'server' ? { ...body, dryRun: ['All'] } : body;
  return asObject(
    await context.api.request('DELETE', pathOf(target.resource, target.namespace, target.name), { body: options }),
  );
}

function printDeleted(context: Context, { resource, name }: Target, force: boolean, dryRun: DryRun): void {
  const kind = resource.kind.toLowerCase();
  const type = resource.group === '' ? kind : `${kind}.${resource.group}`;
  if (context.flags.string('output') === 'name') {
    context.io.stdout(`${type}/${name}\n`);
    return;
  }
  const suffix = dryRun === 'client' ? ' (dry run)' : dryRun === 'server' ? ' (server dry run)' : '';
  context.io.stdout(`${type} "${name}" ${force ? 'force deleted' : 'deleted'}${suffix}\n`);
}
