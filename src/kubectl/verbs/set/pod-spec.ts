/** What the subcommands of `kubectl set` that change a pod template have in common. */
import { diffStrategicPatch, type Json, type JsonObject } from '../../../engine/index.ts';
import {
  ALL_NAMESPACES_FLAG,
  type Context,
  DRY_RUN_FLAG,
  FIELD_MANAGER_FLAG,
  FILE_FLAGS,
  OUTPUT_FLAGS,
  SELECTOR_FLAG,
} from '../../command.ts';
import { CliError, messageOf, throwAll } from '../../errors.ts';
import type { Flag } from '../../flags.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { pathOf } from '../../http/discovery.ts';
import { objects, text, withField } from '../../json.ts';
import { builtInSchema } from '../../patch/schema.ts';
import { createOperationPrinter, dryRunOf } from '../../printers/output.ts';
import { asObject, gather, getObject, type Target } from '../../resource/builder.ts';

export const TEMPLATE_FLAGS: readonly Flag[] = [
  ...FILE_FLAGS,
  ...OUTPUT_FLAGS,
  SELECTOR_FLAG,
  ALL_NAMESPACES_FLAG,
  DRY_RUN_FLAG,
  FIELD_MANAGER_FLAG,
  { name: 'all', type: 'bool', help: 'All objects of the type' },
];

/** Where a kind has its pods' spec. */
export function podSpecPath(kind: string): readonly string[] {
  if (kind === 'Pod') return ['spec'];
  return kind === 'CronJob' ? ['spec', 'jobTemplate', 'spec', 'template', 'spec'] : ['spec', 'template', 'spec'];
}

export interface Change {
  /** What the object becomes. What it throws is told with the object's name. */
  make(object: JsonObject, target: Target): JsonObject;
  /** `env updated` */
  readonly done: string;
  /** Words before the server's error. */
  readonly failure: string;
}

/** Changes all objects that the words name, and says so. Those that stay as they are are passed over. */
export async function changeAll(context: Context, words: readonly string[], change: Change): Promise<void> {
  const { flags } = context;
  const { targets } = await gather(context, words, {
    files: true,
    all: flags.bool('all'),
    selector: flags.string('selector'),
    allNamespaces: flags.bool('all-namespaces'),
  });
  const errors: unknown[] = [];
  for (const target of targets) {
    try {
      await changeOne(context, target, change);
    } catch (error) {
      errors.push(error);
    }
  }
  throwAll(errors);
}

async function changeOne(context: Context, target: Target, change: Change): Promise<void> {
  const before = await getObject(context, target);
  const after = change.make(before, target);
  const patch = diffStrategicPatch(before, after, builtInSchema);
  if (Object.keys(patch).length === 0) return;
  const dryRun = dryRunOf(context);
  const print = createOperationPrinter(context, dryRun);
  if (dryRun === 'client') return print(change.done, after, target.resource);
  const query = {
    fieldManager: context.flags.string('field-manager') || 'kubectl-set',
    dryRun: dryRun === 'server' ? 'All' : undefined,
  };
  try {
    const path = pathOf(target.resource, target.namespace, target.name);
    const request = { query, body: patch, contentType: PATCH_TYPES.strategic };
    print(change.done, asObject(await context.api.request('PATCH', path, request)), target.resource);
  } catch (error) {
    throw new CliError(`${change.failure} ${messageOf(error)}`);
  }
}

/** The object with its containers changed that a pattern of names (`*` for all) selects; `found` counts them. */
export function withContainers(
  object: JsonObject,
  root: readonly string[],
  pattern: string,
  change: (container: JsonObject) => JsonObject,
): { readonly object: JsonObject; readonly found: number } {
  const words = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const named = new RegExp(`^${words}$`);
  let found = 0;
  let result = object;
  for (const field of ['containers', 'initContainers']) {
    const all = objects(object, ...root, field);
    if (all.length === 0) continue;
    const changed = all.map((container): Json => {
      if (!named.test(text(container, 'name'))) return container;
      found += 1;
      return change(container);
    });
    result = withField(result, [...root, field], changed);
  }
  return { object: result, found };
}
