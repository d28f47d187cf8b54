/** What a change of the members must fulfil before it is proposed (server.go, membership/cluster.go: --strict-reconfig-check). */

import type { Input, Change as RaftChange } from '../../raft/index.ts';
import type { Change } from '../consensus.ts';
import { failure } from '../failure.ts';
import type { Done, FailureName, Member } from '../types.ts';
import type { ChangeContext, EntryData } from './entry.ts';
import type { LeaderClient } from './leader-client.ts';
import { memberIdOf, raftIdOf } from './member-list.ts';

export interface ChangeScene {
  readonly members: readonly Member[];
  readonly origin: string;
  readonly id: number;
  readonly now: number;
  readonly leaderClient: LeaderClient;
}

/** Gives what to propose, or why not. */
export function prepareChange(change: Change, scene: ChangeScene, done: Done<Input>): void {
  const { members, leaderClient } = scene;
  const refused = refuse(change, members);
  if (refused !== undefined) return done({ failure: failure(refused) });
  switch (change.type) {
    case 'add': {
      const { peerUrls, learner } = change;
      const id = memberIdOf(`${peerUrls.join()} ${scene.now}`);
      const member: Member = { id, name: '', peerUrls, clientUrls: [], learner };
      return done({ ok: proposal({ type: learner ? 'addLearner' : 'add', member: raftIdOf(id) }, scene, member) });
    }
    case 'remove':
      return done({ ok: proposal({ type: 'remove', member: raftIdOf(change.id) }, scene, undefined) });
    case 'promote':
      return leaderClient.learnerReady(raftIdOf(change.id), (result) => {
        if (result.failure !== undefined) done({ failure: result.failure });
        else done({ ok: proposal({ type: 'promote', member: raftIdOf(change.id) }, scene, undefined) });
      });
    case 'update': {
      const known = members.find(({ id }) => id === change.id);
      if (known === undefined) return;
      const member: Member = { ...known, peerUrls: change.peerUrls };
      const data: EntryData = { type: 'record', origin: scene.origin, id: scene.id, member };
      return done({ ok: { type: 'propose', data, bytes: 128 } });
    }
  }
}

function proposal(change: Omit<RaftChange, 'context'>, scene: ChangeScene, member: Member | undefined): Input {
  const context: ChangeContext = { origin: scene.origin, id: scene.id, member };
  return { type: 'proposeChange', change: { ...change, context } };
}

function refuse(change: Change, members: readonly Member[]): FailureName | undefined {
  const known = change.type === 'add' ? undefined : members.find(({ id }) => id === change.id);
  if (change.type !== 'add' && known === undefined) return 'memberNotFound';
  const voters = members.filter(({ learner }) => !learner);
  const started = voters.filter(({ name }) => name !== '');
  switch (change.type) {
    case 'add':
      if (!areUrls(change.peerUrls)) return 'peerUrlsInvalid';
      if (members.some(({ peerUrls }) => peerUrls.some((url) => change.peerUrls.includes(url)))) return 'peerUrlExists';
      if (change.learner) return members.some(({ learner }) => learner) ? 'tooManyLearners' : undefined;
      // A cluster of one may always grow.
      if (started.length === 1 && voters.length === 1) return undefined;
      return started.length < quorum(voters.length + 1) ? 'notEnoughStarted' : undefined;
    case 'remove': {
      if (known?.learner === true) return undefined;
      const left = started.filter(({ id }) => id !== change.id).length;
      return voters.length === 1 || left < quorum(voters.length - 1) ? 'notEnoughStarted' : undefined;
    }
    case 'promote':
      return known?.learner === true ? undefined : 'memberNotLearner';
    case 'update':
      return areUrls(change.peerUrls) ? undefined : 'peerUrlsInvalid';
  }
}

/** Scheme, host and port, nothing behind them (client/pkg/types/urls.go). */
function areUrls(urls: readonly string[]): boolean {
  return urls.length > 0 && urls.every((url) => /^https?:\/\/(?:\[[\da-f:]+\]|[^\s/:]+):\d+$/i.test(url));
}

function quorum(members: number): number {
  return Math.floor(members / 2) + 1;
}
