/** `kubectl apply view-last-applied | set-last-applied`: the configuration that the next apply compares with. */
import type { JsonObject } from '../../../engine/index.ts';
import { type Context, DRY_RUN_FLAG, FILE_FLAGS, OUTPUT_FLAGS, SELECTOR_FLAG, type Verb } from '../../command.ts';
import { CliError, usageError } from '../../errors.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { pathOf } from '../../http/discovery.ts';
import { text } from '../../json.ts';
import { readOne } from '../../manifest/read.ts';
import { toCompactJson } from '../../printers/json.ts';
import { createOperationPrinter, dryRunOf } from '../../printers/output.ts';
import { asObject, fileTargets, gather, getObject, type Target } from '../../resource/builder.ts';
import { toYaml } from '../../yaml/print.ts';
import { LAST_APPLIED } from './annotation.ts';

export const viewLastApplied: Verb = {
  name: 'view-last-applied',
  short: 'View the latest last-applied-configuration annotations of a resource/object',
  usage: '(TYPE [NAME | -l label] | TYPE/NAME | -f FILENAME)',
  flags: [
    ...FILE_FLAGS,
    SELECTOR_FLAG,
    { name: 'output', short: 'o', type: 'string', default: 'yaml', help: 'yaml or json' },
    { name: 'all', type: 'bool', help: 'All objects of these types' },
  ],
  run: view,
};

export const setLastApplied: Verb = {
  name: 'set-last-applied',
  short: 'Set the last-applied-configuration annotation on a live object to match the contents of a file',
  usage: '-f FILENAME',
  flags: [
    ...FILE_FLAGS,
    ...OUTPUT_FLAGS,
    DRY_RUN_FLAG,
    { name: 'create-annotation', type: 'bool', help: 'Also where there is none yet' },
  ],
  run: set,
};

async function view(context: Context): Promise<void> {
  const { flags, io, args } = context;
  const { targets } = await gather(context, args, { files: true, selector: flags.string('selector') });
  const texts: string[] = [];
  for (const target of targets) {
    // Who has none shows nothing, as with the real one.
    const annotation = text(await getObject(context, target), 'metadata', 'annotations', LAST_APPLIED);
    if (annotation !== '') texts.push(annotation);
  }
  const format = flags.string('output');
  for (const each of texts) {
    const value = readOne(LAST_APPLIED, each);
    if (format === 'json') io.stdout(`${JSON.stringify(value, undefined, 2)}\n`);
    else if (format === 'yaml') io.stdout(toYaml(value));
    else {
      const why = `Unexpected -o output mode: ${format}, the flag 'output' must be one of yaml|json`;
      throw usageError(context.path, why);
    }
  }
}

async function set(context: Context): Promise<void> {
  const { flags, io } = context;
  const dryRun = dryRunOf(context);
  const print = createOperationPrinter(context, dryRun);
  const changes: { readonly target: Target; readonly live: JsonObject; readonly patch: JsonObject }[] = [];
  for (const target of await fileTargets(context, false)) {
    const wanted = `${toCompactJson(target.object ?? {})}\n`;
    const live = await getObject(context, target);
    const before = text(live, 'metadata', 'annotations', LAST_APPLIED);
    if (before === '' && !flags.bool('create-annotation')) {
      throw new CliError(
        `no last-applied-configuration annotation found on resource: ${target.name}, to create the annotation, run the command with --create-annotation`,
      );
    }
    if (before.trimEnd() === wanted.trimEnd()) io.stdout(`set-last-applied ${target.name}: no changes required.\n`);
    else changes.push({ target, live, patch: { metadata: { annotations: { [LAST_APPLIED]: wanted } } } });
  }
  for (const { target, live, patch } of changes) {
    const object =
      dryRun === 'client'
        ? live
        : await context.api.request('PATCH', pathOf(target.resource, target.namespace, target.name), {
            query: { dryRun: dryRun === 'server' ? 'All' : undefined },
            body: patch,
            contentType: PATCH_TYPES.merge,
          });
    print('configured', asObject(object), target.resource);
  }
}
