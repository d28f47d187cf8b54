/**
 * `kubectl port-forward`: ports of the session that lead to a pod. There are no sockets here: the session keeps the way. Where somebody
 * types, it stays until Ctrl+C, which closes them; a cell goes on at once, and its ports stay open.
 */
import type { JsonObject } from '../../../engine/index.ts';
import type { Context, Verb } from '../../command.ts';
import { CliError, Exit, usageError } from '../../errors.ts';
import { createApi } from '../../http/api.ts';
import { pathOf } from '../../http/discovery.ts';
import { text } from '../../json.ts';
import { asObject, select } from '../../resource/builder.ts';
import { podOf } from '../../resource/pod-of.ts';
import { asBytes, byteText } from '../../streams.ts';
import type { Dial } from '../../types.ts';
import { type PortPair, portPair } from './ports.ts';

export const portForward: Verb = {
  name: 'port-forward',
  short: 'Forward one or more local ports to a pod',
  usage: 'TYPE/NAME [options] [LOCAL_PORT:]REMOTE_PORT [...[LOCAL_PORT_N:]REMOTE_PORT_N]',
  examples: ['kubectl port-forward pod/web-1 8080:80', 'kubectl port-forward svc/web 8080:http'],
  flags: [
    { name: 'address', type: 'list', default: 'localhost', help: 'Ignored: only the session itself can connect' },
    { name: 'pod-running-timeout', type: 'duration', default: '1m0s', help: 'How long to wait for a pod' },
  ],
  run,
};

async function run(context: Context): Promise<void> {
  const { args, io, path } = context;
  const [word, ...ports] = args;
  if (word === undefined || ports.length === 0)
    throw usageError(path, 'TYPE/NAME and list of ports are required for port-forward');
  const { ports: session } = io;
  if (session === undefined)
    throw new CliError('port-forward needs a shell that keeps its ports, which this one does not: use Terminal 1 of the Terminal tab, or a cell');
  const service = await serviceOf(context, word);
  const pod = await podOf(context, word);
  const pairs = ports.map((each) => portPair(each, pod, service));
  const phase = text(pod, 'status', 'phase');
  if (phase !== 'Running')
    throw new CliError(`unable to forward port because pod is not running. Current status=${phase}`);
  const pods = await context.mapper.resource('pods');
  const target = pathOf(pods, text(pod, 'metadata', 'namespace'), text(pod, 'metadata', 'name'), 'portforward');
  const open = new Map<number, Dial>();
  for (const pair of pairs) {
    const dial = withNotice(context, () => local ?? pair.local, dialer(context, target, pair));
    const local: number | undefined = session.listen(pair.local, dial);
    if (local === undefined) {
      const why = `unable to create listener: Error listen tcp4 127.0.0.1:${pair.local}: bind: address already in use`;
      io.stderr(
        `Unable to listen on port ${pair.local}: Listeners failed to create with the following errors: [${why}]\n`,
      );
      continue;
    }
    open.set(local, dial);
    io.stdout(
      `Forwarding from 127.0.0.1:${local} -> ${pair.remote}\nForwarding from [::1]:${local} -> ${pair.remote}\n`,
    );
  }
  if (open.size > 0) {
    if (io.terminal === undefined) return;
    await interrupted(context);
    for (const [local, dial] of open) session.close(local, dial);
    return;
  }
  const all = pairs.map(({ local, remote }) => `{${local} ${remote}}`).join(' ');
  io.stderr(`error: unable to listen on any of the requested ports: [${all}]\n`);
  throw new Exit(1);
}

/** At a terminal each connection is announced. */
function withNotice({ io }: Context, local: () => number, dial: Dial): Dial {
  if (io.terminal === undefined) return dial;
  return (peer) => {
    io.stdout(`Handling connection for ${local()}\n`);
    return dial(peer);
  };
}

function interrupted({ io }: Context): Promise<void> {
  return new Promise((resolve) => {
    const forget = io.onInterrupt(() => {
      forget();
      resolve();
    });
    io.listens?.();
  });
}

async function serviceOf(context: Context, word: string): Promise<JsonObject | undefined> {
  if (!word.includes('/')) return undefined;
  const selection = await select(context, [word]);
  const target = selection.type === 'names' ? selection.targets[0] : undefined;
  if (target?.resource.kind !== 'Service') return undefined;
  const { resource, namespace, name } = target;
  return asObject(await context.api.request('GET', pathOf(resource, namespace, name)));
}

/** Every connection is a stream of its own: channel 0 its bytes, 1 what went wrong; both begin with the port. */
function dialer({ io, path, connection }: Context, target: string, { remote }: PortPair): Dial {
  return async (peer) => {
    const api = createApi(io, path, connection);
    const skip = [2, 2];
    let over = false;
    const finish = (): void => {
      if (over) return;
      over = true;
      peer.end();
      api.close();
    };
    const server = await api.stream(
      target,
      {},
      {
        write(channel, bytes) {
          const skipped = Math.min(skip[channel] ?? 0, bytes.length);
          skip[channel] = (skip[channel] ?? 0) - skipped;
          const piece = byteText(bytes.subarray(skipped));
          if (piece === '' || over) return;
          if (channel === 0) peer.write(piece);
          else peer.error(piece);
        },
        close(channel) {
          if (channel === 0) finish();
        },
        end: finish,
      },
    );
    server.write(0, Uint8Array.of(remote & 0xff, remote >> 8));
    return {
      write: (bytes) => server.write(0, asBytes(bytes)),
      end() {
        server.end();
        finish();
      },
    };
  };
}
