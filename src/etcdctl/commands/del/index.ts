import type { JsonObject } from '../../../engine/index.ts';
import type { Flags } from '../../../kubectl/flags.ts';
import type { Command } from '../../command.ts';
import { badArgs } from '../../errors.ts';
import { keyRange, refuseBoth } from '../get/index.ts';

export const del: Command = {
  name: 'del',
  short: 'Removes the specified key or range of keys [key, range_end)',
  usage: 'del [options] <key> [range_end]',
  flags: [
    { name: 'from-key', type: 'bool', help: 'delete keys that are greater than or equal to the given key using byte compare' },
    { name: 'prefix', type: 'bool', help: 'delete keys with matching prefix' },
    { name: 'prev-kv', type: 'bool', help: 'return deleted key-value pairs' },
  ],
  async run({ args, flags, client, timeoutMs, print }) {
    print.del(await client.call('/v3/kv/deleterange', deleteRequest(args, flags), timeoutMs));
  },
};

/** DeleteRangeRequest of these words. Throws what etcdctl says about wrong ones. */
export function deleteRequest(args: readonly string[], flags: Flags): JsonObject {
  const [prefix, fromKey] = [flags.bool('prefix'), flags.bool('from-key')];
  if (args.length === 0) throw badArgs('del command needs one argument as key and an optional argument as range_end');
  refuseBoth(prefix, fromKey);
  return { ...keyRange(args, prefix, fromKey), prev_kv: flags.bool('prev-kv') };
}
