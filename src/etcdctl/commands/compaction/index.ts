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
    const refuse = (why: string) => new CommandError(`strconv.ParseInt: parsing ${JSON.stringify(revision)}: ${why}`);
    if (!/^[+-]?\d+$/.test(revision)) throw refuse('invalid syntax');
    const number = BigInt(revision.replace('+', ''));
    if (BigInt.asIntN(64, number) !== number) throw refuse('value out of range');
    await client.call('/v3/kv/compaction', { revision, physical: flags.bool('physical') }, timeoutMs);
    io.stdout(`compacted revision ${number}\n`);
  },
};
