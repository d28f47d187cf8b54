import type { JsonObject } from '../../../engine/index.ts';
import { text } from '../../../kubectl/json.ts';
import { encode } from '../../bytes.ts';
import type { Command, Context } from '../../command.ts';
import { badArgs, CommandError, exitCodes, RpcError } from '../../errors.ts';
import { int } from '../../printers/rows.ts';
import { keyRange } from '../get/index.ts';

const noLeader = 'etcdserver: no leader';
const compacted = 'etcdserver: mvcc: required revision has been compacted';
/** A stream that broke is opened again after this. */
const resumeMs = 100;

export const watch: Command = {
  name: 'watch',
  short: 'Watches events stream on keys or prefixes',
  usage: 'watch [options] [key or prefix] [range_end] [--] [exec-command arg1 arg2 ...]',
  flags: [
    { name: 'interactive', short: 'i', type: 'bool', help: 'Interactive mode' },
    { name: 'prefix', type: 'bool', help: 'Watch on a prefix if prefix is set' },
    { name: 'prev-kv', type: 'bool', help: 'get the previous key-value pair before the event happens' },
    { name: 'progress-notify', type: 'bool', help: 'get periodic watch progress notification from server' },
    { name: 'rev', type: 'int', help: 'Revision to start watching' },
  ],
  async run(context) {
    const { args, dash, flags, io } = context;
    if (flags.bool('interactive')) throw badArgs('interactive watching needs a terminal that is read line by line');
    if (dash >= 0) {
      if (args.length === dash) throw badArgs('bad number of arguments (found separator --, but no commands)');
      throw badArgs('there are no programs here that a watch could run');
    }
    const [key, end] = args;
    if (key === undefined) throw badArgs('bad number of arguments');
    if (end !== undefined && flags.bool('prefix')) throw badArgs('`range_end` and `--prefix` are mutually exclusive');
    const range = flags.bool('prefix') ? keyRange([key], true, false) : { key: encode(key), ...(end !== undefined && { range_end: encode(end) }) };
    const wanted = {
      ...range,
      prev_kv: flags.bool('prev-kv'),
      progress_notify: flags.bool('progress-notify'),
    };
    const why = await follow(context, wanted);
    io.stderr(`watch was canceled (${why})\n`);
    throw new CommandError('watch is canceled by the server', exitCodes.interrupted);
  },
};

/** Prints until the watch is over for good; goes on at the next revision when a member is lost (clientv3/watch.go). */
async function follow({ client, print, io, flags }: Context, wanted: JsonObject): Promise<string> {
  let next = BigInt(flags.int('rev'));
  for (;;) {
    const stream = client.stream('/v3/watch', { create_request: { ...wanted, start_revision: String(next) } });
    io.listens?.();
    try {
      for (let line = await stream.next(); line !== undefined; line = await stream.next()) {
        const revision = BigInt(int(line, 'header', 'revision'));
        if (line['created'] === true && next === 0n && line['canceled'] !== true) next = revision + 1n;
        if (line['canceled'] === true) {
          if (int(line, 'compact_revision') !== '0') return compacted;
          const reason = text(line, 'cancel_reason');
          if (reason === noLeader || reason.startsWith('mvcc:')) return reason;
          break;
        }
        if (line['events'] === undefined) {
          if (line['created'] !== true) io.stdout(`progress notify: ${revision}\n`);
          continue;
        }
        print.watch(line);
        next = revision + 1n;
      }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
    } finally {
      stream.close();
    }
    await new Promise<void>((resolve) => void io.etcd.after(resumeMs, resolve));
  }
}
