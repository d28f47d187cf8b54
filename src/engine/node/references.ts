/** ConfigMaps and Secrets that a pod names, as the API server has them when they are needed. */
import { ConfigMap, isNotFound, type Kind, type Pod, type Secret } from '../sdk/index.ts';
import type { ConnectedClient } from '../sdk/internal.ts';
import { fromBase64, toByteText } from './bytes.ts';

/** Values are bytes as text. Undefined: there is no such object. */
export type Data = Readonly<Record<string, string>> | undefined;

export interface References {
  readonly configMaps: ReadonlyMap<string, Data>;
  readonly secrets: ReadonlyMap<string, Data>;
}

export interface Names {
  readonly configMaps: Set<string>;
  readonly secrets: Set<string>;
}

/** Only their address: not every server has them. */
const secretKind: Kind<Secret> = { group: '', version: 'v1', kind: 'Secret', plural: 'secrets', namespaced: true };

export const noReferences: References = { configMaps: new Map(), secrets: new Map() };

export function noNames(): Names {
  return { configMaps: new Set(), secrets: new Set() };
}

/** Fetches all of them. Rejects when the API server can't be reached. */
export async function readReferences(client: ConnectedClient, pod: Pod, names: Names): Promise<References> {
  const { namespace = 'default' } = pod.metadata;
  const configMaps = new Map<string, Data>();
  const secrets = new Map<string, Data>();
  for (const name of names.configMaps) {
    const found = await orUndefined(client.get(ConfigMap, { namespace, name }));
    configMaps.set(name, found && { ...mapped(found.data, toByteText), ...mapped(found.binaryData, fromBase64) });
  }
  for (const name of names.secrets) {
    const found = await orUndefined(client.get(secretKind, { namespace, name }));
    secrets.set(name, found && mapped(found.data, fromBase64));
  }
  return { configMaps, secrets };
}

async function orUndefined<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return undefined;
  }
}

function mapped(
  data: Readonly<Record<string, string>> | undefined,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(data ?? {}).map(([key, value]) => [key, change(value)]));
}
