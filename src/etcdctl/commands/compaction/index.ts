import type { Command } from '../../command.ts';
import { badArgs, CommandError } from '../../errors.ts';

export const compaction: Command = {
  name: 'compaction',
  aliases: ['compact'],
  short: 'Compacts the event history in etcd',
  usage: 'compaction [options] <revision>',
  flags: [{ name: 'physical', type: 'bool', help: "'true' to wait for compaction to physically remove all old revisions" }],
  async run({ args, flags, client, timeoutMs, io }) {
    const [revision = ''] = args;
    if (args.length !== 1) throw badArgs('compaction command needs 1 argument');
    if (!/^[+-]?\d+$/.test(revision)) {
      throw new CommandError(`strconv.ParseInt: parsing ${JSON.stringify(revision)}: invalid syntax`);
    }
    await client.call('/v3/kv/compaction', { revision, physical: flags.bool('physical') }, timeoutMs);
    io.stdout(`compacted revision ${BigInt(revision.replace('+', ''))}\n`);
  },
};
