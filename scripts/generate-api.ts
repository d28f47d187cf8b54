/**
 * Writes the engine's API types and field tables from the types of @kubernetes/client-node (Apache 2.0).
 *
 *   node scripts/generate-api.ts           types, tables and .generated/descriptions.json (not committed: upstream's prose, that of
 *                                          kubernetes-types (Apache 2.0) where client-node has none)
 *   node scripts/generate-api.ts --check   fails when what is committed is not what would be written
 *   node scripts/generate-api.ts --descriptions   only .generated/descriptions.json, where it isn't there yet
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALWAYS_PRESENT, PACKAGES, QUANTITIES, RENAMED } from '../src/engine/api/supplement.ts';
import { wordsOf } from './field-words.ts';
import { OWN_MODELS, type OwnField } from './own-models.ts';

const root = join(import.meta.dirname, '..');
const models = join(root, 'node_modules/@kubernetes/client-node/dist/gen/models');
const generated = join(root, 'src/engine/api/generated');

interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly shape: '' | '[' | '{' | '{[';
  /** A code of one letter (see `fields.ts`) or the name of a type. */
  readonly type: string;
  readonly description: string;
}

interface Type {
  /** In our tables: unique. */
  readonly name: string;
  /** In its package. */
  readonly goName: string;
  readonly package: string;
  readonly description: string;
  readonly fields: readonly Field[];
}

const files = new Set(readdirSync(models));
const CODES: Readonly<Record<string, string>> = {
  'number int32': 'i',
  'number int64': 'l',
  'number double': 'd',
  'boolean ': 'b',
  'string ': 's',
  'string byte': 'y',
  'Date date-time': 't',
  'Date ': 't',
  'V1MicroTime date-time-micro': 'm',
  'IntOrString int-or-string': 'x',
  'IntOrString ': 'x',
  'any ': 'a',
};
const TYPESCRIPT: Readonly<Record<string, string>> = {
  i: 'number',
  l: 'number',
  d: 'number',
  b: 'boolean',
  s: 'string',
  y: 'string',
  t: 'string',
  m: 'string',
  x: 'number | string',
  q: 'string',
  a: 'Json',
};

interface Root {
  readonly package: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly model: string;
}

const roots: readonly Root[] = PACKAGES.flatMap(([name, apiVersion, kinds]) =>
  kinds.split(' ').map((text) => {
    const [kind = '', model = `V1${kind}`] = text.split('=');
    return { package: name, apiVersion, kind, model };
  }),
);

/** Models of ambiguous kinds carry their group's name in client-node: `EventsV1Event`. */
const goNameOf = (model: string): string => model.replace(/^([A-Z][a-z]+)?V\d(?=[A-Z])/, '');
const plainName = (model: string): string => RENAMED[model] ?? goNameOf(model);
const rootOf = new Map(
  roots.filter(({ apiVersion }) => apiVersion !== '').map((root) => [plainName(root.model), root]),
);

interface TypeAndModels extends Type {
  /** Models that its fields name. */
  readonly models: readonly string[];
}

function readType(model: string, packageName: string): TypeAndModels {
  if (OWN_MODELS[model] !== undefined) return ownType(model, packageName);
  if (!files.has(`${model}.d.ts`)) stopWithout(model);
  const name = plainName(model);
  const models_: string[] = [];
  const file = join(models, model);
  const declarations = readFileSync(`${file}.d.ts`, 'utf8');
  const table = /attributeTypeMap = (\[[\s\S]*?\n\]);/.exec(readFileSync(`${file}.js`, 'utf8'))?.[1] ?? '[]';
  const attributes: readonly { baseName: string; type: string; format: string }[] = JSON.parse(table);
  const description = /\/\*\*\s*\n\* ([^\n]*)\n\*\/\nexport declare class/.exec(declarations)?.[1] ?? '';
  const fields = attributes.map(({ baseName, type, format }): Field => {
    const declared = new RegExp(
      `(?:/\\*\\*\\s*\\* ([^\\n]*)\\n\\s*\\*/\\s*)?'_?${baseName.replace('$', '\\$')}'(\\??):`,
    ).exec(declarations);
    const shape = type.startsWith('{') ? (type.includes('Array<') ? '{[' : '{') : type.startsWith('Array<') ? '[' : '';
    const element = type.replace(/^\{ \[key: string\]: (.*); \}$/, '$1').replace(/^Array<(.*)>$/, '$1');
    const code = QUANTITIES.includes(`${name}.${baseName}`)
      ? 'q'
      : CODES[`${element} ${shape === '' || element === 'string' ? format : ''}`];
    const isModel = code === undefined && element !== 'number';
    if (isModel) models_.push(element);
    const plain = isModel ? plainName(element) : (code ?? (format === 'int64' ? 'l' : 'i'));
    const description = proseOf(declared?.[1]);
    return { name: baseName, required: declared?.[2] === '', shape, type: plain, description };
  });
  const kept = fields.filter((field) => field.name !== 'selfLink');
  return {
    name,
    goName: goNameOf(model),
    package: packageName,
    description: proseOf(description),
    fields: kept,
    models: models_,
  };
}

