import { objects, text } from '../../../kubectl/json.ts';
import { parseHex } from '../../bytes.ts';
import type { Command } from '../../command.ts';
import { badArgs, CommandError } from '../../errors.ts';
import { int, texts } from '../../printers/rows.ts';

const add: Command = {
  name: 'add',
  short: 'Adds a member into the cluster',
  usage: 'member add <memberName> [options]',
  flags: [
    { name: 'learner', type: 'bool', help: 'indicates if the new member is raft learner' },
    { name: 'peer-urls', type: 'string', help: 'comma separated peer URLs for the new member.' },
  ],
  async run({ args, flags, client, timeoutMs, print, io }) {
    const [name] = args;
    if (name === undefined) throw badArgs('member name not provided');
    if (args.length > 1) {
      const meant = args.filter((word) => word.toLowerCase().startsWith('http'));
      throw badArgs(`too many arguments${meant.map((word) => `, did you mean --peer-urls=${word}`).join('')}`);
    }
    const urls = flags.string('peer-urls');
    if (urls === '') throw badArgs('member peer urls not provided');
    const peerURLs = parseUrls(urls);
    const answer = await client.call('/v3/cluster/member/add', { peerURLs, isLearner: flags.bool('learner') }, timeoutMs);
    print.memberAdd(answer);
    if (print.format !== 'simple') return;
    const id = int(answer, 'member', 'ID');
    const initial = objects(answer, 'members').flatMap((member) =>
      texts(member, 'peerURLs').map((url) => `${int(member, 'ID') === id ? name : text(member, 'name')}=${url}`),
    );
    io.stdout(`\nETCD_NAME="${name}"\nETCD_INITIAL_CLUSTER="${initial.join(',')}"\n`);
    io.stdout(`ETCD_INITIAL_ADVERTISE_PEER_URLS="${urls}"\nETCD_INITIAL_CLUSTER_STATE="existing"\n`);
  },
};

const remove: Command = {
  name: 'remove',
  short: 'Removes a member from the cluster',
  usage: 'member remove <memberID>',
  async run({ args, client, timeoutMs, print }) {
    const id = memberOf(args);
    print.memberChange(id, 'removed from', await client.call('/v3/cluster/member/remove', { ID: id }, timeoutMs));
  },
};

const update: Command = {
  name: 'update',
  short: 'Updates a member in the cluster',
  usage: 'member update <memberID> [options]',
  flags: [{ name: 'peer-urls', type: 'string', help: 'comma separated peer URLs for the updated member.' }],
  async run({ args, flags, client, timeoutMs, print }) {
    const id = memberOf(args);
    const urls = flags.string('peer-urls');
    if (urls === '') throw badArgs('member peer urls not provided');
    const answer = await client.call('/v3/cluster/member/update', { ID: id, peerURLs: parseUrls(urls) }, timeoutMs);
    print.memberChange(id, 'updated in', answer);
  },
};

const list: Command = {
  name: 'list',
  short: 'Lists all members in the cluster',
  usage: 'member list',
  long: [
    'When --write-out is set to simple, this command prints out comma-separated member lists for each endpoint.',
    'The items in the lists are ID, Status, Name, Peer Addrs, Client Addrs, Is Learner.',
  ],
  async run({ client, timeoutMs, print }) {
    print.members(await client.call('/v3/cluster/member/list', { linearizable: true }, timeoutMs));
  },
};

const promote: Command = {
  name: 'promote',
  short: 'Promotes a non-voting member in the cluster',
  usage: 'member promote <memberID>',
  long: ['Promotes a non-voting learner member to a voting one in the cluster.'],
  async run({ args, client, timeoutMs, print }) {
    const id = memberOf(args);
    print.memberChange(id, 'promoted in', await client.call('/v3/cluster/member/promote', { ID: id }, timeoutMs));
  },
};

function memberOf(args: readonly string[]): string {
  if (args.length !== 1) throw badArgs('member ID is not provided');
  return parseHex(args[0] ?? '', 'Uint', (why) => badArgs(`bad member ID arg (${why}), expecting ID in Hex`));
}

/** Peer URLs as client/pkg/types/urls.go takes them. */
function parseUrls(words: string): readonly string[] {
  return words.split(',').map((word) => {
    const url = word.trim();
    const scheme = /^(\w+):\/\//.exec(url)?.[1];
    if (scheme === undefined || !['http', 'https', 'unix', 'unixs'].includes(scheme)) {
      throw badUrl(`URL scheme must be http, https, unix, or unixs: ${url}`);
    }
    const rest = url.slice(scheme.length + 3);
    const host = rest.split('/')[0] ?? '';
    if (scheme.startsWith('http') && !/:\d+$/.test(host)) {
      throw badUrl(`URL address does not have the form "host:port": ${url}`);
    }
    if (rest.length > host.length) throw badUrl(`URL must not contain a path: ${url}`);
    return url;
  });
}

const badUrl = (message: string): Error => new CommandError(message);

export const member: Command = {
  name: 'member',
  short: 'Membership related commands',
  usage: 'member <subcommand>',
  children: [add, list, promote, remove, update],
};
