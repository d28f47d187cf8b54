/** What the subcommands of `kubectl set` have in common: they find objects, change all of them, and send what has changed (pkg/cmd/set/helper.go). */
import { diffStrategicPatch, type JsonObject } from '../../../engine/index.ts';
import { type Context, DRY_RUN_FLAG, FIELD_MANAGER_FLAG, FILE_FLAGS, KUSTOMIZE_FLAG, LOCAL_FLAG, OUTPUT_FLAGS, SELECTOR_FLAG } from '../../command.ts';
import { CliError, messageOf, throwEach } from '../../errors.ts';
import type { Flag } from '../../flags.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { pathOf } from '../../http/discovery.ts';
import { builtInSchema } from '../../patch/schema.ts';
import { createOperationPrinter, dryRunOf } from '../../printers/output.ts';
import { asObject, type Found, gather, getObject, localTargets, type Target } from '../../resource/builder.ts';
import { withZeroValues } from './zero-values.ts';

export const SET_FLAGS: readonly Flag[] = [
  ...FILE_FLAGS,
  ...OUTPUT_FLAGS,
  DRY_RUN_FLAG,
  FIELD_MANAGER_FLAG,
  LOCAL_FLAG,
  { name: 'all', type: 'bool', help: 'All objects of the type' },
];

export const SELECTING_SET_FLAGS: readonly Flag[] = [...SET_FLAGS, KUSTOMIZE_FLAG, SELECTOR_FLAG];

const LOCAL_ONLY = `you must specify resources by --filename when --local is set.
Example resource specifications include:
   '-f rsrc.yaml'
   '--filename=rsrc.json'`;

/** The objects that words, flags or files name: all of them, or what is wrong with any. */
export async function findAll(context: Context, words: readonly string[]): Promise<readonly Found[]> {
  const { flags } = context;
  if (flags.bool('local')) {
    if (words.length > 0) throw new CliError(LOCAL_ONLY);
    return localTargets(context);
  }
  const { targets } = await gather(context, words, {
    files: true,
    all: flags.bool('all'),
    selector: flags.has('selector') ? flags.string('selector') : '',
  });
  const isListed = flags.list('filename').length === 0;
  const found: Found[] = [];
  const errors: unknown[] = [];
  for (const target of targets) {
    try {
      found.push({ ...target, object: (isListed ? target.object : undefined) ?? (await getObject(context, target)) });
    } catch (error) {
      errors.push(error);
    }
  }
  throwEach(errors);
  return found;
}

export interface Change {
  /** What the object becomes. What it throws is told of the object; what it reports keeps nothing else from being done. */
  make(object: JsonObject, target: Target, report: (error: CliError) => void): JsonObject;
  /** `env updated` */
  readonly done: string;
  /** Words before what the server refuses; without them errors are told as they are. */
  readonly failure?: string;
  /** Sent and told of, even where nothing changes. */
  readonly always?: true;
}

/** Changes the objects, and says so. Those that stay as they are are passed over. */
export async function changeAll(context: Context, found: readonly Found[], change: Change): Promise<void> {
  const errors: unknown[] = [];
  const made = found.map((target) => {
    try {
      return { target, after: change.make(target.object, target, (error) => errors.push(error)) };
    } catch (error) {
      return { target, error };
    }
  });
  const dryRun = dryRunOf(context);
  const print = createOperationPrinter(context, dryRun);
  for (const each of made) {
    try {
      if ('error' in each) throw change.failure === undefined ? each.error : aboutObject(context, each.target, each.error);
      const result = await send(context, each.target, each.after, change);
      if (result !== undefined) print(change.done, result, each.target.resource);
    } catch (error) {
      errors.push(error);
    }
  }
  throwEach(errors);
}

/** `error: deployments/web …`; a file's kind is called by its singular (upstream Info.ObjectName). */
function aboutObject({ flags }: Context, { resource, name }: Target, error: unknown): CliError {
  const kind = flags.bool('local') ? resource.kind.toLowerCase() : resource.plural;
  return new CliError(`error: ${kind}/${name} ${messageOf(error)}\n`);
}

/** What is told of an object; undefined where nothing changes. */
async function send(context: Context, target: Found, after: JsonObject, change: Change): Promise<JsonObject | undefined> {
  const { flags, api } = context;
  const dryRun = dryRunOf(context);
  const patch = diffStrategicPatch(target.object, after, builtInSchema);
  if (Object.keys(patch).length === 0 && change.always === undefined) return undefined;
  if (flags.bool('local')) return withZeroValues(after);
  if (dryRun === 'client') return after;
  const query = {
    fieldManager: flags.string('field-manager') || 'kubectl-set',
    dryRun: dryRun === 'server' ? 'All' : undefined,
  };
  try {
    const path = pathOf(target.resource, target.namespace, target.name);
    return asObject(await api.request('PATCH', path, { query, body: patch, contentType: PATCH_TYPES.strategic }));
  } catch (error) {
    throw change.failure === undefined ? error : new CliError(`${change.failure} ${messageOf(error)}`);
  }
}
