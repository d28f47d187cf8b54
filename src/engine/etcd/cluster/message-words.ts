/** What members say to each other, in words, and the newest messages kept for inspectors. */
import type { Message } from '../../raft/index.ts';

/** One message on its way between two members. */
export interface EtcdMessage {
  /** Virtual milliseconds since the Unix epoch. */
  readonly time: number;
  /** Names of machines: `etcd-0`. */
  readonly from: string;
  readonly to: string;
  /** `append entries 318–320`, `vote in term 3?` */
  readonly words: string;
}

export interface MessageLog {
  note(from: string, to: string, message: Message): void;
  /** Oldest first. */
  last(): readonly EtcdMessage[];
}

/** Keeps the last `capacity` messages; heartbeats, which never end, are left out. */
export function createMessageLog(now: () => number, capacity = 40): MessageLog {
  let last: EtcdMessage[] = [];
  return {
    note(from, to, message) {
      if (message.type === 'heartbeat' || message.type === 'heartbeatReply') return;
      last.push({ time: now(), from, to, words: messageWords(message) });
      if (last.length > 2 * capacity) last = last.slice(-capacity);
    },
    last: () => last.slice(-capacity),
  };
}

/** A message of raft as a person would say it. */
export function messageWords(message: Message): string {
  switch (message.type) {
    case 'preVote':
      return `would you vote for me in term ${message.term}?`;
    case 'vote':
      return `vote for me in term ${message.term}`;
    case 'preVoteReply':
      return message.granted ? 'I would vote for you' : 'I would not vote for you';
    case 'voteReply':
      return message.granted ? `my vote in term ${message.term}` : `no vote in term ${message.term}`;
    case 'append':
      return appendWords(message);
    case 'appendReply':
      return message.conflict === undefined ? `have all up to ${message.index}` : `no match at ${message.index}`;
    case 'snapshot':
      return `snapshot of all up to ${message.snapshot.index}`;
    case 'timeoutNow':
      return 'stand for election now';
    case 'propose':
      return 'please propose this';
    case 'readIndex':
      return 'how far must a read be?';
    case 'readIndexReply':
      return `a read must be as far as ${message.index}`;
    case 'transferLeader':
      return 'please hand over the lead';
    case 'heartbeat':
      return `still leading in term ${message.term}`;
    case 'heartbeatReply':
      return 'heard you';
  }
}

function appendWords({ entries, commit }: Extract<Message, { type: 'append' }>): string {
  const first = entries[0]?.index;
  const last = entries.at(-1)?.index;
  if (first === undefined || last === undefined) return `committed up to ${commit}`;
  return first === last ? `append entry ${first}` : `append entries ${first}–${last}`;
}
