/** `kubectl apply --server-side`: one PATCH, the server merges by field owners. */
import { type JsonObject, StatusError } from '../../../engine/index.ts';
import type { Context } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { pathOf } from '../../http/discovery.ts';
import type { DryRun } from '../../printers/output.ts';
import { asObject, type Target } from '../../resource/builder.ts';
import { migrateOwners, type SendPatch } from './migrate.ts';
import { validation } from './validation.ts';

const CONFLICT_HELP = `
Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the \`--force-conflicts\` flag.
* If you do not intend to manage all of the fields, please edit your
  manifest to remove references to the fields that should keep their
  current managers.
* You may co-own fields by updating your manifest to match the existing
  value; in this case, you'll become the manager if the other manager(s)
  stop managing the field (remove it from their configuration).
See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts`;

/** Applies one object; a conflict of owners is explained. */
export async function serverSideApply(
  context: Context,
  target: Target,
  dryRun: DryRun,
): Promise<{ readonly operation: string; readonly object: JsonObject }> {
  if (dryRun === 'client')
    throw new CliError("--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)");
  const { flags, api } = context;
  const manager = flags.string('field-manager') || 'kubectl';
  const path = pathOf(target.resource, target.namespace, target.name, flags.string('subresource'));
  const send: SendPatch = async (body, contentType, query = {}) => {
    const common = { dryRun: dryRun === 'server' ? 'All' : undefined, fieldManager: manager };
    const fieldValidation = validation(context);
    return asObject(
      await api.request('PATCH', path, { query: { ...common, fieldValidation, ...query }, body, contentType }),
    );
  };
  const force = String(flags.bool('force-conflicts'));
  const applyOnce = (): Promise<JsonObject> => send(target.object ?? {}, PATCH_TYPES.apply, { force });
  try {
    const applied = await applyOnce();
    const object = await migrateOwners(context, target, applied, manager, send, applyOnce);
    return { operation: 'serverside-applied', object };
  } catch (error) {
    if (error instanceof StatusError && error.status.reason === 'Conflict') {
      throw new CliError(`${error.status.message ?? ''}${CONFLICT_HELP}`);
    }
    if (error instanceof StatusError && error.status.reason === 'UnsupportedMediaType') {
      throw new CliError(`Server-side apply not available on the server: (${error.status.message ?? ''})`);
    }
    throw error;
  }
}
