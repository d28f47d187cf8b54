/** `kubectl edit`: the object as YAML through an editor, the difference back as a patch. */
import { diffMergePatch, diffStrategicPatch, type JsonObject } from '../../../engine/index.ts';
import { type Context, FILE_FLAGS, type Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { pathOf } from '../../http/discovery.ts';
import { isObject } from '../../json.ts';
import { readOne } from '../../manifest/read.ts';
import { builtInSchema, isBuiltIn } from '../../patch/schema.ts';
import { createOperationPrinter, withoutManagedFields } from '../../printers/output.ts';
import { asObject, gather, getObject, MISSING_RESOURCE, type Target } from '../../resource/builder.ts';
import { toYaml } from '../../yaml/print.ts';

const HEADER = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`;

export const edit: Verb = {
  name: 'edit',
  short: 'Edit a resource on the server',
  usage: '(RESOURCE/NAME | -f FILENAME)',
  examples: ['kubectl edit deployment/web'],
  flags: [...FILE_FLAGS, { name: 'output', short: 'o', type: 'string', help: 'yaml' }],
  run,
};

async function run(context: Context): Promise<void> {
  const { io, args, flags } = context;
  if (args.length === 0 && flags.list('filename').length === 0) throw new CliError(MISSING_RESOURCE);
  if (io.edit === undefined)
    throw new CliError('there is no editor here: change the file and use kubectl apply, or kubectl patch');
  const { targets } = await gather(context, args, { files: true });
  for (const target of targets) await editOne(context, target, io.edit);
}

async function editOne(
  context: Context,
  target: Target,
  editor: (text: string, name: string) => Promise<string>,
): Promise<void> {
  const before = withoutManagedFields(await getObject(context, target));
  const shown = HEADER + toYaml(before);
  const edited = await editor(shown, `${target.resource.plural}-${target.name}.yaml`);
  const bare = edited.replace(/^#.*\n?/gm, '');
  if (bare.trim() === '') {
    context.io.stderr('Edit cancelled, saved file was empty.\n');
    return;
  }
  const after = readOne('edited file', bare);
  if (!isObject(after)) throw new CliError('The edited file is no object');
  await save(context, target, before, after);
}

async function save(context: Context, target: Target, before: JsonObject, after: JsonObject): Promise<void> {
  const builtIn = isBuiltIn(target.resource.group);
  const patch = builtIn ? diffStrategicPatch(before, after, builtInSchema) : diffMergePatch(before, after);
  if (Object.keys(patch).length === 0) {
    context.io.stderr('Edit cancelled, no changes made.\n');
    return;
  }
  const body = await context.api.request('PATCH', pathOf(target.resource, target.namespace, target.name), {
    query: { fieldManager: 'kubectl-edit', fieldValidation: 'Strict' },
    body: patch,
    contentType: builtIn ? PATCH_TYPES.strategic : PATCH_TYPES.merge,
  });
  createOperationPrinter(context, 'none')('edited', asObject(body), target.resource);
}
