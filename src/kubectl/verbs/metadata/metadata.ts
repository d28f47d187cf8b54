/** `kubectl label` and `kubectl annotate`: `key=value` sets, `key-` removes. */
import type { JsonObject } from '../../../engine/index.ts';
import {
  ALL_NAMESPACES_FLAG,
  type Context,
  DRY_RUN_FLAG,
  FIELD_MANAGER_FLAG,
  FIELD_SELECTOR_FLAG,
  FILE_FLAGS,
  KUSTOMIZE_FLAG,
  LOCAL_FLAG,
  OUTPUT_FLAGS,
  SELECTOR_FLAG,
  type Verb,
} from '../../command.ts';
import { CliError, throwAll } from '../../errors.ts';
import { PATCH_TYPES } from '../../http/api.ts';
import { pathOf } from '../../http/discovery.ts';
import { strings, withField } from '../../json.ts';
import { createOperationPrinter, dryRunOf, refuseLocalServer } from '../../printers/output.ts';
import { asObject, gather, getObject, localTargets, type Target } from '../../resource/builder.ts';

interface Style {
  readonly name: 'label' | 'annotate';
  readonly field: 'labels' | 'annotations';
  readonly noun: 'label' | 'annotation';
  /** The file of its messages. */
  readonly file: string;
}

function verbOf(style: Style): Verb {
  return {
    name: style.name,
    short: `Update the ${style.field} on a resource`,
    usage: `[--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]`,
    examples: [`kubectl ${style.name} pods web-1 tier=front`, `kubectl ${style.name} pods web-1 tier-`],
    flags: [
      ...FILE_FLAGS,
      KUSTOMIZE_FLAG,
      ...OUTPUT_FLAGS,
      SELECTOR_FLAG,
      FIELD_SELECTOR_FLAG,
      ALL_NAMESPACES_FLAG,
      DRY_RUN_FLAG,
      FIELD_MANAGER_FLAG,
      LOCAL_FLAG,
      { name: 'overwrite', type: 'bool', help: `Change ${style.field} that are there` },
      { name: 'all', type: 'bool', help: 'All objects of the type' },
      { name: 'list', type: 'bool', help: `Show the ${style.field}` },
      { name: 'resource-version', type: 'string', help: 'Only when the object has this version' },
    ],
    run: (context) => run(context, style),
  };
}

export const label = verbOf({ name: 'label', field: 'labels', noun: 'label', file: 'pod' });
export const annotate = verbOf({ name: 'annotate', field: 'annotations', noun: 'annotation', file: 'rsrc' });

type Print = ReturnType<typeof createOperationPrinter>;

interface Edits {
  readonly set: ReadonlyMap<string, string>;
  readonly remove: readonly string[];
}

async function run(context: Context, style: Style): Promise<void> {
  const { flags, args } = context;
  if (flags.bool('all') && flags.string('selector') !== '')
    throw new CliError('cannot set --all and --selector at the same time');
  const isEdit = (word: string): boolean =>
    (word.includes('=') && !word.startsWith('=')) || (word.endsWith('-') && word.length > 1);
  const first = args.findIndex(isEdit);
  const words = first < 0 ? args : args.slice(0, first);
  const specs = first < 0 ? [] : args.slice(first);
  const stray = specs.find((spec) => !isEdit(spec));
  if (stray !== undefined) throw new CliError(`all resources must be specified before ${style.noun} changes: ${stray}`);
  if (flags.bool('local')) checkLocal(context, style, words);
  if (words.length === 0 && flags.list('filename').length === 0) {
    throw new CliError('one or more resources must be specified as <resource> <name> or <resource>/<name>');
  }
  if (specs.length === 0 && !flags.bool('list')) throw new CliError(`at least one ${style.noun} update is required`);
  const edits = parseEdits(specs, style);
  const targets = flags.bool('local') ? await localTargets(context) : await named(context, words);
  const print = createOperationPrinter(context, dryRunOf(context));
  const errors: unknown[] = [];
  for (const target of targets) {
    try {
      await change(context, style, print, target, edits);
    } catch (error) {
      errors.push(error);
    }
  }
  throwAll(errors);
}

function checkLocal(context: Context, { file }: Style, words: readonly string[]): void {
  refuseLocalServer(context);
  if (words.length > 0) throw new CliError(`can only use local files by -f ${file}.yaml or --filename=${file}.json when --local=true is set`);
  if (context.flags.list('filename').length === 0) throw new CliError(`one or more files must be specified as -f ${file}.yaml or --filename=${file}.json`);
}

