import { objects } from '../../../kubectl/json.ts';
import { encode } from '../../bytes.ts';
import type { Command, Context } from '../../command.ts';
import { CommandError, RpcError } from '../../errors.ts';
import type { EndpointAnswer, EndpointHealth } from '../../printers/printer.ts';
import { clusterFlag, endpointsOf } from './endpoints.ts';

const health: Command = {
  name: 'health',
  short: 'Checks the healthiness of endpoints specified in `--endpoints` flag',
  usage: 'endpoint health',
  async run(context) {
    const endpoints = await endpointsOf(context);
    const found = await Promise.all(endpoints.map((endpoint) => healthOf(context, endpoint)));
    context.print.health(found);
    if (found.some(({ error }) => error !== '')) throw new CommandError('unhealthy cluster');
  },
};

/** Healthy is who can read what all have agreed on, and has no alarm. */
async function healthOf({ client, timeoutMs, io }: Context, endpoint: string): Promise<EndpointHealth> {
  const began = io.now();
  let took = '';
  try {
    await client.call('/v3/kv/range', { key: encode('health') }, timeoutMs, endpoint);
    took = goDuration(io.now() - began);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { endpoint, healthy: false, took: goDuration(io.now() - began), error: error.message };
  }
  try {
    const answer = await client.call('/v3/maintenance/alarm', { action: 'GET' }, timeoutMs, endpoint);
    const alarms = objects(answer, 'alarms');
    if (alarms.length === 0) return { endpoint, healthy: true, took, error: '' };
    const error = `Active Alarm(s): ${alarms.map(({ alarm }) => `${String(alarm)} `).join('')}`;
    return { endpoint, healthy: false, took, error };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { endpoint, healthy: false, took, error: 'Unable to fetch the alarm list' };
  }
}

/** `2ms`, `5s`, `1m0s`: whole virtual milliseconds as Go writes durations. */
function goDuration(ms: number): string {
  if (ms === 0) return '0s';
  if (ms < 1000) return `${ms}ms`;
  return ms < 60_000 ? `${ms / 1000}s` : `${Math.floor(ms / 60_000)}m${(ms % 60_000) / 1000}s`;
}

/** Asks each, and tells of those that fail. */
async function ask(
  context: Context,
  path: string,
  body: Readonly<Record<string, string>>,
  what: string,
): Promise<{ readonly answers: readonly EndpointAnswer[]; readonly error: RpcError | undefined }> {
  const { client, timeoutMs, io } = context;
  const answers: EndpointAnswer[] = [];
  let last: RpcError | undefined;
  for (const endpoint of await endpointsOf(context)) {
    try {
      answers.push({ endpoint, answer: await client.call(path, body, timeoutMs, endpoint) });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      last = error;
      io.stderr(`Failed to get the ${what} of endpoint ${endpoint} (${error.message})\n`);
    }
  }
  return { answers, error: last };
}

const status: Command = {
  name: 'status',
  short: 'Prints out the status of endpoints specified in `--endpoints` flag',
  usage: 'endpoint status',
  long: [
    'When --write-out is set to simple, this command prints out comma-separated status lists for each endpoint.',
    'The items in the lists are endpoint, ID, version, db size, is leader, is learner, raft term, raft index, raft applied index, errors.',
  ],
  async run(context) {
    const { answers, error } = await ask(context, '/v3/maintenance/status', {}, 'status');
    context.print.status(answers);
    return error === undefined ? 0 : 1;
  },
};

const hashKv: Command = {
  name: 'hashkv',
  short: 'Prints the KV history hash for each endpoint in --endpoints',
  usage: 'endpoint hashkv',
  flags: [{ name: 'rev', type: 'int', help: 'maximum revision to hash (default: all revisions)' }],
  async run(context) {
    const revision = String(context.flags.int('rev'));
    const { answers, error } = await ask(context, '/v3/maintenance/hashkv', { revision }, 'hash');
    context.print.hashKv(answers);
    if (error !== undefined) throw error;
  },
};

export const endpoint: Command = {
  name: 'endpoint',
  short: 'Endpoint related commands',
  usage: 'endpoint <subcommand>',
  flags: [clusterFlag],
  children: [hashKv, health, status],
};
