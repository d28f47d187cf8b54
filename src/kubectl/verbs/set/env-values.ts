/** `kubectl set env --list --resolve`: the values that references stand for (kubectl pkg/cmd/set/env/env_resolve.go). */
import { fromBase64, fromUtf8, type JsonObject, milliValue } from '../../../engine/index.ts';
import type { Context } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { pathOf } from '../../http/discovery.ts';
import { record, text } from '../../json.ts';
import { asObject, type Found } from '../../resource/builder.ts';

export interface Resolver {
  /** The value of a `valueFrom` of a container. Throws where there is none. */
  resolve(from: JsonObject, target: Found, container: JsonObject): Promise<string>;
}

/** Creates it; each config map and secret is read once. */
export function createResolver({ api, namespace }: Pick<Context, 'api' | 'namespace'>): Resolver {
  const read = new Map<string, Promise<JsonObject>>();

  async function dataOf(plural: 'secrets' | 'configmaps', name: string): Promise<JsonObject> {
    const path = pathOf({ group: '', version: 'v1', plural, namespaced: true }, namespace, name);
    const known = read.get(path) ?? api.request('GET', path).then(asObject);
    read.set(path, known);
    return record(await known, 'data');
  }

  async function valueAt(plural: 'secrets' | 'configmaps', reference: JsonObject): Promise<string> {
    const [name, key] = [text(reference, 'name'), text(reference, 'key')];
    const value = (await dataOf(plural, name))[key];
    const kind = plural === 'secrets' ? 'secret' : 'config map';
    if (typeof value !== 'string') throw new CliError(`key ${key} not found in ${kind} ${name}`);
    return plural === 'secrets' ? textOf(value) : value;
  }

  return {
    async resolve(from, target, container) {
      if (from['secretKeyRef'] !== undefined) return valueAt('secrets', record(from, 'secretKeyRef'));
      if (from['configMapKeyRef'] !== undefined) return valueAt('configmaps', record(from, 'configMapKeyRef'));
      if (from['fieldRef'] !== undefined) return fieldValue(target.object, text(from, 'fieldRef', 'fieldPath'));
      if (from['resourceFieldRef'] !== undefined) return resourceValue(container, record(from, 'resourceFieldRef'));
      throw new CliError('invalid valueFrom');
    },
  };
}

function textOf(base64: string): string {
  const read = fromBase64(base64);
  return 'bytes' in read ? (fromUtf8(read.bytes) ?? read.bytes) : '';
}

/** (upstream fieldpath.ExtractFieldPathAsString) */
function fieldValue(object: JsonObject, path: string): string {
  const [, field, key] = /^metadata\.(labels|annotations)\['(.+)'\]$/.exec(path) ?? [];
  if (field !== undefined && key !== undefined) return text(object, 'metadata', field, key);
  if (path === 'metadata.labels' || path === 'metadata.annotations') {
    const entries = Object.entries(record(object, ...path.split('.'))).sort(([a], [b]) => (a < b ? -1 : 1));
    return entries.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join('\n');
  }
  if (['metadata.name', 'metadata.namespace', 'metadata.uid'].includes(path)) return text(object, ...path.split('.'));
  throw new CliError(`unsupported fieldPath: ${path}`);
}

/** In the divisor's units, rounded up; an absent amount is 0. (upstream extractContainerResourceValue) */
function resourceValue(container: JsonObject, reference: JsonObject): string {
  const resource = text(reference, 'resource');
  const [, where, name] = /^(limits|requests)\.(cpu|memory|ephemeral-storage|hugepages-.+)$/.exec(resource) ?? [];
  if (where === undefined || name === undefined) throw new CliError(`unsupported container resource : ${resource}`);
  const divisor = milliValue(text(reference, 'divisor')) || 1000;
  return String(Math.ceil(milliValue(text(container, 'resources', where, name)) / divisor));
}

