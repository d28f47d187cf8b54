/** `kubectl edit`: the object as YAML through an editor, the difference back as a patch. */
import { diffMergePatch, diffStrategicPatch, type JsonObject } from '../../../engine/index.ts';
import { type Context, FILE_FLAGS, KUSTOMIZE_FLAG, OUTPUT_FLAGS, type Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { pathOf } from '../../http/discovery.ts';
import { builtInSchema, isBuiltIn } from '../../patch/schema.ts';
import { toCompactJson } from '../../printers/json.ts';
import { createOperationPrinter, withoutManagedFields } from '../../printers/output.ts';
import { responseResource } from '../../resource/response-resource.ts';
import { asObject, gather, MISSING_RESOURCE, type Target } from '../../resource/builder.ts';
import { withLastApplied } from '../apply/annotation.ts';
import { validation } from '../apply/validation.ts';
import { type Editor, editorOf, editText } from './editor.ts';

export const HEADER = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`;

export const edit: Verb = {
  name: 'edit',
  short: 'Edit a resource on the server',
  usage: '(RESOURCE/NAME | -f FILENAME)',
  examples: ['kubectl edit deployment/web', 'kubectl edit deployment/web --subresource=scale'],
  flags: [
    ...FILE_FLAGS,
    ...OUTPUT_FLAGS,
    KUSTOMIZE_FLAG,
    { name: 'subresource', type: 'string', values: ['status', 'scale'], help: 'status or scale instead of the object' },
    { name: 'output-patch', type: 'bool', help: 'Show the patch' },
    { name: 'save-config', type: 'bool', help: 'Save the configuration for a later apply' },
    { name: 'field-manager', type: 'string', default: 'kubectl-edit', help: 'Name that owns the fields changed' },
    {
      name: 'validate',
      type: 'string',
      default: 'strict',
      alone: 'strict',
      help: 'strict, warn or ignore unknown fields',
    },
    { name: 'windows-line-endings', type: 'bool', help: 'Ignored: lines end as they do here' },
  ],
  run,
};

async function run(context: Context): Promise<void> {
  const { io, args, flags } = context;
  if (args.length === 0 && flags.list('filename').length === 0) throw new CliError(MISSING_RESOURCE);
  const output = flags.string('output');
  if (output !== '' && output !== 'json' && output !== 'yaml') {
    const allowed = 'allowed formats are: json,yaml';
    throw new CliError(`unable to match a printer suitable for the output format "${output}", ${allowed}`);
  }
  const editor = editorOf(io, args);
  const { targets } = await gather(context, args, { files: true });
  for (const target of targets) await editOne(context, target, editor);
}

function pathTo({ flags }: Context, { resource, namespace, name }: Target): string {
  return pathOf(resource, namespace, name, flags.string('subresource'));
}

async function editOne(context: Context, target: Target, editor: Editor): Promise<void> {
  const { api, flags, io } = context;
  const live = asObject(await api.request('GET', pathTo(context, target)));
  const before = flags.bool('show-managed-fields') ? live : withoutManagedFields(live);
  const after = await editText(io, editor, HEADER, before, `${target.resource.plural}-${target.name}.yaml`);
  if (after !== undefined) await save(context, target, before, after);
}

async function save(context: Context, target: Target, before: JsonObject, after: JsonObject): Promise<void> {
  const { api, flags, io } = context;
  const wanted = flags.bool('save-config') ? withLastApplied(after) : after;
  const builtIn = isBuiltIn(target.resource.group);
  const patch = builtIn ? diffStrategicPatch(before, wanted, builtInSchema) : diffMergePatch(before, wanted);
  if (Object.keys(patch).length === 0) {
    io.stderr('Edit cancelled, no changes made.\n');
    return;
  }
  if (flags.bool('output-patch')) io.stdout(`Patch: ${toCompactJson(patch)}\n`);
  const changed = asObject(
    await api.request('PATCH', pathTo(context, target), {
      query: { fieldManager: flags.string('field-manager'), fieldValidation: validation(context) },
      body: patch,
      contentType: builtIn ? PATCH_TYPES.strategic : PATCH_TYPES.merge,
    }),
  );
  createOperationPrinter(context, 'none')('edited', changed, responseResource(changed, target.resource));
}
