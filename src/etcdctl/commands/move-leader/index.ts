import { parseHex } from '../../bytes.ts';
import type { Command } from '../../command.ts';
import { badArgs } from '../../errors.ts';
import { int } from '../../printers/rows.ts';

export const moveLeader: Command = {
  name: 'move-leader',
  short: 'Transfers leadership to another etcd cluster member.',
  usage: 'move-leader <transferee-member-id>',
  async run({ args, client, timeoutMs, print }) {
    if (args.length !== 1) throw badArgs('move-leader command needs 1 argument');
    const target = parseHex(args[0] ?? '', 'Uint', badArgs);
    for (const endpoint of client.endpoints) {
      const status = await client.call('/v3/maintenance/status', {}, timeoutMs, endpoint);
      const leader = int(status, 'leader');
      if (int(status, 'header', 'member_id') !== leader) continue;
      const answer = await client.call('/v3/maintenance/transfer-leadership', { targetID: target }, timeoutMs, endpoint);
      return print.moveLeader(leader, target, answer);
    }
    throw badArgs(`no leader endpoint given at [${client.endpoints.join(' ')}]`);
  },
};
