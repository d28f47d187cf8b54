/** The paths that stream: any number of watches on one line, renewals of leases, a snapshot in pieces (v3rpc/watch.go, lease.go). */

import { toBase64, utf8 } from '../bytes.ts';
import { encodeSnapshot } from '../snapshot-file.ts';
import type { EtcdMember } from '../types.ts';
import { BadRequest, type Fields, fieldsOf } from './json-in.ts';
import { eventJson, headerJson, message } from './json-out.ts';
import { watchOf } from './requests.ts';
import { errorResponse, type GatewayInput, type GatewayStream, refusal } from './responses.ts';

type Later = (run: () => void) => void;

/** Opens the stream of a path. */
export function openStream(
  path: string,
  member: EtcdMember,
  out: GatewayStream,
  later: Later,
  requireLeader: boolean,
): GatewayInput {
  if (path === '/v3/watch') return guarded(openWatches(member, out, later, requireLeader), out, later);
  if (path === '/v3/lease/keepalive') return guarded(openRenewals(member, out, later), out, later);
  return sendSnapshot(member, out);
}

interface Requests {
  receive(fields: Fields): void;
  finish(): void;
  close(): void;
}

/** Parses what comes in; a message that can't be read ends the stream. */
function guarded(requests: Requests, out: GatewayStream, later: Later): GatewayInput {
  return {
    ...requests,
    receive(request) {
      try {
        requests.receive(fieldsOf(request));
      } catch (error) {
        if (!(error instanceof BadRequest)) throw error;
        requests.close();
        later(() => out.respond(errorResponse(error.message, 3)));
      }
    },
  };
}

function openWatches(member: EtcdMember, out: GatewayStream, later: Later, requireLeader: boolean): Requests {
  const watches = new Map<number, () => void>();
  let nextId = 0;
  let closed = false;

  function write(fields: Parameters<typeof message>[0], withRevision = true): void {
    if (!closed) out.write({ result: { header: headerJson(member.header(), withRevision), ...message(fields) } });
  }

  function create(fields: Fields): void {
    const request = { ...watchOf(fields), requireLeader };
    const wanted = fields.int('watch_id');
    const refused =
      wanted !== 0 && watches.has(wanted)
        ? 'mvcc: duplicate watch ID provided on the WatchStream'
        : request.rangeEnd !== undefined && request.rangeEnd !== '\0' && request.rangeEnd <= request.key
          ? 'mvcc: watcher range is empty'
          : undefined;
    if (refused !== undefined) {
      return later(() => write({ watch_id: '-1', created: true, canceled: true, cancel_reason: refused }));
    }
    while (wanted === 0 && watches.has(nextId)) nextId += 1;
    const id = wanted !== 0 ? wanted : nextId;
    if (wanted === 0) nextId += 1;
    later(() => write({ watch_id: id, created: true }));
    const cancel = member.watch(request, {
      events: (events) => write({ watch_id: id, events: events.map(eventJson) }),
      progress: () => write({ watch_id: id }),
      cancelled({ error, message: reason, compactRevision = 0 }) {
        watches.delete(id);
        if (error === 'compacted') write({ watch_id: id, canceled: true, compact_revision: compactRevision }, false);
        else {
          write({ watch_id: id, canceled: true, cancel_reason: reason });
          close();
          out.end();
        }
      },
    });
    watches.set(id, cancel);
  }

  function close(): void {
    closed = true;
    for (const cancel of watches.values()) cancel();
    watches.clear();
  }

  return {
    receive(fields) {
      const created = fields.message('create_request');
      if (created !== undefined) return create(created);
      const id = fields.message('cancel_request')?.int('watch_id');
      if (id !== undefined) {
        const cancel = watches.get(id);
        if (cancel === undefined) return;
        cancel();
        watches.delete(id);
        later(() => write({ watch_id: id, canceled: true }));
      } else if (fields.message('progress_request') !== undefined) later(() => write({ watch_id: '-1' }));
    },
    finish() {},
    close,
  };
}

function openRenewals(member: EtcdMember, out: GatewayStream, later: Later): Requests {
  let underWay = 0;
  let finished = false;
  let closed = false;

  function endIfDone(): void {
    if (finished && underWay === 0 && !closed) out.end();
  }

  return {
    receive(fields) {
      underWay += 1;
      const id = fields.int('ID');
      member.keepAlive(id, (result) => {
        underWay -= 1;
        if (closed) return;
        if (result.failure !== undefined) {
          const { code, body = {} } = refusal(result.failure);
          out.write({ error: { ...body, http_code: code } });
        } else {
          const { ttlS } = result.ok;
          out.write({ result: { header: headerJson(member.header()), ...message({ ID: id, TTL: ttlS }) } });
        }
        endIfDone();
      });
    },
    finish() {
      finished = true;
      later(endIfDone);
    },
    close() {
      closed = true;
    },
  };
}

/** Bytes of one piece of a snapshot. */
const pieceBytes = 32_768;

function sendSnapshot(member: EtcdMember, out: GatewayStream): GatewayInput {
  let closed = false;
  member.snapshot((result) => {
    if (closed) return;
    if (result.failure !== undefined) return out.respond(refusal(result.failure));
    const bytes = utf8(encodeSnapshot(result.ok));
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const remaining = Math.max(0, bytes.length - at - pieceBytes);
      const blob = toBase64(bytes.slice(at, at + pieceBytes));
      out.write({ result: message({ blob, remaining_bytes: remaining }) });
    }
    out.end();
  });
  return {
    receive() {},
    finish() {},
    close() {
      closed = true;
    },
  };
}