function stopWithout(model: string): never {
  console.error(
    `generate: @kubernetes/client-node has no model ${model}. For a type of upstream's, write the root in ` +
      `src/engine/api/supplement.ts as Kind=Model with a model it has; for a type of your own, describe ${model} in scripts/own-models.ts.`,
  );
  process.exit(1);
}

const OWN_CODES: Readonly<Record<string, string>> = {
  string: 's',
  integer: 'i',
  number: 'd',
  boolean: 'b',
  time: 't',
  quantity: 'q',
};

/** What every object has, in the words client-node describes it with. */
function ownHead(model: string): readonly Field[] {
  const { fields } = readType('V1ConfigMap', '');
  return rootOf.has(plainName(model)) ? fields.filter(({ name }) => ['apiVersion', 'kind', 'metadata'].includes(name)) : [];
}

/** A type that client-node doesn't have. */
function ownType(model: string, packageName: string): TypeAndModels {
  const { description = '', fields: own = {} } = OWN_MODELS[model] ?? {};
  const fields = [...ownHead(model), ...Object.entries(own).map(([name, field]) => ownField(name, field))];
  const models = Object.values(own).flatMap(({ type }) => (OWN_CODES[type] === undefined ? [type] : []));
  return { name: plainName(model), goName: goNameOf(model), package: packageName, description, fields, models };
}

function ownField(name: string, { type, many, required, description }: OwnField): Field {
  const shape = many === undefined ? '' : many === 'list' ? '[' : '{';
  return { name, required: required === true, shape, type: OWN_CODES[type] ?? plainName(type), description };
}

