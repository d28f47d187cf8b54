/** `kubectl apply edit-last-applied`: the remembered configuration through an editor. */
import { diffMergePatch } from '../../../engine/index.ts';
import { type Context, FILE_FLAGS, KUSTOMIZE_FLAG, OUTPUT_FLAGS, type Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { pathOf } from '../../http/discovery.ts';
import { isObject, text, withField } from '../../json.ts';
import { readOne } from '../../manifest/read.ts';
import { toCompactJson } from '../../printers/json.ts';
import { createOperationPrinter } from '../../printers/output.ts';
import { asObject, gather, getObject, MISSING_RESOURCE } from '../../resource/builder.ts';
import { editorOf, editText } from '../edit/editor.ts';
import { ANNOTATION, LAST_APPLIED } from './annotation.ts';

const HEADER = `# Please edit the 'last-applied-configuration' annotations below.
# Lines beginning with a '#' will be ignored, and an empty file will abort the edit.
#
`;
const NONE =
  'no last-applied-configuration annotation found on resources, to create the annotation, ' +
  'use command `kubectl apply set-last-applied --create-annotation`';

export const editLastApplied: Verb = {
  name: 'edit-last-applied',
  short: 'Edit latest last-applied-configuration annotations of a resource/object',
  usage: '(RESOURCE/NAME | -f FILENAME)',
  flags: [
    ...FILE_FLAGS,
    ...OUTPUT_FLAGS,
    KUSTOMIZE_FLAG,
    { name: 'field-manager', type: 'string', default: 'kubectl-client-side-apply', help: 'Name that owns the change' },
    { name: 'validate', type: 'string', default: 'strict', alone: 'strict', help: 'Ignored: an annotation is a text' },
    { name: 'windows-line-endings', type: 'bool', help: 'Ignored: lines end as they do here' },
  ],
  run,
};

async function run(context: Context): Promise<void> {
  const { io, api, args, flags } = context;
  if (args.length === 0 && flags.list('filename').length === 0) throw new CliError(MISSING_RESOURCE);
  const editor = editorOf(io);
  const { targets } = await gather(context, args, { files: true });
  let found = 0;
  for (const target of targets) {
    const live = await getObject(context, target);
    const annotation = text(live, ...ANNOTATION);
    const before = annotation === '' ? null : readOne(LAST_APPLIED, annotation);
    if (!isObject(before)) continue;
    found += 1;
    const after = await editText(io, editor, HEADER, before, `${target.resource.plural}-${target.name}.yaml`);
    if (after === undefined) continue;
    const changed = withField(live, ANNOTATION, `${toCompactJson(after)}\n`);
    const body = await api.request('PATCH', pathOf(target.resource, target.namespace, target.name), {
      query: { fieldManager: flags.string('field-manager') },
      body: diffMergePatch(live, changed),
      contentType: PATCH_TYPES.merge,
    });
    createOperationPrinter(context, 'none')('edited', asObject(body), target.resource);
  }
  if (found === 0) throw new CliError(NONE);
}
