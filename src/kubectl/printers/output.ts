/** `-o`: which printer a command line asks for, and what it prints for one object or many. */
import type { JsonObject } from '../../engine/index.ts';
import type { Context } from '../command.ts';
import { CliError } from '../errors.ts';
import type { Resource } from '../http/discovery.ts';
import { objectName } from '../http/discovery.ts';
import { isList, objects, text, withField } from '../json.ts';
import { compileTemplate } from '../jsonpath/index.ts';
import { compileGoTemplate } from '../template/index.ts';
import { toYaml } from '../yaml/print.ts';
import { toJson } from './json.ts';

const FORMATS =
  'go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,name,template,templatefile,yaml';

const TEMPLATES: ReadonlySet<string> = new Set(['go-template', 'go-template-file', 'template', 'templatefile']);

/** Prints whole objects; undefined when the command line asks for the command's own words. */
export type ObjectPrinter = (object: JsonObject, resource: Resource | undefined) => string;

/** The printer of `-o`; throws kubectl's words for a format it does not have. `more` are formats the caller handles. */
export function objectPrinter(context: Context, more: readonly string[] = []): ObjectPrinter | undefined {
  const { flags } = context;
  const template = flags.has('template') ? flags.string('template') : '';
  const given = flags.string('output') || (template === '' ? '' : 'go-template');
  if (given === '' || more.includes(given)) return undefined;
  const cut = /^([a-z-]+)=?/.exec(given);
  const format = cut?.[1] ?? given;
  const value = given.includes('=') ? given.slice(given.indexOf('=') + 1) : template;
  const keep = flags.has('show-managed-fields') && flags.bool('show-managed-fields');
  const strip = (object: JsonObject): JsonObject => (keep ? object : withoutManagedFields(object));
  let documents = 0;
  if (given === 'yaml') return (object) => `${documents++ > 0 ? '---\n' : ''}${toYaml(strip(object))}`;
  if (given === 'json') return (object) => toJson(strip(object));
  if (given === 'name') return nameOf;
  if (format === 'jsonpath' || format === 'jsonpath-file' || format === 'jsonpath-as-json') {
    return jsonPathPrinter(context, format, value);
  }
  if (TEMPLATES.has(format)) return templatePrinter(context, format, template || value);
  const formats = [...FORMATS.split(','), ...more].sort();
  throw new CliError(
    `unable to match a printer suitable for the output format "${given}", allowed formats are: ${formats.join(',')}`,
  );
}

function jsonPathPrinter(context: Context, format: string, given: string): ObjectPrinter {
  let template = given;
  if (format === 'jsonpath-file') {
    const content = context.io.readFile(given);
    if (content === undefined)
      throw new CliError(`error reading --template ${given}, open ${given}: no such file or directory\n`);
    template = content;
  }
  if (template === '') throw new CliError('template format specified but no template given');
  const render = compileTemplate(template, format === 'jsonpath-as-json');
  return (object) => render(object);
}

function templatePrinter(context: Context, format: string, given: string): ObjectPrinter {
  const { flags, io } = context;
  if (given === '') throw new CliError('template format specified but no template given');
  const template = format.endsWith('file') ? io.readFile(given) : given;
  if (template === undefined)
    throw new CliError(`error reading --template ${given}, open ${given}: no such file or directory\n`);
  const allowMissing = !flags.has('allow-missing-template-keys') || flags.bool('allow-missing-template-keys');
  const render = compileGoTemplate(template, allowMissing, (more) => io.stdout(more));
  return (object) => render(object);
}

function nameOf(object: JsonObject, resource: Resource | undefined): string {
  if (isList(object['items']))
    return objects(object, 'items')
      .map((item) => nameOf(item, undefined))
      .join('');
  const name = text(object, 'metadata', 'name');
  if (resource !== undefined) return `${objectName(resource, name)}\n`;
  const [group = '', version] = text(object, 'apiVersion').split('/');
  const kind = text(object, 'kind').toLowerCase();
  return `${version === undefined ? kind : `${kind}.${group}`}/${name}\n`;
}

/** Without `metadata.managedFields`, also in the items of a list. */
export function withoutManagedFields(object: JsonObject): JsonObject {
  if (isList(object['items'])) return { ...object, items: objects(object, 'items').map(withoutManagedFields) };
  return withField(object, ['metadata', 'managedFields'], undefined);
}

export type DryRun = 'none' | 'client' | 'server';

/** The value of --dry-run. */
export function dryRunOf(context: Context): DryRun {
  const given = context.flags.string('dry-run');
  if (given === 'none' || given === 'client' || given === 'server') return given;
  if (given === 'unchanged') {
    context.io.stderr(
      'W0101 00:00:00.000000       1 helpers.go:703] --dry-run is deprecated and can be replaced with --dry-run=client.\n',
    );
    return 'client';
  }
  if (given === 'false') return 'none';
  throw new CliError(`Invalid dry-run value (${given}). Must be "none", "server", or "client".`);
}

/** Where --local sends nothing, the server can't be asked for a dry run. */
export function refuseLocalServer(context: Context): void {
  if (!context.flags.bool('local') || dryRunOf(context) !== 'server') return;
  throw new CliError('cannot specify --local and --dry-run=server - did you mean --dry-run=client?');
}

/** Prints what was done: `pod/web created`, or the object in the form of -o. */
export function createOperationPrinter(
  context: Context,
  dryRun: DryRun,
): (operation: string, object: JsonObject, resource: Resource) => void {
  const print = context.flags.has('output') ? objectPrinter(context) : undefined;
  const suffix = dryRun === 'client' ? ' (dry run)' : dryRun === 'server' ? ' (server dry run)' : '';
  return (operation, object, resource) => {
    const named = `${objectName(resource, text(object, 'metadata', 'name'))} ${operation}${suffix}\n`;
    context.io.stdout(print === undefined ? named : print(object, resource));
  };
}
