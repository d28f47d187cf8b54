import type { JsonObject } from '../../../engine/index.ts';
import type { Flags } from '../../../kubectl/flags.ts';
import { encode, parseHex } from '../../bytes.ts';
import type { Command } from '../../command.ts';
import { badArgs } from '../../errors.ts';

export const put: Command = {
  name: 'put',
  short: 'Puts the given key into the store',
  usage: 'put [options] <key> <value> (<value> can also be given from stdin)',
  long: [
    'Puts the given key into the store.',
    '',
    "When <value> begins with '-', <value> is interpreted as a flag.",
    "Insert '--' for workaround:",
    '',
    '$ put <key> -- <value>',
    '$ put -- <key> <value>',
    '',
    "If <value> isn't given as a command line argument and '--ignore-value' is not specified,",
    'this command tries to read the value from standard input.',
    '',
    "If <lease> isn't given as a command line argument and '--ignore-lease' is not specified,",
    'this command tries to read the value from standard input.',
    '',
    'For example,',
    '$ cat file | put <key>',
    'will store the content of the file to <key>.',
  ],
  flags: [
    { name: 'ignore-lease', type: 'bool', help: 'updates the key using its current lease' },
    { name: 'ignore-value', type: 'bool', help: 'updates the key using its current value' },
    { name: 'lease', type: 'string', default: '0', help: 'lease ID (in hexadecimal) to attach to the key' },
    { name: 'prev-kv', type: 'bool', help: 'return the previous key-value pair before modification' },
  ],
  async run({ args, flags, client, timeoutMs, print, io }) {
    const request = putRequest(args, flags, io.stdin());
    print.put(await client.call('/v3/kv/put', request, timeoutMs));
  },
};

/** PutRequest of these words. Throws what etcdctl says about wrong ones. */
export function putRequest(args: readonly string[], flags: Flags, stdin: string): JsonObject {
  const [key, value] = args;
  const ignoreValue = flags.bool('ignore-value');
  if (key === undefined) throw badArgs('put command needs 1 argument and input from stdin or 2 arguments');
  if (ignoreValue && args.length > 1) throw badArgs("put command needs only 1 argument when 'ignore-value' is set");
  if (!ignoreValue && value === undefined && stdin === '') {
    throw badArgs('put command needs 1 argument and input from stdin or 2 arguments');
  }
  const lease = parseHex(flags.string('lease'), 'Int', (why) => badArgs(`bad lease ID (${why}), expecting ID in Hex`));
  return {
    key: encode(key),
    ...(!ignoreValue && { value: encode(value ?? stdin) }),
    lease,
    prev_kv: flags.bool('prev-kv'),
    ignore_value: ignoreValue,
    ignore_lease: flags.bool('ignore-lease'),
  };
}
