/** What `kubectl create deployment`, `create configmap` and the like have in common. */
import { checkConfigMapKey, type Json, type JsonObject, StatusError } from '../../../engine/index.ts';
import { type Context, DRY_RUN_FLAG, FIELD_MANAGER_FLAG, OUTPUT_FLAGS, SAVE_CONFIG_FLAG, type Verb } from '../../command.ts';
import { CliError, messageOf, usageError } from '../../errors.ts';
import type { Flag } from '../../flags.ts';
import { pathOf, type Resource } from '../../http/discovery.ts';
import { isList, isObject, record, text } from '../../json.ts';
import { toJson } from '../../printers/json.ts';
import { createOperationPrinter, dryRunOf } from '../../printers/output.ts';
import { asObject } from '../../resource/builder.ts';
import { withLastApplied } from '../apply/apply.ts';
import { withHash } from './append-hash.ts';

export interface Generator {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly short: string;
  readonly usage: string;
  readonly flags: readonly Flag[];
  /** Flags that must be given, in the order pflag complains about them. */
  readonly required?: readonly string[];
  readonly resource: Pick<Resource, 'group' | 'version' | 'kind' | 'plural' | 'namespaced'>;
  /** Words before the error of the server; without them it stays as it is. */
  readonly failure?: string;
  /** The object, without metadata.namespace; empty creationTimestamps as the Go types print them. */
  build(context: Context, name: string): JsonObject | Promise<JsonObject>;
}

/** The verb of a generator. */
export function generatorVerb(generator: Generator): Verb {
  return {
    name: generator.name,
    ...(generator.aliases ? { aliases: generator.aliases } : {}),
    short: generator.short,
    usage: generator.usage,
    flags: [
      ...generator.flags,
      ...OUTPUT_FLAGS,
      DRY_RUN_FLAG,
      FIELD_MANAGER_FLAG,
      SAVE_CONFIG_FLAG,
      {
        name: 'validate',
        type: 'string',
        default: 'strict',
        alone: 'strict',
        help: 'strict, warn or ignore unknown fields',
      },
    ],
    run: (context) => runGenerator(context, generator),
  };
}

async function runGenerator(context: Context, generator: Generator): Promise<void> {
  const { flags, args, dash } = context;
  const missing = (generator.required ?? []).filter((name) => !flags.changed(name));
  if (missing.length > 0)
    throw new CliError(`required flag(s) ${missing.map((name) => `"${name}"`).join(', ')} not set`);
  const names = dash < 0 ? args : args.slice(0, dash);
  const [name] = names;
  if (name === undefined || names.length > 1)
    throw usageError(context.path, `exactly one NAME is required, got ${names.length}`);
  const plain = await generator.build(context, name);
  const built = flags.has('append-hash') && flags.bool('append-hash') ? withHash(plain) : plain;
  const inNamespace = generator.resource.namespaced && (context.namespaceGiven || flags.string('dry-run') !== 'client');
  const placed = inNamespace ? inNamespaceOf(built, context.namespace) : built;
  const wanted = flags.bool('save-config') ? withLastApplied(placed) : placed;
  await createBuilt(context, generator, wanted);
}

/** The object with its namespace where Go's ObjectMeta has it: after the name. */
export function inNamespaceOf(object: JsonObject, namespace: string): JsonObject {
  const { name, ...rest } = record(object, 'metadata');
  return { ...object, metadata: { name, namespace, ...rest } };
}

/** Sends what was built, or only prints it, as --dry-run says. */
export async function createBuilt(
  context: Context,
  generator: Pick<Generator, 'resource' | 'failure'>,
  object: JsonObject,
  fieldManager = 'kubectl-create',
  done = 'created',
): Promise<void> {
  const print = builtPrinter(context);
  print(done, await sendBuilt(context, generator, object, fieldManager), generator.resource);
}

/** What the server makes of what was built; with a client's dry run what was built. */
export async function sendBuilt(
  context: Context,
  generator: Pick<Generator, 'resource' | 'failure'>,
  object: JsonObject,
  fieldManager: string,
): Promise<JsonObject> {
  const dryRun = dryRunOf(context);
  if (dryRun === 'client') return object;
  const query = {
    dryRun: dryRun === 'server' ? 'All' : undefined,
    fieldManager: context.flags.string('field-manager') || fieldManager,
    fieldValidation: 'Strict',
  };
  try {
    const path = pathOf(generator.resource, text(object, 'metadata', 'namespace'));
    return asObject(await context.api.request('POST', path, { query, body: withoutNulls(object) }));
  } catch (error) {
    if (generator.failure === undefined || !(error instanceof StatusError)) throw error;
    throw new CliError(`${generator.failure} ${messageOf(error)}`);
  }
}

