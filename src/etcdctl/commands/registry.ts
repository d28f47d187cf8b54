/** Every command of etcdctl, and the few of etcdutl. */
import type { Command } from '../command.ts';
import { alarm } from './alarm/index.ts';
import { compaction } from './compaction/index.ts';
import { defrag } from './defrag/index.ts';
import { del } from './del/index.ts';
import { endpoint } from './endpoint/index.ts';
import { get } from './get/index.ts';
import { lease } from './lease/index.ts';
import { member } from './member/index.ts';
import { moveLeader } from './move-leader/index.ts';
import { put } from './put/index.ts';
import { snapshot, snapshotFiles } from './snapshot/index.ts';
import { txn } from './txn/index.ts';
import { version } from './version/index.ts';
import { watch } from './watch/index.ts';

export const commands: readonly Command[] = [
  ...[alarm, compaction, defrag, del, endpoint, get, lease, member, moveLeader, put, snapshot, txn, version, watch],
];

export const utilityCommands: readonly Command[] = [snapshotFiles, version];
