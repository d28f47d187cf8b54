/** `kubectl apply`: makes the cluster hold what the files say, remembering what they said last time. */
import { createMergePatch, createStrategicPatch, type JsonObject, StatusError } from '../../../engine/index.ts';
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
import { CliError, throwAll } from '../../errors.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { pathOf } from '../../http/discovery.ts';
import { isObject, text } from '../../json.ts';
import { readFiles } from '../../manifest/files.ts';
import { readOne } from '../../manifest/read.ts';
import { builtInSchema, isBuiltIn } from '../../patch/schema.ts';
import { toCompactJson } from '../../printers/json.ts';
import { createOperationPrinter, type DryRun, dryRunOf } from '../../printers/output.ts';
import { asObject, findObject, manifestTarget, type Target } from '../../resource/builder.ts';
import { isSelected } from '../../resource/selector.ts';
import { withSource } from '../../resource/source-error.ts';
import { ANNOTATION, LAST_APPLIED, withLastApplied } from './annotation.ts';
import { editLastApplied } from './edit-last-applied.ts';
import { setLastApplied, viewLastApplied } from './last-applied.ts';
import { type Applied, prune, pruningOf } from './prune.ts';
import { PRUNE_FLAGS, pruningPolicy } from './prune-flags.ts';
import { serverSideApply } from './server-side.ts';
import { validation } from './validation.ts';

export { LAST_APPLIED, withLastApplied } from './annotation.ts';
export { validation } from './validation.ts';

export const apply: Verb = {
  name: 'apply',
  short: 'Apply a configuration to a resource by file name or stdin',
  usage: '(-f FILENAME | -k DIRECTORY) [flags]',
  examples: ['kubectl apply -f web.yaml', 'cat web.yaml | kubectl apply -f -'],
  flags: [
    ...FILE_FLAGS,
    ...OUTPUT_FLAGS,
    SELECTOR_FLAG,
    DRY_RUN_FLAG,
    FIELD_MANAGER_FLAG,
    KUSTOMIZE_FLAG,
    { name: 'subresource', type: 'string', values: ['status', 'scale'], help: 'With --server-side: status or scale instead of the object' },
    ...PRUNE_FLAGS,
    { name: 'openapi-patch', type: 'bool', default: 'true', help: 'Ignored: built-in kinds are known' },
    { name: 'server-side', type: 'bool', help: 'Let the server merge' },
    { name: 'force-conflicts', type: 'bool', help: 'With --server-side: take fields over from other managers' },
    { name: 'force', type: 'bool', help: 'Delete and make again what cannot be changed' },
    { name: 'overwrite', type: 'bool', default: 'true', help: 'Resolve conflicts in favour of the file' },
    {
      name: 'validate',
      type: 'string',
      default: 'strict',
      alone: 'strict',
      help: 'strict, warn or ignore unknown fields',
    },
    { name: 'wait', type: 'bool', help: 'Wait for what is deleted' },
  ],
  children: [editLastApplied, setLastApplied, viewLastApplied],
  run,
};

async function run(context: Context): Promise<void> {
  const { flags, io, args } = context;
  if (args.length > 0)
    throw new CliError(`Unexpected args: [${args.join(' ')}]\nSee '${context.path} -h' for help and examples`);
  const policy = pruningPolicy(context);
  const pruning = policy === undefined ? undefined : await pruningOf(context, policy);
  if (flags.string('subresource') !== '' && !flags.bool('server-side'))
    throw new CliError('--subresource can only be specified for --server-side');
  if (flags.list('filename').length === 0) throw new CliError('must specify one of -f and -k');
  const { objects: read, errors: unread } = readFiles(io, flags.list('filename'));
  const manifests = read.filter(({ object }) => isSelected(object, flags.string('selector')));
  if (manifests.length === 0) {
    throwAll(unread);
    throw new CliError('no objects passed to apply');
  }
  const dryRun = dryRunOf(context);
  const print = createOperationPrinter(context, dryRun);
  const errors: unknown[] = [];
  const applied: Applied[] = [];
  for (const manifest of manifests) {
    try {
      const target = await manifestTarget(context, manifest, validation(context) !== 'Ignore');
      if (target.name === '') throw namelessError(target);
      const done = flags.bool('server-side')
        ? await serverSideApply(context, target, dryRun)
        : await applyOne(context, target, dryRun);
      print(done.operation, done.object, target.resource);
      applied.push({ namespace: target.namespace, uid: text(done.object, 'metadata', 'uid') });
    } catch (error) {
      errors.push(error);
    }
  }
  throwAll([...errors, ...unread]);
  if (pruning !== undefined) await prune(context, pruning, applied, dryRun, print);
}

