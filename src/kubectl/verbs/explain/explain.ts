/** `kubectl explain`: fields and what they mean, from the OpenAPI the server serves. */
import type { JsonObject } from '../../../engine/index.ts';
import type { Context, Verb } from '../../command.ts';
import { CliError, PlainError } from '../../errors.ts';
import type { Resource } from '../../http/discovery.ts';
import { isObject, list, objects, record, text } from '../../json.ts';

export const explain: Verb = {
  name: 'explain',
  short: 'Get documentation for a resource',
  usage: 'TYPE [--recursive=FALSE|TRUE] [--api-version=api-version-group] [-o|--output=plaintext|plaintext-openapiv2]',
  examples: ['kubectl explain pods', 'kubectl explain deployment.spec.strategy'],
  flags: [
    { name: 'recursive', type: 'bool', help: 'All fields below, without their descriptions' },
    { name: 'api-version', type: 'string', help: 'Of this group and version' },
    { name: 'output', short: 'o', type: 'string', default: 'plaintext', help: 'plaintext' },
  ],
  run,
};

type Schemas = JsonObject;

/** As get finds it, but the real one says so without `error: `. */
async function known(context: Context, word: string): Promise<Resource> {
  try {
    return await context.mapper.resource(word);
  } catch (error) {
    throw error instanceof CliError ? new PlainError(error.message) : error;
  }
}

async function run(context: Context): Promise<void> {
  const { args, flags, io } = context;
  if (args.length === 0) {
    throw new CliError(
      'You must specify the type of resource to explain. Use "kubectl api-resources" for a complete list of supported resources.',
    );
  }
  if (args.length > 1) throw new CliError('We accept only this format: explain RESOURCE');
  const [word = '', ...rest] = (args[0] ?? '').replace(/\.$/, '').split('.');
  const fields = rest.slice(await groupWords(context, word, rest));
  const version = flags.string('api-version');
  const named =
    version === ''
      ? undefined
      : (await context.mapper.all()).find(
          (each) =>
            (each.group ? `${each.group}/${each.version}` : each.version) === version &&
            [each.plural, each.singular, ...each.shortNames].includes(word),
        );
  const resource = named ?? (await known(context, word));
  if (version !== '' && named === undefined) {
    throw new CliError(`couldn't find resource for "${version}, Resource=${resource.plural}"`);
  }
  const schemas = await loadSchemas(context, resource);
  const root = rootOf(schemas, resource);
  if (root === undefined)
    throw new CliError(`GVK ${resource.group}/${resource.version}, Kind=${resource.kind} not found in OpenAPI schema`);
  try {
    io.stdout(render(schemas, resource, root, fields, flags.bool('recursive')));
  } catch (error) {
    if (error instanceof MissingField) io.stdout(error.head);
    throw error;
  }
}

/** How many of the words after `deployments` are its group: `deployments.apps.spec`. */
async function groupWords(context: Context, word: string, rest: readonly string[]): Promise<number> {
  for (const { group, plural, singular, shortNames } of await context.mapper.all()) {
    const words = group.split('.');
    if (group === '' || ![plural, singular, ...shortNames].includes(word)) continue;
    if (words.every((each, index) => each === rest[index])) return words.length;
  }
  return 0;
}

async function loadSchemas({ api }: Context, resource: Resource): Promise<Schemas> {
  const index = await api.request('GET', '/openapi/v3', { query: { timeout: '32s' } });
  const name = resource.group === '' ? `api/${resource.version}` : `apis/${resource.group}/${resource.version}`;
  const url = text(index, 'paths', name, 'serverRelativeURL');
  if (url === '')
    throw new CliError(`couldn't find resource for "${resource.group}/${resource.version}, Kind=${resource.kind}"`);
  const [path = '', query = ''] = url.split('?');
  const hash = /hash=([^&]*)/.exec(query)?.[1];
  return record(await api.request('GET', path, { query: { hash, timeout: '32s' } }), 'components', 'schemas');
}

function rootOf(schemas: Schemas, { group, version, kind }: Resource): JsonObject | undefined {
  return Object.values(schemas)
    .filter(isObject)
    .find((schema) =>
      objects(schema, 'x-kubernetes-group-version-kind').some(
        (each) => text(each, 'group') === group && text(each, 'version') === version && text(each, 'kind') === kind,
      ),
    );
}

/** The schema behind references, single allOfs, lists and maps; `kind` words its type: `[]Container`, `map[string]string`. */
function resolve(schemas: Schemas, schema: JsonObject): { readonly schema: JsonObject; readonly type: string } {
  const reference = text(schema, '$ref') || text(objects(schema, 'allOf')[0], '$ref');
  if (reference !== '') {
    const name = reference.slice(reference.lastIndexOf('/') + 1);
    const target = record(schemas, name);
    const inner = resolve(schemas, target);
    const short = name.slice(name.lastIndexOf('.') + 1);
    const plain = text(target, 'type');
    return { schema: inner.schema, type: plain === '' || plain === 'object' ? short : plain };
  }
  const items = schema['items'];
  if (isObject(items) && Object.keys(items).length > 0) {
    const inner = resolve(schemas, items);
    return { schema: inner.schema, type: `[]${inner.type}` };
  }
  const values = schema['additionalProperties'];
  if (isObject(values) && Object.keys(values).length > 0) {
    const inner = resolve(schemas, values);
    return { schema: inner.schema, type: `map[string]${inner.type}` };
  }
  const type = text(schema, 'type');
  return { schema, type: type === '' || type === 'object' ? 'Object' : type };
}