async function named(context: Context, words: readonly string[]): Promise<readonly Target[]> {
  const { flags } = context;
  const { targets } = await gather(context, words, {
    files: true,
    all: flags.bool('all'),
    selector: flags.string('selector'),
    fieldSelector: flags.string('field-selector'),
    allNamespaces: flags.bool('all-namespaces'),
  });
  return targets;
}

const VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

function parseEdits(specs: readonly string[], style: Style): Edits {
  const set = new Map<string, string>();
  const remove: string[] = [];
  for (const spec of specs) {
    const at = spec.indexOf('=');
    if (at < 0) {
      remove.push(spec.slice(0, -1));
      continue;
    }
    const value = spec.slice(at + 1);
    if (style.noun === 'label' && value.includes('=')) throw new CliError(`invalid label spec: ${spec}`);
    if (style.noun === 'label' && !VALUE.test(value)) {
      throw new CliError(
        `invalid label value: "${spec}": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', ` +
          "and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', " +
          "regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
      );
    }
    set.set(spec.slice(0, at), value);
  }
  const both = remove.filter((key) => set.has(key));
  if (both.length > 0) {
    throw new CliError(
      style.noun === 'label'
        ? 'can not both modify and remove a label in the same command'
        : `can not both modify and remove the following annotation(s) in the same command: ${both.join(', ')}`,
    );
  }
  return { set, remove };
}

async function change(context: Context, style: Style, print: Print, target: Target, edits: Edits): Promise<void> {
  const { flags, api, io } = context;
  const isLocal = flags.bool('local');
  const object = isLocal ? (target.object ?? {}) : await getObject(context, target);
  const now = new Map(strings(object, 'metadata', style.field));
  if (flags.bool('list')) {
    for (const [key, value] of now) io.stdout(`${key}=${value}\n`);
    return;
  }
  refuseOverwrite(context, style, now, edits);
  const dryRun = dryRunOf(context);
  const isSent = dryRun !== 'client' && !isLocal;
  const missing = edits.remove.filter((key) => !now.has(key));
  if (style.noun === 'label' && isSent) for (const key of missing) io.stdout(`label "${key}" not found.\n`);
  const patch = patchOf(style, edits, flags.string('resource-version'));
  const changed =
    edits.remove.some((key) => now.has(key)) || [...edits.set].some(([key, value]) => now.get(key) !== value);
  let result = edited(object, style, now, edits);
  if (isSent) {
    result = asObject(
      await api.request('PATCH', pathOf(target.resource, target.namespace, target.name), {
        query: {
          fieldManager: flags.string('field-manager') || `kubectl-${style.name}`,
          dryRun: dryRun === 'server' ? 'All' : undefined,
        },
        body: patch,
        contentType: PATCH_TYPES.merge,
      }),
    );
  }
  print(wordFor(style, edits, changed), result, target.resource);
}

/** What the object becomes where nothing is sent. */
function edited(object: JsonObject, style: Style, now: ReadonlyMap<string, string>, { set, remove }: Edits): JsonObject {
  const after = Object.entries({ ...Object.fromEntries(now), ...Object.fromEntries(set) }).filter(([key]) => !remove.includes(key));
  return withField(object, ['metadata', style.field], Object.fromEntries(after));
}

/** Anybody may overwrite the cause of a change. */
const CHANGE_CAUSE = 'kubernetes.io/change-cause';

function refuseOverwrite(context: Context, style: Style, now: ReadonlyMap<string, string>, edits: Edits): void {
  if (context.flags.bool('overwrite')) return;
  const taken = [...edits.set].filter(([key, value]) => now.has(key) && now.get(key) !== value && key !== CHANGE_CAUSE);
  if (style.noun === 'annotation' && taken.length > 0) {
    const shown = taken.map(([key]) => `'${key}' already has a value (${now.get(key)})`).join('; ');
    throw new CliError(`--overwrite is false but found the following declared annotation(s): ${shown}`);
  }
  throwAll(
    taken.map(([key]) => new CliError(`'${key}' already has a value (${now.get(key)}), and --overwrite is false`)),
  );
}

function patchOf(style: Style, edits: Edits, resourceVersion: string): JsonObject {
  const removals = edits.remove.map((key) => [key, null] as const);
  const values = Object.fromEntries([...edits.set, ...removals]);
  return { metadata: { [style.field]: values, ...(resourceVersion === '' ? {} : { resourceVersion }) } };
}

function wordFor(style: Style, edits: Edits, changed: boolean): string {
  if (style.noun === 'annotation') return 'annotated';
  if (!changed) return 'not labeled';
  if (edits.set.size === 0) return 'unlabeled';
  return 'labeled';
}
