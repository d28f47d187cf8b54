/** `--session FILE`: the file is read in when the server starts, and goes on from there. */
import { resolve } from 'node:path';
import type { Cluster, ClusterOptions, Handler } from '../../../engine/index.ts';
import type { ServeOptions } from '../options.ts';
import type { Pacer } from '../pacer.ts';
import { createWebhookCaller } from '../webhooks.ts';
import { type Journal, openJournal, readJournal } from './journal.ts';
import { lockFile } from './lock.ts';
import { applyInput, createOpenInputs, createRecorder, deafExchange, numberedWebhooks, type Recorder } from './recorder.ts';
import { differingFlag, type Header, recordsOf } from './records.ts';

export interface KeptSession {
  /** As the cluster was begun; a new one where the file is new. */
  readonly header: Header;
  readonly callWebhook: NonNullable<ClusterOptions['callWebhook']>;
  /** Brings a cluster that has booted to where the file ends. Rejects where it doesn't come there. */
  readIn(cluster: Cluster, inner: Handler): Promise<void>;
  /** The handler to serve, once time flows. */
  record(cluster: Cluster, inner: Handler, pacer: Pacer): Handler;
  close(): Promise<void>;
}

export interface KeptSessionParts {
  /** A line for people. */
  say(line: string): void;
  /** The disk takes no more, or another bug. */
  failed(error: unknown): void;
}

/** Opens the file. Throws where it is another's, or was begun with other flags. */
export function openKeptSession(
  file: string,
  options: ServeOptions,
  fresh: Pick<Header, 'startMs' | 'token'>,
  parts: KeptSessionParts,
): KeptSession {
  const path = resolve(file);
  const unlock = lockFile(path);
  try {
    return openLocked(path, options, fresh, parts, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function openLocked(
  path: string,
  options: ServeOptions,
  fresh: Pick<Header, 'startMs' | 'token'>,
  parts: KeptSessionParts,
  unlock: () => void,
): KeptSession {
  const content = readJournal(path);
  const { seed, nodes, etcd = 1, withoutControllers, addons, cloud, kubeProxyPods } = options;
  const installed = { ...(addons && { addons }), ...(cloud && { cloud }), ...(kubeProxyPods && { kubeProxyPods }) };
  const flags = { seed, nodes, etcd, withoutControllers, ...installed, noToken: options.noToken === true };
  const isNew = content.lines.length === 0;
  const begun: Header = { converge: 'session', version: 1, ...flags, ...fresh };
  if (isNew && !isBeginning(content.torn)) throw new Error(`--session: ${path} is no session of this program; name another file`);
  const { header, records } = recordsOf(isNew ? [begun] : content.lines, path);
  const differs = differingFlag(header, flags);
  if (differs !== undefined) throw new Error(`--session: ${path} was begun with ${differs}; give the same flags, or another file`);
  if (content.torn.length > 0) {
    parts.say(`--session: the last line of ${path} was torn (${content.torn.length} bytes) and is dropped; nothing of it was answered`);
  }
  const journal: Journal = openJournal(path, content.wholeBytes, parts.failed);
  if (isNew) journal.append(begun);
  const open = createOpenInputs();
  let recorder: Recorder | undefined;
  // Answers come in as inputs, each between two instants.
  const post = createWebhookCaller((input) => input());
  let lastTurn = 0;
  return {
    header,
    callWebhook: numberedWebhooks(open, () => {
      if (recorder === undefined) return undefined;
      const { answered } = recorder;
      return (call) => (config, review, timeoutMs) => post(config, review, timeoutMs, (answer) => answered(call, answer));
    }),
    async readIn(cluster, inner) {
      for (const record of records) {
        if (record.type === 'seen' || record.turn !== lastTurn) await cluster.run({ until: record.at });
        if (record.type === 'seen') {
          if (cluster.etcd().revision < record.revision) throw new Error(differentHistory(path, record.revision));
          continue;
        }
        lastTurn = record.turn;
        const exchange = deafExchange(record.type === 'request' ? record.id : 0, record.type === 'request' && record.upgrades, open);
        applyInput(record, open, inner, exchange);
      }
    },
    record(cluster, inner, pacer) {
      const before = lastTurn + 1;
      recorder = createRecorder(inner, open, {
        now: () => cluster.now(),
        revision: () => cluster.etcd().revision,
        enter: (input) => pacer.enter((turn) => input(before + turn)),
        journal,
      });
      return recorder.handler;
    },
    async close() {
      await journal.close();
      unlock();
    },
  };
}

/** Whether a text without an end of line may be a torn first line, and no file of something else. */
function isBeginning(torn: Buffer): boolean {
  const mark = '{"converge":"session"';
  return mark.startsWith(torn.toString('utf8', 0, mark.length));
}

function differentHistory(path: string, revision: number): string {
  return `--session: ${path} doesn't come to revision ${revision} again: another version of this program has written it`;
}
