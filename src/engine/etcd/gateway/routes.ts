/** One entry a path: which service answers it and how its answer is written. */

import { toBase64 } from '../bytes.ts';
import { failure } from '../failure.ts';
import type { Alarm, Done, EtcdMember, MemberChange, OpResponse, Result } from '../types.ts';
import type { Fields } from './json-in.ts';
import { headerJson, type JsonObject, memberJson, message, rangeJson, txnJson, writtenJson } from './json-out.ts';
import { alarmOf, deleteOf, putOf, rangeOf, txnOf } from './requests.ts';

type Route = (member: EtcdMember, fields: Fields, done: Done<JsonObject>) => void;

/** The handler of a path, under its old name too. */
export function lookup(path: string): Route | undefined {
  return routes[path] ?? routes[path.replace('/v3/kv/lease/', '/v3/lease/')];
}

/** Answers with a header and what `write` makes of the result. */
function withHeader<T>(member: EtcdMember, done: Done<JsonObject>, write: (ok: T) => JsonObject): Done<T> {
  return (result: Result<T>) => {
    if (result.failure !== undefined) done({ failure: result.failure });
    else done({ ok: { header: headerJson(member.header()), ...write(result.ok) } });
  };
}

const routes: Readonly<Record<string, Route>> = {
  '/v3/kv/range': (member, fields, done) => member.range(rangeOf(fields), withHeader(member, done, rangeJson)),
  '/v3/kv/put': (member, fields, done) => writeOne(member, fields, done, putOf(fields)),
  '/v3/kv/deleterange': (member, fields, done) => writeOne(member, fields, done, deleteOf(fields)),
  '/v3/kv/txn'(member, fields, done) {
    const request = txnOf(fields);
    if (request === undefined) return member.propose(empty, () => done({ failure: failure('keyNotFound') }));
    member.propose(request.txn, (result) => {
      if (result.failure !== undefined) return done({ failure: result.failure });
      const header = headerJson({ ...member.header(), revision: result.ok.revision });
      done({ ok: { header, ...txnJson(result.ok, request.options) } });
    });
  },
  '/v3/kv/compaction': (member, fields, done) =>
    member.compact(
      fields.int('revision'),
      withHeader(member, done, () => ({})),
    ),

  '/v3/lease/grant': (member, fields, done) =>
    member.grant(
      { id: fields.int('ID'), ttlS: fields.int('TTL') },
      withHeader(member, done, ({ id, ttlS }) => message({ ID: id, TTL: ttlS })),
    ),
  '/v3/lease/revoke': (member, fields, done) =>
    member.revoke(
      fields.int('ID'),
      withHeader(member, done, () => ({})),
    ),
  '/v3/lease/timetolive': (member, fields, done) =>
    member.timeToLive(
      { id: fields.int('ID'), keys: fields.flag('keys') },
      withHeader(member, done, ({ id, ttlS, grantedTtlS, keys }) =>
        message({ ID: id, TTL: ttlS, grantedTTL: grantedTtlS, keys: keys.map(toBase64) }),
      ),
    ),
  '/v3/lease/leases': (member, _, done) =>
    member.leases(withHeader(member, done, (ids) => message({ leases: ids.map((id) => message({ ID: id })) }))),

  '/v3/cluster/member/list': (member, _, done) =>
    member.members(withoutRevision(member, done, (members) => ({ members: members.map(memberJson) }))),
  '/v3/cluster/member/add'(member, fields, done) {
    const peerUrls = fields.texts('peerURLs');
    member.addMember({ peerUrls, learner: fields.flag('isLearner') }, withoutRevision(member, done, changeJson));
  },
  '/v3/cluster/member/remove': (member, fields, done) =>
    member.removeMember(fields.int('ID'), withoutRevision(member, done, changeJson)),
  '/v3/cluster/member/promote': (member, fields, done) =>
    member.promoteMember(fields.int('ID'), withoutRevision(member, done, changeJson)),
  '/v3/cluster/member/update'(member, fields, done) {
    const request = { id: fields.int('ID'), peerUrls: fields.texts('peerURLs') };
    member.updateMember(request, withoutRevision(member, done, changeJson));
  },

  '/v3/maintenance/status': (member, _, done) =>
    member.memberStatus(
      withHeader(member, done, (status) =>
        message({
          version: status.version,
          dbSize: status.dbSize,
          leader: status.leader,
          raftIndex: status.raftIndex,
          raftTerm: status.raftTerm,
          raftAppliedIndex: status.raftAppliedIndex,
          errors: status.errors,
          dbSizeInUse: status.dbSizeInUse,
          isLearner: status.learner,
          dbSizeQuota: status.quota,
        }),
      ),
    ),
  '/v3/maintenance/alarm': (member, fields, done) =>
    member.alarm(
      alarmOf(fields),
      plain(done, (alarms) => message({ alarms: alarms.map(alarmJson) })),
    ),
  '/v3/maintenance/defragment': (member, _, done) => member.defragment(plain(done, () => ({}))),
  '/v3/maintenance/hash': (member, _, done) =>
    member.hashKv(
      0,
      withHeader(member, done, ({ hash }) => ({ hash })),
    ),
  '/v3/maintenance/hashkv': (member, fields, done) =>
    member.hashKv(
      fields.int('revision'),
      withHeader(member, done, ({ hash, compactRevision, hashRevision }) => ({
        hash,
        ...message({ compact_revision: compactRevision, hash_revision: hashRevision }),
      })),
    ),
  '/v3/maintenance/transfer-leadership': (member, fields, done) =>
    member.moveLeader(
      fields.int('targetID'),
      plain(done, () => ({})),
    ),
};

const empty = { compare: [], success: [], failure: [] };

/** A put or a delete by itself is a transaction of one operation. */
function writeOne(member: EtcdMember, fields: Fields, done: Done<JsonObject>, op: ReturnType<typeof deleteOf>): void {
  const previous = fields.flag('prev_kv');
  member.propose({ compare: [], success: [op], failure: [] }, (result) => {
    if (result.failure !== undefined) return done({ failure: result.failure });
    const response: OpResponse | undefined = result.ok.responses[0];
    const header = headerJson({ ...member.header(), revision: result.ok.revision });
    const written = response?.type === 'put' || response?.type === 'delete' ? writtenJson(response, previous) : {};
    done({ ok: { header, ...written } });
  });
}

/** The cluster service leaves the revision out of its headers. */
function withoutRevision<T>(member: EtcdMember, done: Done<JsonObject>, write: (ok: T) => JsonObject): Done<T> {
  return plain(done, (ok: T) => ({ header: headerJson(member.header(), false), ...write(ok) }));
}

function plain<T>(done: Done<JsonObject>, write: (ok: T) => JsonObject): Done<T> {
  return (result: Result<T>) =>
    result.failure !== undefined ? done({ failure: result.failure }) : done({ ok: write(result.ok) });
}

function changeJson({ member, members }: MemberChange): JsonObject {
  return { ...(member !== undefined && { member: memberJson(member) }), members: members.map(memberJson) };
}

function alarmJson({ member, alarm }: Alarm): JsonObject {
  return message({ memberID: member, alarm });
}
