import { decodeSnapshot, fromUtf8, snapshotStatus } from '../../../engine/index.ts';
import { text } from '../../../kubectl/json.ts';
import { bytesOf } from '../../bytes.ts';
import type { Command, Context } from '../../command.ts';
import { badArgs, CommandError, exitCodes } from '../../errors.ts';

const save: Command = {
  name: 'save',
  short: 'Stores an etcd node backend snapshot to a given file',
  usage: 'snapshot save <filename>',
  async run({ args, client, io }) {
    const [path] = args;
    if (path === undefined || args.length > 1) throw badArgs('snapshot save expects one argument');
    if (client.endpoints.length !== 1) {
      const message = `snapshot must be requested to one selected node, not multiple [${client.endpoints.join(' ')}]`;
      throw new CommandError(message, exitCodes.interrupted);
    }
    const stream = client.stream('/v3/maintenance/snapshot', {});
    let bytes = '';
    try {
      for (let piece = await stream.next(); piece !== undefined; piece = await stream.next()) {
        bytes += bytesOf(text(piece, 'blob'));
      }
    } finally {
      stream.close();
    }
    io.writeFile(pathOf(path), fromUtf8(bytes) ?? bytes);
    io.stdout(`Snapshot saved at ${path}\n`);
  },
};

const status: Command = {
  name: 'status',
  short: 'Gets backend snapshot status of a given file',
  usage: 'snapshot status <filename>',
  long: [
    'When --write-out is set to simple, this command prints out comma-separated status lists for each endpoint.',
    'The items in the lists are hash, revision, total keys, total size.',
  ],
  async run(context) {
    deprecated(context, 'status');
    const [path] = context.args;
    if (path === undefined || context.args.length > 1) throw badArgs('snapshot status requires exactly one argument');
    context.print.snapshot(snapshotStatus(check(() => decodeSnapshot(contentOf(context, path)))));
  },
};

const restore: Command = {
  name: 'restore',
  short: 'Restores an etcd member snapshot to an etcd directory',
  usage: 'snapshot restore <filename> [options]',
  flags: [
    { name: 'bump-revision', type: 'int', help: 'How much to increase the latest revision after restore' },
    { name: 'data-dir', type: 'string', help: 'Path to the data directory' },
    { name: 'initial-advertise-peer-urls', type: 'string', help: "List of this member's peer URLs to advertise to the rest of the cluster" },
    { name: 'initial-cluster', type: 'string', help: 'Initial cluster configuration for restore bootstrap' },
    { name: 'initial-cluster-token', type: 'string', default: 'etcd-cluster', help: 'Initial cluster token for the etcd cluster during restore bootstrap' },
    { name: 'mark-compacted', type: 'bool', help: 'Mark the latest revision after restore as the point of scheduled compaction (required if --bump-revision > 0, disallowed otherwise)' },
    { name: 'name', type: 'string', default: 'default', help: 'Human-readable name for this member' },
    { name: 'skip-hash-check', type: 'bool', help: 'Ignore snapshot integrity hash value (required if copied from data directory)' },
    { name: 'wal-dir', type: 'string', help: 'Path to the WAL directory (use --data-dir if none given)' },
  ],
  async run(context) {
    const { args, flags, io } = context;
    deprecated(context, 'restore');
    const [path] = args;
    if (path === undefined || args.length > 1) throw badArgs('snapshot restore requires exactly one argument');
    const bump = flags.int('bump-revision');
    if (bump > 0 !== flags.bool('mark-compacted')) throw badArgs('--mark-compacted required if --revision-bump > 0');
    const content = contentOf(context, path);
    const { revision } = check(() => decodeSnapshot(content));
    check(() => io.etcd.restore(content, bump));
    const fields = JSON.stringify({ path, 'data-dir': flags.string('data-dir') || `${flags.string('name')}.etcd`, revision });
    io.stderr(`${new Date(io.now()).toISOString()}\tinfo\tsnapshot/v3_snapshot.go:272\trestored snapshot\t${fields}\n`);
  },
};

/** 3.5's etcdctl says so; etcdutl is the one to use. */
function deprecated({ program, io }: Context, what: string): void {
  if (program === 'etcdctl') io.stderr(`Deprecated: Use \`etcdutl snapshot ${what}\` instead.\n\n`);
}

function contentOf({ io }: Context, path: string): string {
  const content = io.readFile(pathOf(path));
  if (content === undefined) throw new CommandError(`stat ${path}: no such file or directory`);
  return content;
}

/** What can't be done with a file says why. */
function check<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

function pathOf(path: string): string {
  return path.replace(/^(?:\.\/)+/, '');
}

export const snapshot: Command = {
  name: 'snapshot',
  short: 'Manages etcd node snapshots',
  usage: 'snapshot <subcommand>',
  children: [restore, save, status],
};

/** Those that need no server. */
export const snapshotFiles: Command = { ...snapshot, children: [restore, status] };
