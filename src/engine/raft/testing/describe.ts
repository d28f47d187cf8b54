/** Steps in words, one line for each thing that happened. */
import { type Effect, type Entry, lastIndex, type Membership, type Message, type RaftState, slice } from '../index.ts';

export function describeEntry(entry: Entry): string {
  const place = `${entry.index}/${entry.term}`;
  switch (entry.kind) {
    case 'empty':
      return `${place} (empty)`;
    case 'normal':
      return `${place} ${String(entry.data)}`;
    case 'change':
      return `${place} ${entry.change.type} ${entry.change.member}`;
  }
}

function list(entries: readonly Entry[]): string {
  return entries.length === 0 ? 'nothing' : entries.map(describeEntry).join(', ');
}

function describeBody(message: Message): string {
  switch (message.type) {
    case 'preVote':
    case 'vote':
      return `${message.type} last ${message.lastIndex}/${message.lastTerm}${message.transfer ? ' transfer' : ''}`;
    case 'preVoteReply':
    case 'voteReply':
      return `${message.type} ${message.granted ? 'granted' : 'refused'}`;
    case 'append':
      return `append after ${message.prevIndex}/${message.prevTerm} [${list(message.entries)}] commit ${message.commit}`;
    case 'appendReply': {
      const { conflict } = message;
      if (conflict === undefined) return `appendReply has ${message.index}`;
      return `appendReply refused at ${message.index}, try ${conflict.index}/${conflict.term}`;
    }
    case 'heartbeat':
      return `heartbeat commit ${message.commit}${message.round > 0 ? ` round ${message.round}` : ''}`;
    case 'heartbeatReply':
      return `heartbeatReply${message.round > 0 ? ` round ${message.round}` : ''}`;
    case 'snapshot':
      return `snapshot ${message.snapshot.index}/${message.snapshot.term}`;
    case 'propose':
      return message.proposal.kind === 'normal'
        ? `propose ${String(message.proposal.data)}`
        : `propose ${message.proposal.change.type} ${message.proposal.change.member}`;
    case 'readIndex':
      return `readIndex ${message.id}`;
    case 'readIndexReply':
      return `readIndexReply ${message.id} at ${message.index}`;
    case 'transferLeader':
      return `transferLeader ${message.target}`;
    case 'timeoutNow':
      return 'timeoutNow';
  }
}

export function describeMessage(message: Message): string {
  const term = message.term === 0 ? '' : ` (term ${message.term})`;
  return `${message.from} -> ${message.to}: ${describeBody(message)}${term}`;
}

function describeMembership({ voters, learners }: Membership): string {
  return `voters ${voters.join(' ')}${learners.length > 0 ? `, learners ${learners.join(' ')}` : ''}`;
}

/** What a step changed and asks for, without the messages it sends at once. */
export function describeStep(id: string, before: RaftState, after: RaftState, effects: readonly Effect[]): string[] {
  const lines: string[] = [];
  if (before.role.name !== after.role.name || before.term !== after.term) {
    lines.push(`${id} is ${after.role.name} in term ${after.term}`);
  }
  if (before.membership !== after.membership) lines.push(`${id} knows ${describeMembership(after.membership)}`);
  for (const effect of effects) {
    if (effect.type === 'commit') lines.push(`${id} applies ${list(effect.entries)}`);
    else if (effect.type === 'restore') lines.push(`${id} restores the snapshot at ${effect.snapshot.index}`);
    else if (effect.type === 'read') lines.push(`${id} may answer ${effect.id} at ${effect.index}`);
    else if (effect.type === 'refuse') lines.push(`${id} refuses: ${effect.reason}`);
    else if (effect.type === 'persist' && effect.write.sync) {
      const { hardState, entries, snapshot } = effect.write;
      const more = `${snapshot === undefined ? '' : `, snapshot ${snapshot.index}`}${entries.length > 0 ? `, ${list(entries)}` : ''}`;
      lines.push(
        `${id} writes term ${hardState.term}${hardState.vote === undefined ? '' : ` vote ${hardState.vote}`}${more}`,
      );
    }
  }
  return lines;
}

/** One line for each member: where it stands. */
export function describeState(id: string, alive: boolean, state: RaftState): string {
  const { role, log } = state;
  if (!alive) return `${id} is down`;
  const who = role.name === 'follower' ? `follower of ${role.leader ?? 'nobody'}` : role.name;
  const from = log.offset === 0 ? '' : `from ${log.offset + 1}: `;
  const entries = slice(log, log.offset + 1, lastIndex(log));
  return `${id} ${who}, term ${state.term}, commit ${state.commit}, log ${from}${list(entries)}`;
}
