/** `kubectl diff`: what apply would change, as a unified diff. Exit code 1 when there is a difference. */
import { createMergePatch, createStrategicPatch, type JsonObject } from '../../../engine/index.ts';
import { type Context, FIELD_MANAGER_FLAG, FILE_FLAGS, KUSTOMIZE_FLAG, SELECTOR_FLAG, type Verb } from '../../command.ts';
import { CliError, renderError } from '../../errors.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { pathOf, type Resource } from '../../http/discovery.ts';
import { isObject, record, text } from '../../json.ts';
import { readOne } from '../../manifest/read.ts';
import { builtInSchema, isBuiltIn } from '../../patch/schema.ts';
import { withoutManagedFields } from '../../printers/output.ts';
import { asObject, fileTargets, findObject, type Target } from '../../resource/builder.ts';
import { isSelected } from '../../resource/selector.ts';
import { toYaml } from '../../yaml/print.ts';
import { LAST_APPLIED, withoutLastApplied } from '../apply/annotation.ts';
import { type Applied, notApplied, prunableKinds } from '../apply/prune.ts';
import { unifiedDiff } from './unified.ts';

export const diff: Verb = {
  name: 'diff',
  short: 'Diff the live version against a would-be applied version',
  usage: '-f FILENAME',
  flags: [
    ...FILE_FLAGS,
    KUSTOMIZE_FLAG,
    FIELD_MANAGER_FLAG,
    SELECTOR_FLAG,
    { name: 'server-side', type: 'bool', help: 'Let the server merge' },
    { name: 'force-conflicts', type: 'bool', help: 'With --server-side: take fields over from other managers' },
    { name: 'show-managed-fields', type: 'bool', help: 'Compare managedFields, too' },
    { name: 'concurrency', type: 'int', default: '1', help: 'Ignored: one object after the other' },
    { name: 'prune', type: 'bool', help: 'Show what was applied once and is not in the files as gone' },
    { name: 'prune-allowlist', type: 'lines', help: 'With --prune: only these, each <group/version/kind>' },
  ],
  run,
};

/** An object as it is and as it would be; a text is empty where there is none. */
interface Compared {
  /** `apps.v1.Deployment.default.web` */
  readonly name: string;
  readonly live: string;
  readonly merged: string;
}

/** 1 says that there are differences, 2 that it couldn't tell. */
async function run(context: Context): Promise<number> {
  try {
    return await compare(context);
  } catch (error) {
    context.io.stderr(renderError(error).text);
    return 2;
  }
}

async function compare(context: Context): Promise<number> {
  const { flags, io } = context;
  if (flags.list('filename').length === 0) throw new CliError('must specify one of -f and -k');
  if (flags.bool('force-conflicts') && !flags.bool('server-side')) throw new CliError('--force-conflicts only works with --server-side');
  const pruning = flags.bool('prune') ? await prunableKinds(context) : undefined;
  const compared: Compared[] = [];
  const seen: Applied[] = [];
  for (const target of await fileTargets(context, true)) {
    if (!isSelected(target.object ?? {}, flags.string('selector'))) continue;
    const live = await findObject(context, target);
    if (live !== undefined) seen.push({ namespace: target.namespace, uid: text(live, 'metadata', 'uid') });
    const merged = await wouldBe(context, target, live);
    compared.push({ name: nameOf(target), ...pagesOf(context, target.resource, live, merged) });
  }
  if (pruning !== undefined) {
    for await (const { resource, object } of notApplied(context, { ...pruning, selector: '' }, seen)) {
      const [namespace, name] = [text(object, 'metadata', 'namespace'), text(object, 'metadata', 'name')];
      compared.push({ name: nameOf({ resource, namespace, name }), live: toYaml(object), merged: '' });
    }
  }
  let code = 0;
  for (const { name, live, merged } of compared.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const changes = unifiedDiff(live, merged);
    if (changes === '') continue;
    code = 1;
    io.stdout(`diff -u -N LIVE/${name} MERGED/${name}\n--- LIVE/${name}\n+++ MERGED/${name}\n${changes}`);
  }
  return code;
}

const nameOf = ({ resource: { group, version, kind }, namespace, name }: Target): string => [group, version, kind, namespace, name].filter((part) => part !== '').join('.');

function pagesOf(context: Context, { group, kind }: Resource, live: JsonObject | undefined, merged: JsonObject): Omit<Compared, 'name'> {
  if (group !== '' || kind !== 'Secret') return { live: page(context, live), merged: page(context, merged) };
  const [before, after] = masked(live, merged);
  // The real one writes that, too, where it has nothing to mask.
  return { live: before === undefined ? 'null\n' : page(context, before), merged: page(context, after) };
}

function page({ flags }: Context, object: JsonObject | undefined): string {
  if (object === undefined) return '';
  return toYaml(flags.bool('show-managed-fields') ? object : withoutManagedFields(object));
}

/** The data of a Secret isn't shown: only whether it is there, and whether it changes. */
function masked(live: JsonObject | undefined, merged: JsonObject): readonly [JsonObject | undefined, JsonObject] {
  const [before, after] = [record(live, 'data'), record(merged, 'data')];
  const changes = (key: string): boolean => key in before && key in after && before[key] !== after[key];
  const hidden = (object: JsonObject | undefined, data: JsonObject, whereChanged: string): JsonObject | undefined => {
    const shown = Object.keys(data).map((key) => [key, changes(key) ? whereChanged : '***'] as const);
    return object === undefined || shown.length === 0 ? object : { ...object, data: Object.fromEntries(shown) };
  };
  return [hidden(live, before, '*** (before)'), hidden(merged, after, '*** (after)') ?? merged];
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
