/** `kubectl create --edit`: each object goes through an editor before it is sent. */
import type { Context } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { pathOf } from '../../http/discovery.ts';
import { readFiles } from '../../manifest/files.ts';
import { createOperationPrinter, dryRunOf } from '../../printers/output.ts';
import { asObject, manifestTarget } from '../../resource/builder.ts';
import { withLastApplied } from '../apply/annotation.ts';
import { validation } from '../apply/validation.ts';
import { HEADER } from '../edit/edit.ts';
import { editorOf, editText } from '../edit/editor.ts';

/** Objects that come back unchanged, or empty, are not created. */
export async function createEdited(context: Context): Promise<void> {
  const { flags, io, api } = context;
  const editor = editorOf(io);
  const { objects: manifests, errors } = readFiles(io, flags.list('filename'));
  if (errors[0] !== undefined) throw errors[0];
  if (manifests.length === 0) throw new CliError('no objects passed to create');
  const dryRun = dryRunOf(context);
  const print = createOperationPrinter(context, dryRun);
  for (const manifest of manifests) {
    const target = await manifestTarget(context, manifest, validation(context) !== 'Ignore');
    const name = `${target.resource.plural}-${target.name}.yaml`;
    const edited = await editText(io, editor, HEADER, target.object ?? {}, name);
    if (edited === undefined) continue;
    const again = await manifestTarget(context, { ...manifest, object: edited }, validation(context) !== 'Ignore');
    const body = flags.bool('save-config') ? withLastApplied(again.object ?? {}) : (again.object ?? {});
    const query = {
      dryRun: dryRun === 'server' ? 'All' : undefined,
      fieldManager: flags.string('field-manager') || 'kubectl-create',
      fieldValidation: validation(context),
    };
    const path = pathOf(again.resource, again.namespace);
    const made = dryRun === 'client' ? body : asObject(await api.request('POST', path, { query, body }));
    print('created', made, again.resource);
  }
}
