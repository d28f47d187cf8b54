/** `-w json`: what Go's encoding/json makes of the client's structs; numbers are numbers here, unlike in the gateway's JSON. */
import type { Json, JsonObject } from '../../engine/index.ts';
import { isList, isObject, objects, record } from '../../kubectl/json.ts';
import { hex } from '../bytes.ts';
import type { Io } from '../types.ts';
import type { Printer } from './printer.ts';
import { int, opResponse } from './rows.ts';
import { unsupported } from './unsupported.ts';

/** Fields that hold whole numbers, which the gateway gives as text. */
const numbers = new Set([
  ...['cluster_id', 'member_id', 'revision', 'raft_term', 'create_revision', 'mod_revision', 'version', 'lease', 'count'],
  ...['deleted', 'ID', 'id', 'TTL', 'ttl', 'granted-ttl', 'memberID', 'dbSize', 'dbSizeInUse', 'leader', 'raftIndex'],
  ...['raftTerm', 'raftAppliedIndex', 'compact_revision', 'CompactRevision'],
]);
/** Of enumerations Go writes the number. */
const alarmTypes: Readonly<Record<string, number>> = { NOSPACE: 1, CORRUPT: 2 };

export function createJsonPrinter(io: Pick<Io, 'stdout'>, inHex: boolean): Printer {
  const write = (value: Json): void => io.stdout(`${toJson(value)}\n`);

  /** Client ids in hex, where members are told (3.5: the member commands only). */
  function memberJson(answer: JsonObject): Json {
    if (!inHex) return answer;
    const member = (each: JsonObject): JsonObject => ({ ...each, ID: hex(int(each, 'ID')) });
    const header = record(answer, 'header');
    const ids = { cluster_id: hex(int(header, 'cluster_id')), member_id: hex(int(header, 'member_id')) };
    return {
      ...answer,
      header: { ...header, ...ids },
      ...(answer['member'] !== undefined && { member: member(record(answer, 'member')) }),
      members: objects(answer, 'members').map(member),
    };
  }
  /** Clients embed the header: its fields stand beside the others. */
  const flat = (answer: JsonObject, rest: JsonObject): Json => ({ ...record(answer, 'header'), ...rest });

  return {
    ...unsupported('json'),
    format: 'json',
    put: write,
    get: (answer) => write(answer),
    del: write,
    txn(answer) {
      const responses = objects(answer, 'responses').map((response): Json => {
        const { kind, answer: said } = opResponse(response);
        return { Response: { [goNames[kind]]: said } };
      });
      write({ ...answer, ...(responses.length > 0 && { responses }) });
    },
    watch(answer) {
      const events = objects(answer, 'events').map(({ type, ...rest }): Json => ({ ...(type === 'DELETE' && { type: 1 }), ...rest }));
      const state = { Canceled: answer['canceled'] === true, Created: answer['created'] === true };
      const Events = events.length === 0 ? null : events;
      write({ Header: record(answer, 'header'), Events, CompactRevision: int(answer, 'compact_revision'), ...state });
    },
    grant: (answer) => write(flat(answer, { ID: int(answer, 'ID'), TTL: int(answer, 'TTL'), Error: '' })),
    revoke: (_, answer) => write(answer),
    keepAlive: (answer) => write(flat(answer, { ID: int(answer, 'ID'), TTL: int(answer, 'TTL') })),
    timeToLive(id, answer) {
      const keys = answer['keys'] ?? null;
      write(flat(answer, { id, ttl: int(answer, 'TTL'), 'granted-ttl': int(answer, 'grantedTTL'), keys }));
    },
    leases: (answer) => write(flat(answer, { leases: objects(answer, 'leases').map((each) => ({ id: int(each, 'ID') })) })),
    alarms(answer) {
      const alarms = objects(answer, 'alarms').map((each): Json => ({ ...each, alarm: alarmTypes[String(each['alarm'])] ?? 0 }));
      write({ ...answer, ...(alarms.length > 0 && { alarms }) });
    },
    memberAdd: (answer) => write(memberJson(answer)),
    memberChange: (_, __, answer) => write(memberJson(answer)),
    members: (answer) => write(memberJson(answer)),
    health: (list) =>
      write(list.map(({ endpoint, healthy, took, error }) => ({ endpoint, health: healthy, took, ...(error !== '' && { error }) }))),
    status: (list) =>
      write(
        list.map(({ endpoint, answer: { dbSizeQuota: _, ...answer } }): Json => ({ Endpoint: endpoint, Status: answer })),
      ),
    hashKv: (list) =>
      write(list.map(({ endpoint, answer: { hash_revision: _, ...answer } }): Json => ({ Endpoint: endpoint, HashKV: answer }))),
    moveLeader: (_, __, answer) => write(answer),
    snapshot: ({ hash, revision, totalKeys, totalSize }) =>
      write({ hash, revision: String(revision), totalKey: totalKeys, totalSize }),
  };
}

const goNames = { put: 'ResponsePut', range: 'ResponseRange', delete_range: 'ResponseDeleteRange' } as const;

/** Numbers that don't fit a JavaScript number stay whole: their digits are written as they came. */
function toJson(value: Json, name = ''): string {
  if (typeof value === 'string' && numbers.has(name) && /^-?\d+$/.test(value)) return value;
  if (isList(value)) return `[${value.map((item) => toJson(item)).join(',')}]`;
  if (isObject(value)) {
    return `{${Object.entries(value)
      .map(([field, each]) => `${JSON.stringify(field)}:${toJson(each ?? null, field)}`)
      .join(',')}}`;
  }
  // Go escapes what could end a script in HTML.
  return JSON.stringify(value).replace(/[<>&]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