/** A comment's text: client-node's generator escapes the quotes in it. */
function proseOf(comment = ''): string {
  return comment.replace(/\\(['"])/g, '$1');
}

/** All types reachable from the roots, package by package, each sorted by name. */
function readTypes(): readonly Type[] {
  const found = new Map<string, Type>();
  for (const { package: packageName, model } of roots) {
    const waiting = [model];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const known = found.get(plainName(next));
      if (known !== undefined) continue;
      const type = readType(next, packageName);
      found.set(type.name, type);
      waiting.push(...type.models);
    }
  }
  const order = PACKAGES.map(([name]) => name);
  return [...found.values()].sort((a, b) => {
    return order.indexOf(a.package) - order.indexOf(b.package) || (a.name < b.name ? -1 : 1);
  });
}

const NOTICE = '// Generated by scripts/generate-api.ts from @kubernetes/client-node (Apache 2.0). Do not edit.\n';
/** Hand-written in `meta/`, which imports nothing. */
const IN_META = ['LabelSelector', 'LabelSelectorRequirement', 'ListMeta', 'ObjectMeta', 'OwnerReference'];

function typescriptOf(type: Type, field: Field): string {
  const root = rootOf.get(type.name);
  if (root !== undefined && field.name === 'apiVersion') return `'${root.apiVersion}'`;
  if (root !== undefined && field.name === 'kind') return `'${root.kind}'`;
  const partial = field.type === 'ObjectMeta' && root === undefined;
  const element = partial ? 'Partial<ObjectMeta>' : (TYPESCRIPT[field.type] ?? field.type);
  const list = element.includes('|') ? `(${element})` : element;
  if (field.shape === '[') return `readonly ${list}[]`;
  if (field.shape === '{') return `Readonly<Record<string, ${element}>>`;
  return field.shape === '{[' ? `Readonly<Record<string, readonly ${list}[]>>` : element;
}

function typesFile(types: readonly Type[]): string {
  const blocks = types
    .filter((type) => !IN_META.includes(type.name) && type.name !== 'ManagedFieldsEntry')
    .map((type) => {
      const lines = type.fields.map((field) => {
        const isRootPart = rootOf.has(type.name) && ['apiVersion', 'kind', 'metadata'].includes(field.name);
        const present = field.required || isRootPart || ALWAYS_PRESENT.includes(`${type.name}.${field.name}`);
        const name = /^\w+$/.test(field.name) ? field.name : `'${field.name}'`;
        return `  readonly ${name}${present ? '' : '?'}: ${typescriptOf(type, field)};\n`;
      });
      return `export type ${type.name} = {\n${lines.join('')}};\n`;
    });
  const body = blocks.join('\n');
  const used = ['Json', ...IN_META].filter((name) => new RegExp(`[:<( ]${name}\\b`).test(body));
  const lists = [...rootOf]
    .filter(([name]) => !/^(Binding|Scale|Eviction|Token\w+|\w+Review)$/.test(name))
    .map(([name, { apiVersion, kind }]) => {
      return `export type ${name}List = {\n  readonly apiVersion: '${apiVersion}';\n  readonly kind: '${kind}List';\n  readonly metadata: ListMeta;\n  readonly items: readonly ${name}[];\n};\n`;
    });
  const names = [...new Set([...used, 'ListMeta'])].sort().join(', ');
  return `${NOTICE}import type { ${names} } from '../../meta/index.ts';\n\n${body}\n${lists.join('\n')}`;
}

function tableOf(types: readonly Type[]): string {
  let package_ = '';
  const lines = types.map((type) => {
    const header = type.package === package_ ? '' : `@${type.package}\n`;
    package_ = type.package;
    const fields = type.fields.map(({ name, required, shape, type: kind }) => {
      const coded = shape + (kind === 's' ? '' : kind);
      return `${name}${required ? '!' : ''}${coded === '' ? '' : `:${coded}`}`;
    });
    const name = type.name === type.goName ? type.name : `${type.name}=${type.goName}`;
    return `${header}${[name, ...fields].join(' ')}`;
  });
  return lines.join('\n');
}

function fieldsFile(types: readonly Type[]): string {
  return `${NOTICE}/**
 * The types that the kinds are made of.
 * A line a type, below the name of its package: its name (and its name in Go, where that is another), then its fields as
 * \`name[!][:[shape]type]\`. \`!\`: required. Shape: \`[\` list, \`{\` map, none: one.
 * Type: a name, or s string (left out), i int32, l int64, d double, b boolean, t time, m micro time, x integer or string,
 * q quantity, y base64, a anything.
 */
export const FIELDS = \`
${tableOf(types)}
\`;
`;
}

function descriptions(types: readonly Type[]): string {
  const table: Record<string, Record<string, string>> = {};
  for (const type of types) {
    const texts: Record<string, string> = {};
    for (const { name, description } of [{ ...type, name: '' }, ...type.fields]) texts[name] = wordsOf(type.package, type.goName, name, description);
    table[type.name] = texts;
  }
  return `${JSON.stringify(table, null, 1)}\n`;
}

const descriptionsFile = join(root, '.generated/descriptions.json');
// Others ask for this before each start: it is there nearly always.
if (process.argv.includes('--descriptions') && existsSync(descriptionsFile)) process.exit(0);
const types = readTypes();
const outputs = {
  'types.ts': typesFile(types),
  'fields.ts': fieldsFile(types),
};
if (process.argv.includes('--check')) {
  const stale = Object.entries(outputs).filter(([name, text]) => readFileSync(join(generated, name), 'utf8') !== text);
  if (stale.length > 0) {
    console.error(
      `outdated: ${stale.map(([name]) => `src/engine/api/generated/${name}`).join(', ')}; run npm run generate`,
    );
    process.exitCode = 1;
  }
} else {
  if (!process.argv.includes('--descriptions')) {
    mkdirSync(generated, { recursive: true });
    for (const [name, text] of Object.entries(outputs)) writeFileSync(join(generated, name), text);
  }
  mkdirSync(join(root, '.generated'), { recursive: true });
  writeFileSync(descriptionsFile, descriptions(types));
}
