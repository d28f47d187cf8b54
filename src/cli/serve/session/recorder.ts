/**
 * A cluster behind a file: what comes in from outside is written down with its time, and nothing goes out to a client before that is on the
 * disk. The same inputs at the same times make the same history, so reading them in again brings the cluster back.
 */
import type { ApiRequest, ClusterOptions, Exchange, Handler, StreamEnd } from '../../../engine/index.ts';
import type { Journal } from './journal.ts';
import type { SessionInput, SessionRecord, WebhookAnswer } from './records.ts';

type CallWebhook = NonNullable<ClusterOptions['callWebhook']>;

export interface RecorderParts {
  now(): number;
  revision(): number;
  /** Does something to the cluster between two instants; `turn` is the number of the batch it is part of. */
  enter(input: (turn: number) => void): void;
  readonly journal: Journal;
}

export interface Recorder {
  /** The handler to serve: it enters, writes down and holds back. */
  readonly handler: Handler;
  /** What a webhook has answered to a call. */
  answered(call: number, answer: WebhookAnswer): void;
}

/** What has come in and isn't over: shared by the reading in and by the recording after it. */
export interface OpenInputs {
  lastId: number;
  readonly hangUps: Map<number, () => void>;
  readonly peers: Map<number, StreamEnd>;
  calls: number;
  readonly webhooks: Map<number, Parameters<CallWebhook>[3]>;
}

export function createOpenInputs(): OpenInputs {
  return { lastId: 0, hangUps: new Map(), peers: new Map(), calls: 0, webhooks: new Map() };
}

/** Does to the cluster what an input says. `exchange`: where a request's answer goes. */
export function applyInput(input: SessionInput, open: OpenInputs, handler: Handler, exchange: Exchange): void {
  switch (input.type) {
    case 'request':
      open.lastId = Math.max(open.lastId, input.id);
      open.hangUps.set(input.id, handler(input.request, exchange));
      return;
    case 'hangUp':
      open.hangUps.get(input.id)?.();
      open.hangUps.delete(input.id);
      open.peers.delete(input.id);
      return;
    case 'send':
      open.peers.get(input.id)?.write(input.channel, Buffer.from(input.bytes, 'base64'));
      return;
    case 'close':
      open.peers.get(input.id)?.close(input.channel);
      return;
    case 'end':
      open.peers.get(input.id)?.end();
      return;
    case 'webhook':
      open.webhooks.get(input.call)?.(input.answer);
      open.webhooks.delete(input.call);
      return;
    default:
      throw new Error(`there is no input ${JSON.stringify(input satisfies never)}`);
  }
}

/** An exchange for a request that is read in: its client is gone, and only its stream's other end matters. */
export function deafExchange(id: number, upgrades: boolean, open: OpenInputs): Exchange {
  const deaf: Exchange = { respond() {}, write() {}, end() {} };
  if (!upgrades) return deaf;
  return {
    ...deaf,
    upgrade(peer) {
      open.peers.set(id, peer);
      return { write() {}, close() {}, end() {} };
    },
  };
}

export function createRecorder(inner: Handler, open: OpenInputs, parts: RecorderParts): Recorder {
  const { journal, now } = parts;
  let seenMs = 0;

  function record(line: SessionRecord): void {
    journal.append(line);
    seenMs = line.at;
  }

  function take(input: SessionInput, exchange: Exchange = deafExchange(0, false, open)): void {
    parts.enter((turn) => {
      record({ ...input, at: now(), turn });
      applyInput(input, open, inner, exchange);
    });
  }

  /** What a client sees of the cluster is there after a restart, and so is the time at which it was so. */
  function show(run: () => void): void {
    if (seenMs < now()) record({ type: 'seen', at: now(), revision: parts.revision() });
    journal.whenSynced(run);
  }

  function shown(id: number, exchange: Exchange): Exchange {
    const { upgrade } = exchange;
    const held: Exchange = {
      respond: (response) => show(() => exchange.respond(response)),
      write: (chunk) => show(() => exchange.write(chunk)),
      end: () => show(() => exchange.end()),
    };
    if (upgrade === undefined) return held;
    return {
      ...held,
      upgrade(peer) {
        open.peers.set(id, peer);
        return shownEnd(upgrade(takenEnd(id, take)), show);
      },
    };
  }

  function handler(request: ApiRequest, exchange: Exchange): () => void {
    let state: 'waiting' | 'taken' | 'over' = 'waiting';
    open.lastId += 1;
    const id = open.lastId;
    const input: SessionInput = { type: 'request', id, request, upgrades: exchange.upgrade !== undefined };
    parts.enter((turn) => {
      if (state === 'over') return;
      state = 'taken';
      record({ ...input, at: now(), turn });
      applyInput(input, open, inner, shown(id, exchange));
    });
    return () => {
      if (state === 'taken') take({ type: 'hangUp', id });
      state = 'over';
    };
  }

  // Their clients and servers are gone since the former process ended.
  for (const id of [...open.hangUps.keys()]) take({ type: 'hangUp', id });
  for (const call of [...open.webhooks.keys()]) take({ type: 'webhook', call, answer: { failed: 'the server was restarted' } });
  return { handler, answered: (call, answer) => take({ type: 'webhook', call, answer }) };
}

/** What the cluster sends to a client. */
function shownEnd(end: StreamEnd, show: (run: () => void) => void): StreamEnd {
  return {
    write: (channel, bytes) => show(() => end.write(channel, bytes)),
    close: (channel) => show(() => end.close(channel)),
    end: () => show(() => end.end()),
  };
}

/** What a client sends to the cluster. */
function takenEnd(id: number, take: (input: SessionInput) => void): StreamEnd {
  return {
    write: (channel, bytes) => take({ type: 'send', id, channel, bytes: Buffer.from(bytes).toString('base64') }),
    close: (channel) => take({ type: 'close', id, channel }),
    end: () => take({ type: 'end', id }),
  };
}

/**
 * Numbers the calls of webhooks. `post` sends one; undefined while inputs are read in, whose answers come from the file.
 */
export function numberedWebhooks(open: OpenInputs, post: () => ((call: number) => CallWebhook) | undefined): CallWebhook {
  return (config, review, timeoutMs, done) => {
    open.calls += 1;
    const call = open.calls;
    open.webhooks.set(call, done);
    post()?.(call)(config, review, timeoutMs, done);
  };
}
