/** Commands that ask each endpoint by itself. */
import type { Flag } from '../../../kubectl/flags.ts';
import { objects } from '../../../kubectl/json.ts';
import type { Context } from '../../command.ts';
import { CommandError, RpcError } from '../../errors.ts';
import { texts } from '../../printers/rows.ts';

export const clusterFlag: Flag = { name: 'cluster', type: 'bool', help: 'use all endpoints from the cluster member list' };

/** Those of --endpoints, or with --cluster those of all members. */
export async function endpointsOf({ client, flags, timeoutMs }: Context): Promise<readonly string[]> {
  if (!flags.bool('cluster')) return client.endpoints;
  try {
    const answer = await client.call('/v3/cluster/member/list', {}, timeoutMs);
    return objects(answer, 'members').flatMap((member) => texts(member, 'clientURLs'));
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new CommandError(`failed to fetch endpoints from etcd cluster member list: ${error.message}`);
  }
}
