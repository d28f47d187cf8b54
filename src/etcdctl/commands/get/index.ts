import type { JsonObject } from '../../../engine/index.ts';
import type { Flags } from '../../../kubectl/flags.ts';
import { encode, everything, prefixEnd } from '../../bytes.ts';
import type { Command } from '../../command.ts';
import { badArgs, CommandError, exitCodes } from '../../errors.ts';

export const get: Command = {
  name: 'get',
  short: 'Gets the key or a range of keys',
  usage: 'get [options] <key> [range_end]',
  flags: [
    { name: 'consistency', type: 'string', default: 'l', help: 'Linearizable(l) or Serializable(s)' },
    { name: 'count-only', type: 'bool', help: 'Get only the count' },
    { name: 'from-key', type: 'bool', help: 'Get keys that are greater than or equal to the given key using byte compare' },
    { name: 'keys-only', type: 'bool', help: 'Get only the keys' },
    { name: 'limit', type: 'int', help: 'Maximum number of results' },
    { name: 'order', type: 'string', help: 'Order of results; ASCEND or DESCEND (ASCEND by default)' },
    { name: 'prefix', type: 'bool', help: 'Get keys with matching prefix' },
    { name: 'print-value-only', type: 'bool', help: 'Only write values when using the "simple" output format' },
    { name: 'rev', type: 'int', help: 'Specify the kv revision' },
    { name: 'sort-by', type: 'string', help: 'Sort target; CREATE, KEY, MODIFY, VALUE, or VERSION' },
  ],
  async run({ args, flags, client, timeoutMs, print }) {
    const answer = await client.call('/v3/kv/range', rangeRequest(args, flags), timeoutMs);
    if (flags.bool('count-only') && print.format !== 'fields') {
      throw badArgs('--count-only is only for `--write-out=fields`');
    }
    const valueOnly = flags.bool('print-value-only');
    if (valueOnly && print.format !== 'simple') throw badArgs('print-value-only is only for `--write-out=simple`');
    print.get(answer, valueOnly);
  },
};

const targets: Readonly<Record<string, string>> = {
  '': 'KEY',
  CREATE: 'CREATE',
  KEY: 'KEY',
  MODIFY: 'MOD',
  VALUE: 'VALUE',
  VERSION: 'VERSION',
};

/** RangeRequest of these words. Throws what etcdctl says about wrong ones. */
export function rangeRequest(args: readonly string[], flags: Flags): JsonObject {
  const [prefix, fromKey] = [flags.bool('prefix'), flags.bool('from-key')];
  if (args.length === 0) throw badArgs('get command needs one argument as key and an optional argument as range_end');
  refuseBoth(prefix, fromKey);
  if (flags.bool('keys-only') && flags.bool('count-only')) {
    throw badArgs('`--keys-only` and `--count-only` cannot be set at the same time, choose one');
  }
  const consistency = flags.string('consistency');
  if (consistency !== 'l' && consistency !== 's') {
    throw new CommandError(`unknown consistency flag ${JSON.stringify(consistency)}`, exitCodes.badFeature);
  }
  const range = keyRange(args, prefix, fromKey);
  const order = flags.string('order').toUpperCase();
  if (!['', 'ASCEND', 'DESCEND'].includes(order)) {
    throw new CommandError(`bad sort order ${flags.string('order')}`, exitCodes.badFeature);
  }
  const target = targets[flags.string('sort-by').toUpperCase()];
  if (target === undefined) throw new CommandError(`bad sort target ${flags.string('sort-by')}`, exitCodes.badFeature);
  // Keys come in ascending order anyway; the client spares the server the sorting (clientv3 WithSort).
  const sorted = target === 'KEY' && order === 'ASCEND' ? '' : order;
  return {
    ...range,
    limit: String(flags.int('limit')),
    revision: String(Math.max(0, flags.int('rev'))),
    ...(sorted !== '' && { sort_order: sorted }),
    sort_target: target,
    serializable: consistency === 's',
    keys_only: flags.bool('keys-only'),
    count_only: flags.bool('count-only'),
  };
}

/** Refuses --prefix and --from-key at once. */
export function refuseBoth(prefix: boolean, fromKey: boolean): void {
  if (prefix && fromKey) throw badArgs('`--prefix` and `--from-key` cannot be set at the same time, choose one');
}

/** Key and range end of `<key> [range_end]` under these flags. */
export function keyRange(args: readonly string[], prefix: boolean, fromKey: boolean): JsonObject {
  const [key = '', end] = args;
  if (end !== undefined) {
    if (prefix || fromKey) {
      throw badArgs('too many arguments, only accept one argument when `--prefix` or `--from-key` is set');
    }
    return { key: encode(key), range_end: encode(end) };
  }
  if ((prefix || fromKey) && key === '') return { key: everything, range_end: everything };
  if (prefix) return { key: encode(key), range_end: prefixEnd(key) };
  return { key: encode(key), ...(fromKey && { range_end: everything }) };
}