function namelessError(target: Target): unknown {
  const generated = text(target.object ?? {}, 'metadata', 'generateName');
  if (generated !== '') return new CliError(`from ${generated}: cannot use generate name with apply`);
  return withSource(
    `retrieving current configuration of:\n${describe(target)}\nfrom server for:`,
    target.source,
    new CliError('resource name may not be empty'),
  );
}

interface Done {
  readonly operation: string;
  readonly object: JsonObject;
}

async function applyOne(context: Context, target: Target, dryRun: DryRun): Promise<Done> {
  const modified = withLastApplied(target.object ?? {});
  let current: JsonObject | undefined;
  try {
    current = await findObject(context, target);
  } catch (error) {
    throw withSource(
      `retrieving current configuration of:\n${describe(target)}\nfrom server for:`,
      target.source,
      error,
    );
  }
  if (current === undefined) {
    if (dryRun === 'client') return { operation: 'created', object: modified };
    return { operation: 'created', object: await create(context, target, modified, dryRun) };
  }
  const annotation = text(current, ...ANNOTATION);
  if (annotation === '') context.io.stderr(missingAnnotation(target));
  return change(context, target, modified, current, dryRun, 1);
}

async function create(context: Context, target: Target, object: JsonObject, dryRun: DryRun): Promise<JsonObject> {
  try {
    const body = await context.api.request('POST', pathOf(target.resource, target.namespace), {
      query: writeQuery(context, dryRun),
      body: object,
    });
    return asObject(body);
  } catch (error) {
    throw withSource('creating', target.source, error);
  }
}

function writeQuery(context: Context, dryRun: DryRun): Readonly<Record<string, string | undefined>> {
  return {
    dryRun: dryRun === 'server' ? 'All' : undefined,
    fieldManager: context.flags.string('field-manager') || 'kubectl-client-side-apply',
    fieldValidation: validation(context),
  };
}

async function change(
  context: Context,
  target: Target,
  modified: JsonObject,
  current: JsonObject,
  dryRun: DryRun,
  attempt: number,
): Promise<Done> {
  if (dryRun === 'client') return { operation: 'configured', object: current };
  const original = originalOf(current);
  const builtIn = isBuiltIn(target.resource.group);
  const patch = builtIn
    ? createStrategicPatch(original, modified, current, builtInSchema)
    : createMergePatch(original, modified, current);
  if (Object.keys(patch).length === 0) return { operation: 'unchanged', object: current };
  try {
    const body = await context.api.request('PATCH', pathOf(target.resource, target.namespace, target.name), {
      query: writeQuery(context, dryRun),
      body: patch,
      contentType: builtIn ? PATCH_TYPES.strategic : PATCH_TYPES.merge,
    });
    return { operation: 'configured', object: asObject(body) };
  } catch (error) {
    const reason = error instanceof StatusError ? error.status.reason : '';
    if (reason === 'Conflict' && attempt <= 5) {
      if (attempt > 1) await context.api.sleep(1000);
      const latest = (await findObject(context, target)) ?? current;
      return change(context, target, modified, latest, dryRun, attempt + 1);
    }
    if (context.flags.bool('force') && (reason === 'Conflict' || reason === 'Invalid')) {
      await context.api.request('DELETE', pathOf(target.resource, target.namespace, target.name), {
        body: { propagationPolicy: 'Background' },
      });
      while ((await findObject(context, target)) !== undefined) await context.api.sleep(1000);
      return { operation: 'configured', object: await create(context, target, modified, dryRun) };
    }
    const doing = `applying patch:\n${toCompactJson(patch)}\nto:\n${describe(target)}\nfor:`;
    throw withSource(doing, target.source, withSource('patching', target.source, error));
  }
}

function originalOf(current: JsonObject): JsonObject {
  const annotation = text(current, ...ANNOTATION);
  if (annotation === '') return {};
  const parsed = readOne(LAST_APPLIED, annotation);
  return isObject(parsed) ? parsed : {};
}

function describe({ resource, name, namespace }: Target): string {
  const version = resource.group === '' ? `/${resource.version}` : `${resource.group}/${resource.version}`;
  return (
    `Resource: "${version}, Resource=${resource.plural}", GroupVersionKind: "${version}, Kind=${resource.kind}"\n` +
    `Name: "${name}", Namespace: "${namespace}"`
  );
}

function missingAnnotation({ resource, name }: Target): string {
  return (
    `Warning: resource ${resource.plural}/${name} is missing the ${LAST_APPLIED} annotation which is required by kubectl apply. ` +
    'kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. ' +
    'The missing annotation will be patched automatically.\n'
  );
}
