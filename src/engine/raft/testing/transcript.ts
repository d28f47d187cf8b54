/**
 * Transcripts: a file of commands and what happened after each, for people to read. A command and its answer are apart by `----`; a blank
 * line ends the answer. Lines with # are comments.
 *
 *     members a b c [learning d e] [pre-vote off] [check-quorum off] [one-entry-messages]
 *     timeout a        a's election timeout passes          tick a 3       three ticks pass for a
 *     settle           writes are done and messages arrive, until there are none
 *     round            writes are done; what is on the wire now arrives
 *     store a          a's oldest write is done             deliver a b    what is on its way from a to b arrives
 *     propose a x=1    read a r1    transfer a b    change a addLearner d    compact a 1
 *     cut a b          nothing passes between a and each of the others named; no names: between a and all
 *     heal             all passes again                     lose           what is on the wire is lost
 *     crash a          a loses its memory and unfinished writes             restart a
 *     state            the state of every member
 */
import type { Change, Input, MemberId, Message, RaftConfig } from '../index.ts';
import { describeMessage, describeState, describeStep } from './describe.ts';
import { createGroup, type Group } from './group.ts';

const settleRounds = 60;

/** Runs the commands of a transcript and returns it with fresh answers. */
export function replay(text: string): string {
  const player = createPlayer();
  const out: string[] = [];
  let inAnswer = false;
  for (const line of text.split('\n')) {
    if (inAnswer) {
      if (line === '') inAnswer = false;
      continue;
    }
    if (line === '' || line.startsWith('#')) out.push(line);
    else if (line === '----') inAnswer = true;
    else out.push(line, '----', ...player.run(line), '');
  }
  // An answer took its blank line along; keep single ones between blocks.
  return out
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n+$/, '\n');
}

function createPlayer(): { run(line: string): string[] } {
  let group: Group | undefined;
  let lines: string[] = [];
  const cut = new Set<string>();

  function start(words: readonly string[]): Group {
    const at = (word: string) => (words.includes(word) ? words.indexOf(word) : words.length);
    const settings = ['learning', 'pre-vote', 'check-quorum', 'one-entry-messages'];
    const end = (from: number) =>
      Math.min(...settings.map((setting) => (at(setting) > from ? at(setting) : words.length)));
    const config: Partial<RaftConfig> = {
      preVote: words[at('pre-vote') + 1] !== 'off',
      checkQuorum: words[at('check-quorum') + 1] !== 'off',
      ...(words.includes('one-entry-messages') ? { maxMessageBytes: 1 } : {}),
    };
    const learning = at('learning');
    return createGroup({
      founders: words.slice(0, end(-1)),
      joiners: words.slice(learning + 1, end(learning)),
      seed: 1,
      config,
      onStep(member, before, input, effects) {
        // All know the founders: not worth a line.
        if (input !== undefined) lines.push(...describeStep(member.id, before, member.state, effects));
      },
    });
  }

  function deliver(current: Group, wanted: (message: Message) => boolean): void {
    const due = current.wire.filter(wanted);
    for (const message of due) {
      const at = current.wire.indexOf(message);
      const lost = cut.has(`${message.from}>${message.to}`) || current.members.get(message.to)?.alive !== true;
      lines.push(`${describeMessage(message)}${lost ? ' LOST' : ''}`);
      if (lost) current.drop(at);
      else current.deliver(at);
      if (message.type === 'snapshot') {
        current.input(message.from, { type: 'snapshotReport', member: message.to, delivered: !lost });
      }
    }
  }

  function storeAll(current: Group): void {
    for (const id of current.members.keys()) {
      let more = true;
      while (more) more = current.store(id);
    }
  }

  function act(current: Group, command: string, id: MemberId, rest: readonly string[]): void {
    const [first = '', second = ''] = rest;
    const input = (what: Input) => current.input(id, what);
    const member = current.members.get(id);
    switch (command) {
      case 'tick':
        for (let ticks = Number(first === '' ? 1 : first); ticks > 0; ticks -= 1) input({ type: 'tick' });
        return;
      case 'timeout':
        if (member === undefined) return;
        return input({ type: 'tick', count: member.state.electionTimeout - member.state.electionElapsed });
      case 'settle':
        for (let round = 0; round < settleRounds; round += 1) {
          storeAll(current);
          if (current.wire.length === 0) return;
          deliver(current, () => true);
        }
        throw new Error('the group does not settle');
      case 'round':
        storeAll(current);
        return deliver(current, () => true);
      case 'store':
        return void current.store(id);
      case 'deliver':
        return deliver(current, (message) => message.from === id && message.to === first);
      case 'propose':
        return input({ type: 'propose', data: rest.join(' '), bytes: rest.join(' ').length });
      case 'read':
        return input({ type: 'readIndex', id: first });
      case 'transfer':
        return input({ type: 'transferLeader', target: first });
      case 'change':
        return input({ type: 'proposeChange', change: { type: changeType(first), member: second } });
      case 'compact':
        return input({ type: 'compact', data: `state at ${member?.state.applied}`, keep: Number(first) });
      case 'cut':
        for (const other of rest.length > 0 ? rest : current.members.keys())
          cut.add(`${id}>${other}`).add(`${other}>${id}`);
        return;
      case 'heal':
        return cut.clear();
      case 'lose':
        for (const message of current.wire.splice(0)) lines.push(`${describeMessage(message)} LOST`);
        return;
      case 'crash':
        return current.crash(id, 0);
      case 'restart':
        return current.restart(id);
      case 'state':
        for (const each of current.members.values()) lines.push(describeState(each.id, each.alive, each.state));
        return;
      default:
        throw new Error(`no such command: ${command}`);
    }
  }

  return {
    run(line) {
      lines = [];
      const [command = '', id = '', ...rest] = line.split(' ');
      if (command === 'members') group = start([id, ...rest]);
      else if (group === undefined) throw new Error('a transcript begins with `members`');
      else act(group, command, id, rest);
      return lines.length === 0 ? ['ok'] : lines;
    },
  };
}

function changeType(word: string): Change['type'] {
  if (word === 'add' || word === 'addLearner' || word === 'promote' || word === 'remove') return word;
  throw new Error(`no such change: ${word}`);
}
