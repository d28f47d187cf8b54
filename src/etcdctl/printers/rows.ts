/** Answers as rows of cells, for tables and for lines with commas (ctlv3/command/printer.go). */
import { list, objects, record, text } from '../../kubectl/json.ts';
import type { JsonObject } from '../../engine/index.ts';
import { hex, humanBytes } from '../bytes.ts';
import type { EndpointAnswer, EndpointHealth, SnapshotFacts } from './printer.ts';

export interface Rows {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Whole numbers come as text, and not at all when they are 0. */
export function int(answer: JsonObject, ...path: readonly string[]): string {
  return text(answer, ...path) || '0';
}

/** The texts of a list. */
export function texts(answer: JsonObject, name: string): readonly string[] {
  return list(answer, name).filter((each) => typeof each === 'string');
}

export function memberRows(answer: JsonObject): Rows {
  return {
    header: ['ID', 'Status', 'Name', 'Peer Addrs', 'Client Addrs', 'Is Learner'],
    rows: objects(answer, 'members').map((member) => [
      hex(int(member, 'ID')),
      text(member, 'name') === '' ? 'unstarted' : 'started',
      text(member, 'name'),
      texts(member, 'peerURLs').join(','),
      texts(member, 'clientURLs').join(','),
      String(member['isLearner'] === true),
    ]),
  };
}

export function healthRows(health: readonly EndpointHealth[]): Rows {
  return {
    header: ['endpoint', 'health', 'took', 'error'],
    rows: health.map(({ endpoint, healthy, took, error }) => [endpoint, String(healthy), took, error]),
  };
}

export function statusRows(answers: readonly EndpointAnswer[]): Rows {
  const header = ['endpoint', 'ID', 'version', 'db size', 'is leader', 'is learner'];
  return {
    header: [...header, 'raft term', 'raft index', 'raft applied index', 'errors'],
    rows: answers.map(({ endpoint, answer }) => [
      endpoint,
      hex(int(answer, 'header', 'member_id')),
      text(answer, 'version'),
      humanBytes(int(answer, 'dbSize')),
      String(int(answer, 'leader') === int(answer, 'header', 'member_id')),
      String(answer['isLearner'] === true),
      int(answer, 'raftTerm'),
      int(answer, 'raftIndex'),
      int(answer, 'raftAppliedIndex'),
      texts(answer, 'errors').join(', '),
    ]),
  };
}

export function hashRows(answers: readonly EndpointAnswer[]): Rows {
  return {
    header: ['endpoint', 'hash'],
    rows: answers.map(({ endpoint, answer }) => [endpoint, String(answer['hash'] ?? 0)]),
  };
}

export function snapshotRows({ hash, revision, totalKeys, totalSize }: SnapshotFacts): Rows {
  return {
    header: ['hash', 'revision', 'total keys', 'total size'],
    rows: [[hash.toString(16), String(revision), String(totalKeys), humanBytes(String(totalSize))]],
  };
}

/** A response of a transaction: which kind it is, and what it says. */
export function opResponse(response: JsonObject): { readonly kind: 'put' | 'range' | 'delete_range'; readonly answer: JsonObject } {
  for (const kind of ['put', 'range', 'delete_range'] as const) {
    if (response[`response_${kind}`] !== undefined) return { kind, answer: record(response, `response_${kind}`) };
  }
  return { kind: 'put', answer: {} };
}
