/** The kubeconfig of a session: clusters, users, contexts, and which context is the current one (client-go tools/clientcmd). */
import type { Json, JsonObject } from '../../engine/index.ts';
import { at, isObject, objects, record, text } from '../json.ts';
import { readOne } from '../manifest/read.ts';
import type { Io } from '../types.ts';
import { toYaml } from '../yaml/print.ts';

export type Entries = Readonly<Record<string, JsonObject>>;

export interface Kubeconfig {
  /** '' when there is none. */
  readonly current: string;
  readonly clusters: Entries;
  readonly contexts: Entries;
  readonly users: Entries;
  readonly preferences: JsonObject;
}

/** Of a session that was given none. Its user is who is connected: the administrator. */
const BUILT_IN: Kubeconfig = {
  current: 'converge',
  clusters: { converge: { server: 'https://converge.internal:6443' } },
  contexts: { converge: { cluster: 'converge', user: 'kubernetes-admin' } },
  users: { 'kubernetes-admin': {} },
  preferences: {},
};

/** The user whose requests need no token. */
export const CONNECTED_USER = 'kubernetes-admin';

/** As it is now. */
export function readKubeconfig(io: Pick<Io, 'kubeconfig'>): Kubeconfig {
  const content = io.kubeconfig?.read();
  if (content === undefined) return BUILT_IN;
  const value = readOne(kubeconfigPath(io), content);
  return {
    current: text(value, 'current-context'),
    clusters: entries(value, 'clusters', 'cluster'),
    contexts: entries(value, 'contexts', 'context'),
    users: entries(value, 'users', 'user'),
    preferences: record(value, 'preferences'),
  };
}

/** The namespace that a context names (''; the current one); '' where it names none. */
export function contextNamespace(io: Pick<Io, 'kubeconfig'>, context: string): string {
  const { contexts, current } = readKubeconfig(io);
  return text(contexts[context || current], 'namespace');
}

/** Keeps a changed one for the commands that come. */
export function writeKubeconfig(io: Io, config: Kubeconfig): void {
  io.kubeconfig?.write(toYaml(kubeconfigObject(config)));
}

/** Where it is said to lie. */
export function kubeconfigPath(io: Pick<Io, 'kubeconfig'>): string {
  return io.kubeconfig?.path ?? '.kube/config';
}

function entries(value: Json, lists: string, one: string): Entries {
  const found: Record<string, JsonObject> = {};
  for (const each of objects(value, lists)) {
    const content = at(each, one);
    const given = isObject(content) ? Object.entries(content) : [];
    found[text(each, 'name')] = Object.fromEntries(given.filter(([, field]) => field !== '' && field !== null));
  }
  return found;
}

/** As it is written and shown, in the order of upstream's structs. */
export function kubeconfigObject({ current, clusters, contexts, users, preferences }: Kubeconfig): JsonObject {
  const list = (from: Entries, one: string, order: readonly string[]): readonly JsonObject[] =>
    Object.keys(from)
      .sort()
      .map((name) => ({ name, [one]: inOrder(from[name] ?? {}, order) }));
  return {
    kind: 'Config',
    apiVersion: 'v1',
    preferences,
    clusters: list(clusters, 'cluster', CLUSTER_FIELDS),
    users: list(users, 'user', USER_FIELDS),
    contexts: list(contexts, 'context', CONTEXT_FIELDS),
    'current-context': current,
  };
}

export const CLUSTER_FIELDS = [
  'server',
  'tls-server-name',
  'insecure-skip-tls-verify',
  'certificate-authority',
  'certificate-authority-data',
  'proxy-url',
] as const;
export const USER_FIELDS = [
  'client-certificate',
  'client-certificate-data',
  'client-key',
  'client-key-data',
  'token',
  'tokenFile',
  'as',
  'as-uid',
  'username',
  'password',
] as const;
export const CONTEXT_FIELDS = ['cluster', 'user', 'namespace'] as const;

function inOrder(object: JsonObject, order: readonly string[]): JsonObject {
  const place = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  const keys = Object.keys(object).toSorted((a, b) => place(a) - place(b));
  return Object.fromEntries(keys.map((key) => [key, object[key] ?? null]));
}
