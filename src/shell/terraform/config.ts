/** The configuration: all `*.tf` of a folder, checked against the provider's schema, with its references resolved. */
import type { Files } from '../types.ts';
import { type Block, ConfigError, type Expression, parseHcl } from './hcl.ts';
import { type AttributeSchema, type Attributes, type ResourceType, resourceTypes, type Value } from './schema.ts';

/** What the cloud says only once there is one. */
export const unknown = Symbol('known after apply');
export type Planned = Value | typeof unknown | readonly Planned[] | { readonly [name: string]: Planned };
export type PlannedAttributes = Readonly<Record<string, Planned>>;

export interface Resource {
  /** `converge_machine.extra` */
  readonly address: string;
  readonly type: ResourceType;
  readonly name: string;
  readonly block: Block;
  /** Addresses of the resources that it refers to. */
  readonly needs: readonly string[];
}

/** Resources in an order in which each stands behind those that it needs. @throws ConfigError */
export function readConfig(files: Files): readonly Resource[] {
  const paths = files.list().filter((path) => path.endsWith('.tf') && !path.includes('/'));
  if (paths.length === 0)
    throw new ConfigError('No configuration files', 'Apply requires configuration to be present. Write a file that ends in .tf, or run "terraform destroy" to delete what there is.');
  const found = new Map<string, Resource>();
  for (const path of paths) {
    for (const block of parseHcl(files.read(path) ?? '', path).blocks) {
      const resource = resourceIn(block);
      if (resource === undefined) continue;
      if (found.has(resource.address))
        throw new ConfigError('Duplicate resource "' + block.labels[0] + '" configuration', `A ${block.labels[0]} resource named "${resource.name}" was already declared. Resource names must be unique per type in each module.`, block.at);
      found.set(resource.address, resource);
    }
  }
  return inOrder(found);
}

function resourceIn(block: Block): Resource | undefined {
  if (block.type === 'terraform' || block.type === 'provider') return undefined;
  const [typeName = '', name = ''] = block.labels;
  if (block.type !== 'resource' || block.labels.length !== 2)
    throw new ConfigError('Unsupported block type', `Blocks of type "${block.type}" are not expected here: there are terraform, provider and resource "TYPE" "NAME".`, block.at);
  const type = resourceTypes.find((each) => each.type === typeName);
  const within = `resource "${typeName}" "${name}"`;
  if (type === undefined)
    throw new ConfigError('Invalid resource type', `The provider converge/cloud does not support resource type "${typeName}": it has ${resourceTypes.map((each) => each.type).join(', ')}.`, block.at, within);
  checkBody(block, type, within);
  return { address: `${typeName}.${name}`, type, name, block, needs: [...new Set(referencesIn(block).map(({ path }) => path.slice(0, 2).join('.')))] };
}

function checkBody({ body, at }: Block, type: ResourceType, within: string): void {
  checkArguments(body, type.attributes, at, within);
  for (const block of body.blocks) {
    const schema = type.blocks[block.type];
    if (schema === undefined) throw new ConfigError('Unsupported block type', `Blocks of type "${block.type}" are not expected here.`, block.at, within);
    checkArguments(block.body, schema, block.at, within);
  }
}

function checkArguments(body: Block['body'], schema: Readonly<Record<string, AttributeSchema>>, at: Block['at'], within: string): void {
  for (const [name, argument] of body.arguments) {
    const attribute = schema[name];
    if (attribute === undefined) throw new ConfigError('Unsupported argument', `An argument named "${name}" is not expected here.`, argument.at, within);
    if (attribute.computed === true)
      throw new ConfigError('Value for unconfigurable attribute', `Can't configure a value for "${name}": its value will be decided automatically based on the result of applying this configuration.`, argument.at, within);
    if (!suits(argument.value, attribute.type))
      throw new ConfigError('Incorrect attribute value type', `Inappropriate value for attribute "${name}": ${attribute.type === 'list' ? 'list of string' : attribute.type === 'map' ? 'map of string' : attribute.type} required.`, argument.at, within);
  }
  for (const [name, { required }] of Object.entries(schema))
    if (required === true && !body.arguments.has(name))
      throw new ConfigError('Missing required argument', `The argument "${name}" is required, but no definition was found.`, at, within);
}

