/** `kubectl diff`: what apply would change, as a unified diff. Exit code 1 when there is a difference. */
import { createMergePatch, createStrategicPatch, type JsonObject } from '../../../engine/index.ts';
import { type Context, FIELD_MANAGER_FLAG, FILE_FLAGS, type Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { pathOf } from '../../http/discovery.ts';
import { isObject, text } from '../../json.ts';
import { readOne } from '../../manifest/read.ts';
import { builtInSchema, isBuiltIn } from '../../patch/schema.ts';
import { withoutManagedFields } from '../../printers/output.ts';
import { asObject, fileTargets, findObject, type Target } from '../../resource/builder.ts';
import { toYaml } from '../../yaml/print.ts';
import { LAST_APPLIED, withoutLastApplied } from '../apply/annotation.ts';
import { unifiedDiff } from './unified.ts';

export const diff: Verb = {
  name: 'diff',
  short: 'Diff the live version against a would-be applied version',
  usage: '-f FILENAME',
  flags: [
    ...FILE_FLAGS,
    FIELD_MANAGER_FLAG,
    { name: 'server-side', type: 'bool', help: 'Let the server merge' },
    { name: 'force-conflicts', type: 'bool', help: 'With --server-side: take fields over from other managers' },
  ],
  run,
};

async function run(context: Context): Promise<number> {
  const { flags, io } = context;
  if (flags.list('filename').length === 0) throw new CliError('must specify one of -f and -k', 2);
  let code = 0;
  for (const target of await fileTargets(context, true)) {
    const live = await findObject(context, target);
    const merged = await wouldBe(context, target, live);
    const { group, version, kind } = target.resource;
    const name = [group, version, kind, target.namespace, target.name].filter((part) => part !== '').join('.');
    const changes = unifiedDiff(page(live), page(merged));
    if (changes === '') continue;
    code = 1;
    io.stdout(`diff -u -N LIVE/${name} MERGED/${name}\n--- LIVE/${name}\n+++ MERGED/${name}\n${changes}`);
  }
  return code;
}

function page(object: JsonObject | undefined): string {
  return object === undefined ? '' : toYaml(withoutManagedFields(object));
}

async function wouldBe(context: Context, target: Target, live: JsonObject | undefined): Promise<JsonObject> {
  if (context.flags.bool('server-side')) return tryApply(context, target);
  return live === undefined ? tryCreate(context, target) : tryChange(context, target, live);
}

/** What the server would make of the file by itself. The real one ends with code 2 when it can't say. */
async function tryApply(
  { api, flags }: Context,
  { resource, namespace, name, object = {} }: Target,
): Promise<JsonObject> {
  const query = {
    dryRun: 'All',
    fieldManager: flags.string('field-manager') || 'kubectl',
    force: String(flags.bool('force-conflicts')),
  };
  const contentType = PATCH_TYPES.apply;
  return asObject(await api.request('PATCH', pathOf(resource, namespace, name), { query, body: object, contentType }));
}

const QUERY = { dryRun: 'All', fieldManager: 'kubectl-client-side-apply' };

async function tryCreate(context: Context, target: Target): Promise<JsonObject> {
  return asObject(
    await context.api.request('POST', pathOf(target.resource, target.namespace), {
      query: QUERY,
      body: target.object ?? {},
    }),
  );
}

async function tryChange(context: Context, target: Target, live: JsonObject): Promise<JsonObject> {
  const remembered = text(live, 'metadata', 'annotations', LAST_APPLIED);
  const parsed = remembered === '' ? {} : readOne(LAST_APPLIED, remembered);
  const original = isObject(parsed) ? parsed : {};
  // The annotation itself is no difference worth showing: both sides carry the live one.
  const wanted = withoutLastApplied(target.object ?? {});
  const builtIn = isBuiltIn(target.resource.group);
  const patch = builtIn
    ? createStrategicPatch(original, wanted, live, builtInSchema)
    : createMergePatch(original, wanted, live);
  if (Object.keys(patch).length === 0) return live;
  const path = pathOf(target.resource, target.namespace, target.name);
  return asObject(
    await context.api.request('PATCH', path, {
      query: QUERY,
      body: patch,
      contentType: builtIn ? PATCH_TYPES.strategic : PATCH_TYPES.merge,
    }),
  );
}
