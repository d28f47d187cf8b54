/**
 * After `apply --server-side` of what was once applied on the client's side: the annotation gets an owner, and the fields of the client-side
 * manager go to the applier, so that what its file doesn't say any more can go (upstream: pkg/cmd/apply, client-go util/csaupgrade).
 */
import {
  EMPTY_FIELDS,
  hasField,
  type Json,
  type JsonObject,
  parseFields,
  StatusError,
  unionOfFields,
} from '../../../engine/index.ts';
import type { Context } from '../../command.ts';
import { messageOf } from '../../errors.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { objects, record, text } from '../../json.ts';
import { findObject, type Target } from '../../resource/builder.ts';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const annotationPath = ['f:metadata', 'f:annotations', `f:${LAST_APPLIED}`];
/** Owns the annotation from now on. */
const annotationManager = 'kubectl-last-applied';
const mostTries = 5;

/** Sends a patch of the target with these parameters. */
export type SendPatch = (
  body: Json,
  type: string,
  query?: Readonly<Record<string, string | undefined>>,
) => Promise<JsonObject>;

/** The object as it is in the end. What goes wrong is a warning: the object has been applied. `reapply` sends the configuration once more. */
export async function migrateOwners(
  context: Context,
  target: Target,
  applied: JsonObject,
  manager: string,
  send: SendPatch,
  reapply: () => Promise<JsonObject>,
): Promise<JsonObject> {
  const warn = (words: string, error: unknown): void => context.io.stderr(`${words}: ${messageOf(error)}\n`);
  let object = applied;
  try {
    object = manager === 'kubectl' ? await ownAnnotation(object, send) : object;
  } catch (error) {
    warn(
      'Warning: failed to migrate kubectl.kubernetes.io/last-applied-configuration for Server-Side Apply. This is non-fatal and will be retried next time you apply. Error',
      error,
    );
    return object;
  }
  let migrated: JsonObject | undefined;
  try {
    migrated = await takeOver(context, target, object, manager, send);
  } catch (error) {
    warn(
      'Warning: server rejected managed fields migration to Server-Side Apply. This is non-fatal and will be retried next time you apply. Error',
      error,
    );
    return object;
  }
  if (migrated === undefined) return object;
  try {
    return await reapply();
  } catch (error) {
    warn(
      'Warning: failed to re-apply configuration after performing Server-Side Apply migration. This is non-fatal and will be retried next time you apply. Error',
      error,
    );
    return migrated;
  }
}

const entriesOf = (object: JsonObject): readonly JsonObject[] => objects(record(object, 'metadata'), 'managedFields');

function ownsAnnotation(entry: JsonObject, operation: string): boolean {
  return (
    text(entry, 'operation') === operation && hasField(parseFields(entry['fieldsV1']) ?? EMPTY_FIELDS, annotationPath)
  );
}

async function ownAnnotation(object: JsonObject, send: SendPatch): Promise<JsonObject> {
  const annotation = text(object, 'metadata', 'annotations', LAST_APPLIED);
  if (annotation === '' || entriesOf(object).some((entry) => ownsAnnotation(entry, 'Apply'))) return object;
  const { apiVersion = '', kind = '' } = object;
  const namespace = text(object, 'metadata', 'namespace');
  const body = {
    apiVersion,
    kind,
    metadata: {
      annotations: { [LAST_APPLIED]: annotation },
      name: text(object, 'metadata', 'name'),
      ...(namespace !== '' && { namespace }),
    },
  };
  return send(body, PATCH_TYPES.apply, { fieldManager: annotationManager });
}

/** Undefined when nothing was to be done. */
async function takeOver(
  context: Context,
  target: Target,
  applied: JsonObject,
  manager: string,
  send: SendPatch,
): Promise<JsonObject | undefined> {
  const owners = entriesOf(applied).filter((entry) => ownsAnnotation(entry, 'Update'));
  const names = new Set(owners.map((entry) => text(entry, 'manager')));
  let object = applied;
  for (let attempt = 1; ; attempt += 1) {
    const before = entriesOf(object);
    let entries = before;
    for (const name of names) entries = merged(entries, name, manager);
    if (entries === before) return undefined;
    try {
      return await send(
        [
          { op: 'replace', path: '/metadata/managedFields', value: entries },
          { op: 'replace', path: '/metadata/resourceVersion', value: text(object, 'metadata', 'resourceVersion') },
        ],
        PATCH_TYPES.json,
      );
    } catch (error) {
      const isRace = error instanceof StatusError && error.status.reason === 'Conflict';
      const latest = isRace && attempt < mostTries ? await findObject(context, target) : undefined;
      if (latest === undefined) throw error;
      object = latest;
    }
  }
}

/** The entries with the updates of one manager counted as what the other one applied. The same list when there are none. */
function merged(entries: readonly JsonObject[], from: string, to: string): readonly JsonObject[] {
  const isOf = (entry: JsonObject, manager: string, operation: string): boolean =>
    text(entry, 'manager') === manager && text(entry, 'operation') === operation && text(entry, 'subresource') === '';
  const updates = entries.filter((entry) => isOf(entry, from, 'Update'));
  const [first] = updates;
  if (first === undefined) return entries;
  const applier = entries.find((entry) => isOf(entry, to, 'Apply')) ?? first;
  const version = text(applier, 'apiVersion');
  const update = updates.find((entry) => text(entry, 'apiVersion') === version);
  const fields = unionOfFields(
    parseFields(applier['fieldsV1']) ?? EMPTY_FIELDS,
    parseFields(update?.['fieldsV1']) ?? EMPTY_FIELDS,
  );
  const owner = { ...applier, manager: to, operation: 'Apply', fieldsV1: fields };
  return entries
    .map((entry) => (entry === applier ? owner : entry))
    .filter((entry) => entry === owner || !isOf(entry, from, 'Update'));
}