function suits(value: Expression, type: AttributeSchema['type']): boolean {
  if (value.kind === 'reference') return true;
  if (value.kind === 'literal') return value.value === null || typeof value.value === type;
  return value.kind === 'template' ? type === 'string' : value.kind === type;
}

type Reference = Extract<Expression, { kind: 'reference' }>;

function referencesIn({ body }: Block): readonly Reference[] {
  const own = [...body.arguments.values()].flatMap(({ value }) => referencesOf(value));
  return [...own, ...body.blocks.flatMap(referencesIn)];
}

function referencesOf(value: Expression): readonly Reference[] {
  switch (value.kind) {
    case 'reference':
      return [value];
    case 'list':
      return value.items.flatMap(referencesOf);
    case 'template':
      return value.parts.flatMap(referencesOf);
    case 'map':
      return value.entries.flatMap(([, each]) => referencesOf(each));
    case 'literal':
      return [];
  }
}

function inOrder(resources: ReadonlyMap<string, Resource>): readonly Resource[] {
  const done = new Map<string, Resource>();
  const visit = (resource: Resource, way: readonly string[]): void => {
    if (done.has(resource.address)) return;
    if (way.includes(resource.address)) throw new ConfigError('Cycle', [...way.slice(way.indexOf(resource.address))].sort().join(', '));
    for (const { path, at } of referencesIn(resource.block)) {
      const needed = resources.get(path.slice(0, 2).join('.'));
      if (needed === undefined || path.length !== 3)
        throw new ConfigError('Reference to undeclared resource', `A managed resource "${path[0]}" "${path[1] ?? ''}" has not been declared, or no attribute of it is named.`, at, within(resource));
      if (needed.type.attributes[path[2] ?? ''] === undefined)
        throw new ConfigError('Unsupported attribute', `This object does not have an attribute named "${path[2]}".`, at, within(resource));
      visit(needed, [...way, resource.address]);
    }
    done.set(resource.address, resource);
  };
  for (const address of [...resources.keys()].sort()) {
    const resource = resources.get(address);
    if (resource !== undefined) visit(resource, []);
  }
  return [...done.values()];
}

const within = ({ type, name }: Resource): string => `resource "${type.type}" "${name}"`;

/** What a resource shall be. `known`: attributes of the others, as far as they are known. */
export function evaluate({ block, type }: Resource, known: ReadonlyMap<string, PlannedAttributes>): PlannedAttributes {
  const own = evaluateBody(block, type.attributes, known);
  const blocks = Object.keys(type.blocks).map((name) => {
    const schema = type.blocks[name] ?? {};
    return [name, block.body.blocks.filter((each) => each.type === name).map((each) => evaluateBody(each, schema, known))] as const;
  });
  return { ...own, ...Object.fromEntries(blocks) };
}

function evaluateBody({ body }: Block, schema: Readonly<Record<string, AttributeSchema>>, known: ReadonlyMap<string, PlannedAttributes>): PlannedAttributes {
  return Object.fromEntries(
    Object.entries(schema).map(([name, { computed, byDefault = null }]) => {
      const argument = body.arguments.get(name);
      if (computed === true) return [name, unknown];
      return [name, argument === undefined ? byDefault : evaluateExpression(argument.value, known)];
    }),
  );
}

function evaluateExpression(value: Expression, known: ReadonlyMap<string, PlannedAttributes>): Planned {
  switch (value.kind) {
    case 'literal':
      return value.value;
    case 'list':
      return value.items.map((item) => evaluateExpression(item, known));
    case 'map':
      return Object.fromEntries(value.entries.map(([name, each]) => [name, evaluateExpression(each, known)]));
    case 'reference':
      return known.get(value.path.slice(0, 2).join('.'))?.[value.path[2] ?? ''] ?? null;
    case 'template': {
      const parts = value.parts.map((part) => evaluateExpression(part, known));
      return parts.includes(unknown) ? unknown : parts.map(String).join('');
    }
  }
}

/** Whether nothing of it is still unknown. */
export function isKnown(value: Planned): value is Value {
  if (value === unknown) return false;
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isKnown);
}

/** As attributes, where everything is known. */
export function knownAttributes(planned: PlannedAttributes): Attributes | undefined {
  return Object.values(planned).every(isKnown) ? Object.fromEntries(Object.entries(planned).flatMap(([name, value]) => (isKnown(value) ? [[name, value]] : []))) : undefined;
}
