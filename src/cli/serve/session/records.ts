/** The lines of a session's file: one that says what the cluster was made of, and then all that came in from outside, each at its time. */
import type { AddonName, ApiRequest, ClusterOptions } from '../../../engine/index.ts';

export type WebhookAnswer = Parameters<Parameters<NonNullable<ClusterOptions['callWebhook']>>[3]>[0];

/** What the same history needs. */
export interface Header {
  readonly converge: 'session';
  readonly version: 1;
  readonly seed: string;
  readonly nodes: number;
  readonly etcd: number;
  readonly withoutControllers: readonly string[];
  /** Absent in files from before there were any. */
  readonly addons?: readonly AddonName[];
  readonly cloud?: boolean;
  readonly kubeProxyPods?: boolean;
  readonly noToken: boolean;
  readonly startMs: number;
  /** The administrator's: requests show it, so it is the same after a restart. */
  readonly token: string;
}

export type SessionInput =
  | { readonly type: 'request'; readonly id: number; readonly request: ApiRequest; readonly upgrades: boolean }
  | { readonly type: 'hangUp'; readonly id: number }
  /** What a client sends on a stream, in base64. */
  | { readonly type: 'send'; readonly id: number; readonly channel: number; readonly bytes: string }
  | { readonly type: 'close'; readonly id: number; readonly channel: number }
  | { readonly type: 'end'; readonly id: number }
  /** The answer to the nth call of a webhook. */
  | { readonly type: 'webhook'; readonly call: number; readonly answer: WebhookAnswer };

/** `turn`: inputs of one turn came in together; between two turns the cluster ran. */
export type SessionRecord =
  | (SessionInput & { readonly at: number; readonly turn: number })
  /** Clients saw the cluster as it stood then. */
  | { readonly type: 'seen'; readonly at: number; readonly revision: number };

const inputTypes: readonly unknown[] = ['request', 'hangUp', 'send', 'close', 'end', 'webhook', 'seen'];

/** This program wrote the lines: what is checked is that it was this program. Throws an Error. */
export function recordsOf(lines: readonly unknown[], file: string): { readonly header: Header; readonly records: readonly SessionRecord[] } {
  const [first, ...rest] = lines;
  if (!isHeader(first)) throw new Error(`--session: ${file} is no session of this program; name another file`);
  return { header: first, records: rest.map((line, index) => recordOf(line, index + 2, file)) };
}

function isHeader(line: unknown): line is Header {
  return typeof line === 'object' && line !== null && 'converge' in line && line.converge === 'session' && 'version' in line && line.version === 1;
}

function recordOf(line: unknown, number: number, file: string): SessionRecord {
  if (isRecord(line)) return line;
  throw new Error(`--session: line ${number} of ${file} is no input of a session`);
}

function isRecord(line: unknown): line is SessionRecord {
  return typeof line === 'object' && line !== null && 'type' in line && inputTypes.includes(line.type) && 'at' in line && typeof line.at === 'number';
}

/** The flag whose value isn't the one that the session was begun with; undefined where all are. */
export function differingFlag(header: Header, now: Omit<Header, 'converge' | 'version' | 'startMs' | 'token'>): string | undefined {
  if (header.seed !== now.seed) return `--seed ${header.seed}`;
  if (header.nodes !== now.nodes) return `--nodes ${header.nodes}`;
  if (header.etcd !== now.etcd) return `--etcd ${header.etcd}`;
  if (header.noToken !== now.noToken) return header.noToken ? '--no-token' : 'no --no-token';
  const left = header.withoutControllers.join(',');
  if (left !== now.withoutControllers.join(',')) return left === '' ? 'no --no-controllers' : `--no-controllers '${left}'`;
  if ((header.cloud === true) !== (now.cloud === true)) return header.cloud === true ? '--cloud' : 'no --cloud';
  if ((header.kubeProxyPods === true) !== (now.kubeProxyPods === true)) return header.kubeProxyPods === true ? '--kube-proxy-pods' : 'no --kube-proxy-pods';
  const installed = header.addons?.join(',') ?? '';
  if (installed !== (now.addons?.join(',') ?? '')) return installed === '' ? 'no --addons' : `--addons ${installed}`;
  return undefined;
}
