import type { Command } from '../../command.ts';
import { badArgs } from '../../errors.ts';
import { readTxn } from './read.ts';

export const txn: Command = {
  name: 'txn',
  short: 'Txn processes all the requests in one transaction',
  usage: 'txn [options]',
  flags: [{ name: 'interactive', short: 'i', type: 'bool', help: 'Input transaction in interactive mode' }],
  async run({ args, flags, client, print, io }) {
    if (args.length > 0) throw badArgs('txn command does not accept argument');
    const { request, prompts } = readTxn(io.stdin());
    if (flags.bool('interactive')) io.stdout(prompts);
    print.txn(await client.call('/v3/kv/txn', request, undefined));
  },
};
