/** `terraform.tfstate`: what was made, and as what it was seen last. Terraform's own format, version 4. */
import type { Files } from '../types.ts';
import { ConfigError } from './hcl.ts';
import type { Attributes } from './schema.ts';

export interface StoredResource {
  /** `converge_machine.extra` */
  readonly address: string;
  readonly attributes: Attributes;
}

export interface State {
  /** Rises with each change. */
  readonly serial: number;
  readonly lineage: string;
  /** By their addresses, in order of them. */
  readonly resources: ReadonlyMap<string, Attributes>;
}

export const statePath = 'terraform.tfstate';
const provider = 'provider["registry.terraform.io/converge/cloud"]';

/** @throws ConfigError where the file is there and can't be understood. */
export function readState(files: Files): State {
  const text = files.read(statePath);
  if (text === undefined || text.trim() === '') return { serial: 0, lineage: '5f1c8a52-0d3e-4b77-9c1a-2e6b7d90c4af', resources: new Map() };
  try {
    return parseState(JSON.parse(text));
  } catch (error) {
    throw new ConfigError('Error refreshing state', `The state file ${statePath} could not be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function parseState(value: unknown): State {
  const { version, serial, lineage, resources } = fieldsOf(value);
  if (version !== 4 || typeof serial !== 'number' || typeof lineage !== 'string' || !Array.isArray(resources))
    throw new Error('it needs version 4, a serial, a lineage and resources');
  return { serial, lineage, resources: new Map(resources.map(parseResource)) };
}

function parseResource(value: unknown): readonly [string, Attributes] {
  const { type, name, instances } = fieldsOf(value);
  const instance: unknown = Array.isArray(instances) ? instances[0] : undefined;
  const { attributes } = fieldsOf(instance);
  if (typeof type !== 'string' || typeof name !== 'string') throw new Error('a resource needs a type and a name');
  return [`${type}.${name}`, fieldsOf(attributes)];
}

function fieldsOf(value: unknown): Attributes {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('an object is needed');
  return Object.fromEntries(Object.entries(value));
}

/** The state with this resource as it is now; undefined: without it. */
export function withResource({ serial, lineage, resources }: State, address: string, attributes: Attributes | undefined): State {
  const all = new Map(resources);
  all.delete(address);
  if (attributes !== undefined) all.set(address, attributes);
  return { serial: serial + 1, lineage, resources: new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Writes it, beside what it was before, as Terraform does. */
export function writeState(files: Files, { serial, lineage, resources }: State): void {
  const before = files.read(statePath);
  if (before !== undefined) files.write(`${statePath}.backup`, before);
  const listed = [...resources].map(([address, attributes]) => {
    const [type, name] = address.split('.');
    return { mode: 'managed', type, name, provider, instances: [{ schema_version: 0, attributes, sensitive_attributes: [] }] };
  });
  const text = { version: 4, terraform_version: '1.13.0', serial, lineage, outputs: {}, resources: listed, check_results: null };
  files.write(statePath, `${JSON.stringify(text, null, 2)}\n`);
}
