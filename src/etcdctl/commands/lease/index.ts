import { parseHex } from '../../bytes.ts';
import type { Command, Context } from '../../command.ts';
import { badArgs, CommandError, exitCodes, Interrupted, RpcError } from '../../errors.ts';
import { int } from '../../printers/rows.ts';

const grant: Command = {
  name: 'grant',
  short: 'Creates leases',
  usage: 'lease grant <ttl>',
  async run({ args, client, timeoutMs, print }) {
    const [ttl = ''] = args;
    if (args.length !== 1) throw badArgs('lease grant command needs TTL argument');
    if (!/^[+-]?\d+$/.test(ttl)) throw badArgs(`bad TTL (strconv.ParseInt: parsing ${JSON.stringify(ttl)}: invalid syntax)`);
    try {
      print.grant(await client.call('/v3/lease/grant', { TTL: ttl.replace('+', '') }, timeoutMs));
    } catch (error) {
      throw error instanceof RpcError ? new CommandError(`failed to grant lease (${error.message})`) : error;
    }
  },
};

const revoke: Command = {
  name: 'revoke',
  short: 'Revokes leases',
  usage: 'lease revoke <leaseID>',
  async run({ args, client, timeoutMs, print }) {
    if (args.length !== 1) throw badArgs('lease revoke command needs 1 argument');
    const id = leaseOf(args[0]);
    try {
      print.revoke(id, await client.call('/v3/lease/revoke', { ID: id }, timeoutMs));
    } catch (error) {
      throw error instanceof RpcError ? new CommandError(`failed to revoke lease (${error.message})`) : error;
    }
  },
};

const timeToLive: Command = {
  name: 'timetolive',
  short: 'Get lease information',
  usage: 'lease timetolive <leaseID> [options]',
  flags: [{ name: 'keys', type: 'bool', help: 'Get keys attached to this lease' }],
  async run({ args, flags, client, timeoutMs, print }) {
    if (args.length !== 1) throw badArgs('lease timetolive command needs lease ID as argument');
    const id = leaseOf(args[0]);
    const keys = flags.bool('keys');
    print.timeToLive(id, await client.call('/v3/lease/timetolive', { ID: id, keys }, timeoutMs), keys);
  },
};

const list: Command = {
  name: 'list',
  short: 'List all active leases',
  usage: 'lease list',
  async run({ client, timeoutMs, print }) {
    print.leases(await client.call('/v3/lease/leases', {}, timeoutMs));
  },
};

const keepAlive: Command = {
  name: 'keep-alive',
  short: 'Keeps leases alive (renew)',
  usage: 'lease keep-alive [options] <leaseID>',
  flags: [{ name: 'once', type: 'bool', help: 'Resets the keep-alive time to its original value and cobrautl.Exits immediately' }],
  async run(context) {
    const { args, flags, print, io } = context;
    if (args.length !== 1) throw badArgs('lease keep-alive command needs lease ID as argument');
    const id = leaseOf(args[0]);
    for (;;) {
      const answer = await renew(context, id);
      const ttlS = Number(int(answer, 'TTL'));
      if (ttlS <= 0) {
        if (flags.bool('once')) throw new CommandError('etcdserver: requested lease not found', exitCodes.badConnection);
        io.stdout(`lease ${BigInt(id).toString(16).padStart(16, '0')} expired or revoked.\n`);
        return;
      }
      print.keepAlive(answer);
      if (flags.bool('once')) return;
      await pause(context, (ttlS * 1000) / 3);
    }
  },
};

async function renew({ client }: Context, id: string): ReturnType<Context['client']['call']> {
  const stream = client.stream('/v3/lease/keepalive', { ID: id });
  try {
    return (await stream.next()) ?? {};
  } finally {
    stream.close();
  }
}

/** Waits; an interrupt ends the wait, and the next request the command. */
function pause({ io }: Context, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const forget = io.onInterrupt(() => {
      cancel();
      reject(new Interrupted());
    });
    const cancel = io.etcd.after(ms, () => {
      forget();
      resolve();
    });
  });
}

function leaseOf(word = ''): string {
  return parseHex(word, 'Int', (why) => badArgs(`bad lease ID arg (${why}), expecting ID in Hex`));
}

export const lease: Command = {
  name: 'lease',
  short: 'Lease related commands',
  usage: 'lease <subcommand>',
  children: [grant, keepAlive, list, revoke, timeToLive],
};