function render(
  schemas: Schemas,
  resource: Resource,
  root: JsonObject,
  fields: readonly string[],
  recursive: boolean,
): string {
  const head = resource.group === '' ? '' : `GROUP:      ${resource.group}\n`;
  const start = `${head}KIND:       ${resource.kind}\nVERSION:    ${resource.version}\n\n`;
  let current = root;
  for (const field of fields) {
    const next = record(resolve(schemas, current).schema, 'properties')[field];
    if (!isObject(next)) throw new MissingField(start, `field "${field}" does not exist`);
    current = next;
  }
  const last = fields.at(-1);
  const { schema, type } = resolve(schemas, current);
  const title = last === undefined ? '' : `FIELD: ${last} <${type}>\n${enumLong(current)}\n\n`;
  const words = descriptionOf(schemas, current) || '<empty>';
  const shown = properties(schema)
    .map(([name, each]) => fieldLines(schemas, name, each, required(schema, name), recursive, 1, new Set()))
    .join('');
  return `${start}${title}DESCRIPTION:\n${indent(wrap(words, 76), 4)}\n${shown === '' ? '' : `FIELDS:\n${shown}`}\n`;
}

/** What it is refused with comes after the head that was printed already. */
class MissingField extends CliError {
  readonly head: string;
  constructor(head: string, message: string) {
    super(message);
    this.head = head;
  }
}

/** A schema's own words and those of what it refers to, a line each. */
function descriptionOf(schemas: Schemas, schema: JsonObject): string {
  const reference = text(schema, '$ref');
  const own = reference === '' ? schema : record(schemas, reference.slice(reference.lastIndexOf('/') + 1));
  const words = text(own, 'description');
  const parts = [...objects(own, 'allOf'), record(own, 'items'), record(own, 'additionalProperties')];
  const below = parts.filter((part) => Object.keys(part).length > 0).map((part) => descriptionOf(schemas, part));
  return (words === '' ? '' : `${words}\n`) + below.join('');
}

function properties(schema: JsonObject): readonly (readonly [string, JsonObject])[] {
  const all = record(schema, 'properties');
  return Object.keys(all)
    .sort()
    .map((name) => [name, record(all, name)] as const);
}

function required(schema: JsonObject, name: string): boolean {
  return list(schema, 'required').includes(name);
}

function fieldLines(
  schemas: Schemas,
  name: string,
  schema: JsonObject,
  isRequired: boolean,
  recursive: boolean,
  level: number,
  above: ReadonlySet<JsonObject>,
): string {
  const target = resolve(schemas, schema);
  const space = '  '.repeat(level);
  const line = `${space}${name}\t<${target.type}>${isRequired ? ' -required-' : ''}${enumShort(schema, space)}\n`;
  if (!recursive) return `${line}${indent(wrap(text(schema, 'description') || '<no description>', 76), 4)}\n\n`;
  if (above.has(target.schema)) return line;
  const below = new Set([...above, target.schema]);
  const inner = properties(target.schema).map(([each, its]) =>
    fieldLines(schemas, each, its, required(target.schema, each), true, level + 1, below),
  );
  return `${line}${inner.join('')}`;
}

const MOST_VALUES = 4;

function valuesOf(schema: JsonObject): readonly string[] {
  return list(schema, 'enum').map((value) => (value === '' ? '""' : String(value)));
}

function enumShort(schema: JsonObject, space: string): string {
  const values = valuesOf(schema);
  if (values.length === 0) return '';
  return `\n${space}enum: ${values.slice(0, MOST_VALUES).join(', ')}${values.length > MOST_VALUES ? ', ....' : ''}`;
}

function enumLong(schema: JsonObject): string {
  const values = valuesOf(schema);
  return values.length === 0 ? '' : `ENUM:\n${values.map((value) => `    ${value}`).join('\n')}`;
}

function indent(words: string, amount: number): string {
  const space = ' '.repeat(amount);
  return space + words.replaceAll('\n', `\n${space}`);
}

/** Words on lines of at most so many columns; line breaks stay. */
function wrap(words: string, width: number): string {
  return words
    .split('\n')
    .map((paragraph) => {
      const lines = [''];
      for (const word of paragraph.split(' ')) {
        const line = lines.at(-1) ?? '';
        if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
        else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
      }
      return lines.map((line) => line.trimEnd()).join('\n');
    })
    .join('\n');
}
