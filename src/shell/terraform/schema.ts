/** The provider's resource types: what may be said of each, and what it is in the cloud. */
import type { CloudClient, JsonObject } from '../../engine/index.ts';

export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };
export type Attributes = Readonly<Record<string, Value>>;

export interface AttributeSchema {
  readonly type: 'string' | 'number' | 'list' | 'map';
  /** It must be given; absent: it may. */
  readonly required?: true;
  /** The cloud says it. */
  readonly computed?: true;
  /** Another value needs another resource. */
  readonly replaces?: true;
  readonly byDefault?: Value;
}

export interface ResourceType {
  readonly type: string;
  readonly attributes: Readonly<Record<string, AttributeSchema>>;
  /** Blocks that may stand in it, any number of each. */
  readonly blocks: Readonly<Record<string, Readonly<Record<string, AttributeSchema>>>>;
  /** What is asked of the cloud. */
  spec(attributes: Attributes): JsonObject & { readonly name: string };
  /** What is asked of the cloud first where something holds it: before it is deleted, or held by something else. Undefined: nothing does. */
  freed?(attributes: Attributes, wanted?: Attributes): (JsonObject & { readonly name: string }) | undefined;
  /** What the cloud has, as attributes. */
  attributesOf(object: object): Attributes;
  collection(cloud: CloudClient): Collection;
}

/** One kind of the cloud's API, whatever it is. */
export interface Collection {
  get(name: string): Promise<{ readonly state: string }>;
  create(spec: object): Promise<{ readonly state: string }>;
  update(spec: object): Promise<{ readonly state: string }>;
  delete(name: string): Promise<void>;
}

const name = { type: 'string', required: true, replaces: true } as const;
const computed = { type: 'string', computed: true } as const;

const balancer: ResourceType = {
  type: 'converge_load_balancer',
  attributes: {
    address: computed,
    health_check_port: { type: 'number' },
    id: computed,
    name,
    tags: { type: 'map' },
    targets: { type: 'list', required: true },
  },
  blocks: {
    listener: {
      node_port: { type: 'number', required: true },
      port: { type: 'number', required: true },
      protocol: { type: 'string', byDefault: 'TCP' },
    },
  },
  spec: (attributes) => ({
    name: textOf(attributes['name']),
    targets: listOf(attributes['targets']).map(textOf),
    listeners: listOf(attributes['listener']).map((listener) => ({
      protocol: textOf(fieldOf(listener, 'protocol')),
      port: Number(fieldOf(listener, 'port')),
      nodePort: Number(fieldOf(listener, 'node_port')),
    })),
    ...(typeof attributes['health_check_port'] === 'number' && { healthCheckPort: attributes['health_check_port'] }),
    ...tagsOf(attributes),
  }),
  attributesOf: (object) => ({
    address: Reflect.get(object, 'address'),
    health_check_port: Reflect.get(object, 'healthCheckPort') ?? null,
    id: Reflect.get(object, 'name'),
    listener: listIn(object, 'listeners').map((listener) => ({
      node_port: Reflect.get(listener, 'nodePort'),
      port: Reflect.get(listener, 'port'),
      protocol: Reflect.get(listener, 'protocol'),
    })),
    name: Reflect.get(object, 'name'),
    tags: Reflect.get(object, 'tags') ?? null,
    targets: Reflect.get(object, 'targets'),
  }),
  collection: ({ loadBalancers }) => parsing(loadBalancers),
};

const machine: ResourceType = {
  type: 'converge_machine',
  attributes: {
    address: computed,
    id: computed,
    instance_type: { type: 'string', required: true, replaces: true },
    name,
    power: { type: 'string', byDefault: 'on' },
    tags: { type: 'map' },
    zone: { type: 'string', required: true, replaces: true },
  },
  blocks: {},
  spec: (attributes) => ({
    name: textOf(attributes['name']),
    zone: textOf(attributes['zone']),
    instanceType: textOf(attributes['instance_type']),
    power: textOf(attributes['power']),
    ...tagsOf(attributes),
  }),
  attributesOf: (object) => ({
    address: Reflect.get(object, 'address'),
    id: Reflect.get(object, 'name'),
    instance_type: Reflect.get(object, 'instanceType'),
    name: Reflect.get(object, 'name'),
    power: Reflect.get(object, 'power') ?? 'on',
    tags: Reflect.get(object, 'tags') ?? null,
    zone: Reflect.get(object, 'zone'),
  }),
  collection: ({ machines }) => parsing(machines),
};

const diskSpec = (attributes: Attributes) => ({
  name: textOf(attributes['name']),
  size: textOf(attributes['size']),
  zone: textOf(attributes['zone']),
  attachedTo: textOf(attributes['attached_to']),
  ...tagsOf(attributes),
});

/** A machine has it only once it is there, and it goes only when none has it. */
const disk: ResourceType = {
  type: 'converge_disk',
  attributes: {
    attached_to: { type: 'string', byDefault: '' },
    id: computed,
    name,
    size: { type: 'string', required: true },
    tags: { type: 'map' },
    zone: { type: 'string', required: true, replaces: true },
  },
  blocks: {},
  spec: diskSpec,
  freed: (attributes, wanted) => {
    const machine = textOf(attributes['attached_to']);
    return machine === '' || machine === wanted?.['attached_to'] ? undefined : diskSpec({ ...attributes, attached_to: '' });
  },
  attributesOf: (object) => ({
    attached_to: Reflect.get(object, 'attachedTo') ?? '',
    id: Reflect.get(object, 'name'),
    name: Reflect.get(object, 'name'),
    size: Reflect.get(object, 'size'),
    tags: Reflect.get(object, 'tags') ?? null,
    zone: Reflect.get(object, 'zone'),
  }),
  collection: ({ disks }) => parsing(disks),
};

export const resourceTypes: readonly ResourceType[] = [balancer, disk, machine];

/** Specs are checked by the cloud, which says what is wrong with one. */
function parsing<Spec>(collection: { create(spec: Spec): Promise<{ state: string }>; update(spec: Spec): Promise<{ state: string }> } & Pick<Collection, 'get' | 'delete'>): Collection {
  // The provider writes specs by its schema: only their types are unknown here.
  const asSpec = (spec: object): Spec => spec as Spec;
  return {
    get: collection.get,
    create: (spec) => collection.create(asSpec(spec)),
    update: (spec) => collection.update(asSpec(spec)),
    delete: collection.delete,
  };
}

const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '');
const listOf = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : []);
const fieldOf = (value: Value, field: string): Value | undefined => (isMap(value) ? value[field] : undefined);

export const isMap = (value: Value | undefined): value is { readonly [name: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function tagsOf({ tags }: Attributes): { readonly tags?: Readonly<Record<string, string>> } {
  return isMap(tags) ? { tags: Object.fromEntries(Object.entries(tags).map(([key, value]) => [key, textOf(value)])) } : {};
}

function listIn(object: object, field: string): readonly object[] {
  const list: unknown = Reflect.get(object, field);
  return Array.isArray(list) ? list : [];
}
