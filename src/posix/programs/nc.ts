/** nc: a connection's bytes, of a client or of a server. */
import { createPipe, type Input, type Socket } from '../../engine/index.ts';
import type { Machine } from '../host.ts';
import { type Steps, startTask } from '../task.ts';
import { sentence, waitFor } from './network.ts';
import { options, type Tool, visitInput } from './tool.ts';

export function* nc(tool: Tool, machine: Machine): Steps {
  const { given, words, has } = options(tool.args, ['p', 'w', 'i', 'e']);
  if (has('l')) return yield* listenOnce(tool, machine, Number(given.get('p') ?? words.at(-1) ?? 0), has('k'));
  const [host = '', port = ''] = words;
  const incoming = createPipe();
  const limitMs = Number(given.get('w') ?? 127) * 1000;
  const opened = yield* waitFor<Socket | string>(tool, limitMs, (done) =>
    machine.connect(host, Number(port), { write: incoming.write, end: incoming.end }, done),
  );
  if (typeof opened === 'string') {
    const why =
      opened === 'bad address' ? `nc: bad address '${host}'\n` : `nc: ${host} (${host}:${port}): ${sentence(opened)}\n`;
    if (!has('z') || has('v')) tool.error.write(why);
    return 1;
  }
  if (has('v')) tool.error.write(`${host} (${host}:${port}) open\n`);
  if (has('z')) {
    opened.end();
    return 0;
  }
  const sending = startTask(
    tool.host,
    send(tool, opened),
    () => true,
    () => {},
  );
  try {
    // -w is also the longest silence.
    const silence = given.has('w') ? limitMs : Number.POSITIVE_INFINITY;
    yield* readUntilSilent(tool, incoming, silence);
  } finally {
    sending.kill(0);
    opened.end();
  }
  return 0;
}

/** Writes what comes; ends when nothing has come for so long. */
function* readUntilSilent(tool: Tool, incoming: Input, silenceMs: number): Steps<void> {
  for (;;) {
    const chunk = incoming.take();
    if (chunk === undefined) return;
    if (chunk !== '') tool.output.write(chunk);
    else if (
      (yield* waitFor<'ready'>(tool, silenceMs, (done) => incoming.onReady(() => done('ready')))) === 'timed out'
    )
      return;
  }
}

function* send(tool: Tool, socket: Socket): Steps {
  yield* visitInput(tool, (chunk) => socket.write(chunk));
  return 0;
}

function* listenOnce(tool: Tool, machine: Machine, port: number, again: boolean): Steps {
  const incoming = createPipe();
  let peer: Socket | undefined;
  const listens = machine.listen(port, (client) => {
    peer = client;
    startTask(
      tool.host,
      send(tool, client),
      () => true,
      () => {},
    );
    return { write: incoming.write, end: () => again || incoming.end() };
  });
  if (!listens) {
    tool.error.write('nc: bind: Address in use\n');
    return 1;
  }
  yield* visitInput({ ...tool, input: incoming }, (chunk) => tool.output.write(chunk));
  peer?.end();
  return 0;
}
