import type { Command } from '../../command.ts';
import { RpcError } from '../../errors.ts';
import { clusterFlag, endpointsOf } from '../endpoint/endpoints.ts';

export const defrag: Command = {
  name: 'defrag',
  short: 'Defragments the storage of the etcd members with given endpoints',
  usage: 'defrag',
  flags: [clusterFlag],
  async run(context) {
    const { client, timeoutMs, io } = context;
    let failures = 0;
    for (const endpoint of await endpointsOf(context)) {
      try {
        await client.call('/v3/maintenance/defragment', {}, timeoutMs, endpoint);
        io.stdout(`Finished defragmenting etcd member[${endpoint}]\n`);
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        io.stderr(`Failed to defragment etcd member[${endpoint}] (${error.message})\n`);
        failures += 1;
      }
    }
    return failures === 0 ? 0 : 1;
  },
};