/** Prints what was built, or made of it. */
export function builtPrinter(context: Context): (done: string, object: JsonObject, resource: Generator['resource']) => void {
  const dryRun = dryRunOf(context);
  const print = createOperationPrinter(context, dryRun);
  return (done, object, resource) => {
    // Go prints its own types in the order of their fields, not sorted.
    if (dryRun === 'client' && context.flags.string('output') === 'json') return context.io.stdout(toJson(object, false));
    print(done, object, { ...resource, singular: '', shortNames: [], categories: [], verbs: [], subresources: [] });
  };
}

/** What Go's protobuf encoding would send: empty creationTimestamps are nothing. */
function withoutNulls(value: JsonObject): JsonObject {
  const clean = (each: Json): Json => {
    if (isList(each)) return each.map(clean);
    return isObject(each) ? withoutNulls(each) : each;
  };
  const kept = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(kept.map(([key, each]) => [key, clean(each ?? null)]));
}

/** `key=value` words of a flag; throws what kubectl says about others. */
export function literals(words: readonly string[]): readonly (readonly [string, string])[] {
  return words.map((word) => {
    const at = word.indexOf('=');
    if (at < 1) throw new CliError(`invalid literal source ${word}, expected key=value`);
    const value = word.slice(at + 1);
    const quoted = /^"(.*)"$|^'(.*)'$/s.exec(value);
    return [word.slice(0, at), quoted ? (quoted[1] ?? quoted[2] ?? '') : value];
  });
}

/** What `dataFrom` reads. */
export const DATA_FLAGS: readonly Flag[] = [
  { name: 'from-literal', type: 'lines', help: 'A key and its value (key=value)' },
  { name: 'from-file', type: 'lines', help: 'A file, its name or key=path' },
  { name: 'from-env-file', type: 'lines', help: 'A file of lines key=value' },
];

/** The data of --from-literal, --from-file and --from-env-file. */
export function dataFrom(context: Context, kind: string): Readonly<Record<string, string>> {
  const { flags, io } = context;
  const data: Record<string, string> = {};
  const read = (path: string): string => {
    const content = io.readFile(path);
    if (content === undefined) throw new CliError(`error reading ${path}: no such file or directory`);
    return content;
  };
  const add = (key: string, value: string): void => {
    const wrong = checkConfigMapKey(key).join(';');
    const which = kind === 'Secret' ? 'is not valid key name for a Secret' : `is not a valid key name for a ${kind}:`;
    if (wrong !== '') throw new CliError(`${JSON.stringify(key)} ${which} ${wrong}`);
    if (Object.hasOwn(data, key)) {
      if (kind === 'Secret') throw new CliError(`cannot add key ${key}, another key by that name already exists`);
      const owner = `${kind} "${context.args[0] ?? ''}"`;
      throw new CliError(`cannot add key "${key}", another key by that name already exists in Data for ${owner}`);
    }
    data[key] = value;
  };
  for (const source of flags.list('from-file')) {
    const at = source.indexOf('=');
    const path = at < 0 ? source : source.slice(at + 1);
    const inside = at < 0 && io.readFile(path) === undefined ? filesIn(context, path) : [];
    for (const file of inside) add(file.slice(file.lastIndexOf('/') + 1), read(file));
    if (inside.length === 0) add(at < 0 ? path.slice(path.lastIndexOf('/') + 1) : source.slice(0, at), read(path));
  }
  for (const [key, value] of literals(flags.list('from-literal'))) add(key, value);
  for (const path of flags.list('from-env-file')) {
    for (const line of read(path).split('\n')) {
      const found = /^\s*([^#=\s]+)=(.*)$/.exec(line);
      if (found) add(found[1] ?? '', found[2] ?? '');
    }
  }
  return data;
}

/** The files right inside a folder, by name. */
function filesIn({ io }: Context, folder: string): readonly string[] {
  const prefix = `${folder.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')}/`;
  return (io.listFiles?.() ?? [])
    .filter((path) => path.startsWith(prefix) && !path.slice(prefix.length).includes('/'))
    .toSorted();
}
