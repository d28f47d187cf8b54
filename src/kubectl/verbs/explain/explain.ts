/** `kubectl explain`: fields and what they mean, from the OpenAPI the server serves. */
import type { JsonObject } from '../../../engine/index.ts';
import type { Context, Verb } from '../../command.ts';
import { CliError, usageError } from '../../errors.ts';
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

async function run(context: Context): Promise<void> {
  const { args, flags, path, io } = context;
  if (args.length === 0) {
    io.stderr(
      'You must specify the type of resource to explain. Use "kubectl api-resources" for a complete list of supported resources.\n',
    );
    throw usageError(path, 'resource not specified');
  }
  if (args.length > 1) throw new CliError('We accept only this format: explain RESOURCE');
  const [word = '', ...fields] = (args[0] ?? '').split('.');
  const version = flags.string('api-version');
  const named =
    version === ''
      ? undefined
      : (await context.mapper.all()).find(
          (each) =>
            (each.group ? `${each.group}/${each.version}` : each.version) === version &&
            [each.plural, each.singular, ...each.shortNames].includes(word),
        );
  const resource = named ?? (await context.mapper.resource(word));
  const schemas = await loadSchemas(context, resource);
  const root = rootOf(schemas, resource);
  if (root === undefined)
    throw new CliError(`GVK ${resource.group}/${resource.version}, Kind=${resource.kind} not found in OpenAPI schema`);
  io.stdout(render(schemas, resource, root, fields, flags.bool('recursive')));
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
    return { schema: inner.schema, type: short };
  }
  const items = schema['items'];
  if (isObject(items)) {
    const inner = resolve(schemas, items);
    return { schema: inner.schema, type: `[]${inner.type}` };
  }
  const values = schema['additionalProperties'];
  if (isObject(values)) {
    const inner = resolve(schemas, values);
    return { schema: inner.schema, type: `map[string]${inner.type}` };
  }
  return { schema, type: text(schema, 'type') || 'Object' };
}

function render(
  schemas: Schemas,
  resource: Resource,
  root: JsonObject,
  fields: readonly string[],
  recursive: boolean,
): string {
  let current = { schema: resolve(schemas, root).schema, type: resource.kind };
  let description = text(root, 'description');
  const walked: string[] = [];
  for (const field of fields) {
    const next = record(current.schema, 'properties')[field];
    if (!isObject(next)) {
      throw new CliError(`field "${field}" does not exist`);
    }
    walked.push(field);
    current = resolve(schemas, next);
    description = text(next, 'description') || text(current.schema, 'description');
  }
  const head = resource.group === '' ? '' : `GROUP:      ${resource.group}\n`;
  const lines = [`${head}KIND:       ${resource.kind}\nVERSION:    ${resource.version}\n\n`];
  const last = walked.at(-1);
  if (last !== undefined) lines.push(`FIELD: ${last} <${current.type}>\n\n`);
  const words = description === '' ? '<empty>' : description;
  lines.push(`DESCRIPTION:\n${wrap(words, 76, 4)}\n`);
  const shown = properties(current.schema);
  if (shown.length > 0) {
    lines.push('FIELDS:\n');
    for (const [name, schema] of shown)
      lines.push(fieldLines(schemas, name, schema, required(current.schema, name), recursive, 1, new Set()));
  }
  return `${lines.join('')}\n`;
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
  const indent = '  '.repeat(level);
  const line = `${indent}${name}\t<${target.type}>${isRequired ? ' -required-' : ''}\n`;
  if (!recursive) {
    const words = text(schema, 'description') || text(target.schema, 'description') || '<no description>';
    return `${line}${enumLine(target.schema, indent)}${wrap(words, 76, 4)}\n`;
  }
  if (above.has(target.schema)) return line;
  const below = new Set([...above, target.schema]);
  const inner = properties(target.schema).map(([each, its]) =>
    fieldLines(schemas, each, its, required(target.schema, each), true, level + 1, below),
  );
  return `${line}${enumLine(target.schema, indent)}${inner.join('')}`;
}

function enumLine(schema: JsonObject, indent: string): string {
  const values = list(schema, 'enum').map(String);
  return values.length === 0 ? '' : `${indent}enum: ${values.join(', ')}\n`;
}

/** Words on lines of at most so many columns, paragraphs kept apart. */
function wrap(words: string, width: number, indent: number): string {
  const space = ' '.repeat(indent);
  return words
    .split('\n')
    .map((paragraph) => {
      let line = '';
      let out = '';
      for (const word of paragraph.split(/\s+/).filter((each) => each !== '')) {
        if (line !== '' && line.length + 1 + word.length > width) {
          out += `${space}${line}\n`;
          line = word;
        } else line = line === '' ? word : `${line} ${word}`;
      }
      return `${out}${line === '' ? space : space + line}\n`.replace(/^ +\n$/, '\n');
    })
    .join('');
}
