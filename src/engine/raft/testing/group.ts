/** A group of members with their disks and the wire between them. Nothing happens by itself: tests say what is next. */
import {
  applyWrite,
  type Disk,
  type Effect,
  emptyDisk,
  foundingDisk,
  type Input,
  type MemberId,
  type Message,
  type RaftConfig,
  type RaftState,
  startMember,
  step,
  type Write,
} from '../index.ts';

export interface TestMember {
  readonly id: MemberId;
  alive: boolean;
  state: RaftState;
  /** What survives a crash. */
  disk: Disk;
  /** Writes under way, oldest first. */
  readonly writes: { readonly write: Write; readonly thenSend: readonly Message[] }[];
  starts: number;
}

export interface GroupOptions {
  readonly founders: readonly MemberId[];
  /** Started with an empty disk, to be added later. */
  readonly joiners?: readonly MemberId[];
  readonly seed: number;
  readonly config?: Partial<RaftConfig>;
  /** Sees every step; `input` is undefined for a start. */
  readonly onStep?: (
    member: TestMember,
    before: RaftState,
    input: Input | undefined,
    effects: readonly Effect[],
  ) => void;
}

export interface Group {
  readonly members: ReadonlyMap<MemberId, TestMember>;
  /** Messages on their way, in the order they were sent. */
  readonly wire: Message[];
  /** An input for a member; nothing for one that is down. */
  input(id: MemberId, input: Input): void;
  /** Takes a message off the wire and gives it to its receiver; `keep` leaves a copy on the wire. */
  deliver(at: number, keep?: boolean): void;
  /** Takes a message off the wire. Returns it. */
  drop(at: number): Message | undefined;
  /** Completes the oldest write of a member. Says whether there was one. */
  store(id: MemberId): boolean;
  /** Loses the memory. Of the writes under way the first `survive` reached the disk, unreported. */
  crash(id: MemberId, survive: number): void;
  restart(id: MemberId): void;
}

export function createGroup(options: GroupOptions): Group {
  const wire: Message[] = [];
  const members = new Map<MemberId, TestMember>();

  function start(id: MemberId, disk: Disk, starts: number): void {
    const seed = (options.seed * 31 + starts * 7919 + hash(id)) | 0;
    const { state, effects } = startMember({ ...options.config, id, seed }, disk);
    const member: TestMember = { id, alive: true, state, disk, writes: [], starts };
    members.set(id, member);
    carryOut(member, state, undefined, effects);
  }

  function carryOut(member: TestMember, before: RaftState, input: Input | undefined, effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (effect.type === 'send') wire.push(effect.message);
      else if (effect.type === 'persist') member.writes.push(effect);
    }
    options.onStep?.(member, before, input, effects);
  }

  function input(id: MemberId, what: Input): void {
    const member = members.get(id);
    if (member === undefined || !member.alive) return;
    const before = member.state;
    const { state, effects } = step(before, what);
    member.state = state;
    carryOut(member, before, what, effects);
  }

  function drop(at: number): Message | undefined {
    const message = wire[at];
    wire.splice(at, 1);
    return message;
  }

  const disk = foundingDisk(options.founders);
  for (const id of options.founders) start(id, disk, 0);
  for (const id of options.joiners ?? []) start(id, emptyDisk, 0);

  return {
    members,
    wire,
    input,
    drop,
    deliver(at, keep = false) {
      const message = keep ? wire[at] : drop(at);
      if (message !== undefined) input(message.to, { type: 'message', message });
    },
    store(id) {
      const member = members.get(id);
      const done = member?.writes.shift();
      if (member === undefined || done === undefined || !member.alive) return false;
      member.disk = applyWrite(member.disk, done.write);
      wire.push(...done.thenSend);
      input(id, { type: 'stored', write: done.write.number });
      return true;
    },
    crash(id, survive) {
      const member = members.get(id);
      if (member === undefined) return;
      for (const { write } of member.writes.slice(0, survive)) member.disk = applyWrite(member.disk, write);
      member.writes.length = 0;
      member.alive = false;
    },
    restart(id) {
      const member = members.get(id);
      if (member !== undefined && !member.alive) start(id, member.disk, member.starts + 1);
    },
  };
}

function hash(text: string): number {
  let value = 17;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value, 31) + text.charCodeAt(at);
  return value;
}
