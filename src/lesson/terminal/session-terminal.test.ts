import { expect, onTestFinished, test } from 'vitest';
import type { RecoveringRuntime } from '../../runtimes/browser/recovering-runtime.ts';
import { createSwitchingRuntime } from '../../runtimes/switching-runtime.ts';
import { createNodeRuntime } from '../../runtimes/node/node-runtime.ts';
import { nodePlatform } from '../../runtimes/platforms.ts';
import type { Runtime } from '../../runtimes/runtime.ts';
import type { TerminalStatus } from '../../runtimes/terminal.ts';
import { sessionParts } from '../../session/parts.ts';
import { emptyLog } from '../../session/session.ts';
import { createSessionTerminal } from './session-terminal.ts';

async function open(history: readonly string[] = []) {
  const runtime = createNodeRuntime(sessionParts(nodePlatform()));
  await runtime.reset(emptyLog(1, {}, { 'notes.txt': 'mine\n' }));
  onTestFinished(() => runtime.stop());
  return openOn(runtime, history);
}

async function openOn(runtime: Runtime, history: readonly string[] = [], name = '1') {
  let kept = history;
  const link = createSessionTerminal({
    name,
    begin: async () => undefined,
    run: runtime.run,
    stopWaiting: () => runtime.interrupt(name),
    inspect: runtime.inspect,
    on: runtime.on,
    history: { load: async () => kept, save(commands) {
        kept = commands;
      } },
  });
  onTestFinished(() => link.close());
  let data = '';
  let status: TerminalStatus | undefined;
  link.onData((piece) => {
    data += piece;
  });
  link.onStatus((told) => {
    status = told;
  });
  const until = async (what: string, holds: () => boolean): Promise<void> => {
    for (let waited = 0; !holds(); waited += 5) {
      if (waited > 20_000) throw new Error(`${what} never came; the screen got ${JSON.stringify(data)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return {
    runtime,
    link,
    /** What has been written since this was last asked, without colours. */
    screen() {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal gets
      const shown = data.replace(/\x1b\[\d*m/g, '');
      data = '';
      return shown;
    },
    shows: (text: string) => until(JSON.stringify(text), () => data.includes(text)),
    stands: (state: TerminalStatus['state']) => until(state, () => status?.state === state),
    get status() {
      return status;
    },
    get history() {
      return kept;
    },
  };
}

test('a line runs in the session, its output stands below it, and the prompt comes back', async () => {
  const terminal = await open();
  await terminal.stands('prompt');
  terminal.link.write('cat no');
  expect(terminal.status?.typed).toBe(true);
  terminal.link.write('\t');
  await terminal.shows('notes.txt');
  terminal.link.write('\r');
  await terminal.shows('mine');
  await terminal.stands('prompt');
  expect(terminal.screen()).toBe('~ $ \r\x1b[4Ccat notes.txt \r\nmine\r\n~ $ \r\x1b[4C');
  // It is stored behind the prompt.
  await expect.poll(() => terminal.history).toEqual(['cat notes.txt']);
});

test('a paste runs its lines one after another, and what is typed meanwhile waits', async () => {
  const terminal = await open();
  terminal.link.write('\x1b[200~sleep 5; echo a\rfor i in 1 2; do\r  echo turn $i\rdone\recho b\x1b[201~');
  terminal.link.write('\r');
  await terminal.shows('echo b\r\nb\r\n');
  await terminal.stands('prompt');
  const shown = terminal.screen();
  expect(shown).toMatch(/\r\na\r\n[\s\S]*turn 1\r\nturn 2\r\n[\s\S]*\r\nb\r\n/);
  await expect.poll(() => terminal.history).toEqual(['sleep 5; echo a', 'for i in 1 2; do\n  echo turn $i\ndone', 'echo b']);
});

test('a watch prints what happens elsewhere until Ctrl+C, and a reset draws the screen anew, once', async () => {
  const terminal = await open();
  await terminal.stands('prompt');
  terminal.link.write('kubectl get configmaps -w -o name\r');
  await terminal.shows('kube-root-ca.crt');
  expect(terminal.status).toMatchObject({ state: 'running', command: 'kubectl get configmaps -w -o name' });
  await terminal.runtime.run({ type: 'command', text: 'kubectl create configmap a', cell: 'c' });
  await terminal.shows('configmap/a');
  terminal.link.write('\x03');
  await terminal.shows('^C');
  await terminal.stands('prompt');
  // Behind the interrupt, which is logged once it has ended.
  await terminal.runtime.control({ type: 'quiet' });
  const { log } = await terminal.runtime.snapshot();
  terminal.screen();
  await terminal.runtime.reset(log);
  await terminal.shows('^C');
  await terminal.stands('prompt');
  const drawn = terminal.screen();
  expect(drawn.split('configmap/a\r\n').length).toBe(2);
  expect(drawn).toContain('\x1b[H~ $ kubectl get configmaps -w -o name\r\n');
  await terminal.runtime.reset(emptyLog(2));
  await terminal.shows('\x1b[H');
  expect(terminal.screen()).not.toContain('configmap');
});

test('kubectl exec -it gets keys as they are typed, and knows the size', async () => {
  const terminal = await open();
  terminal.link.resize(97, 31);
  await terminal.stands('prompt');
  terminal.link.write('kubectl run box --image=busybox:1.37 -- sleep 3600\r');
  await terminal.shows('created');
  await terminal.stands('prompt');
  terminal.link.write('kubectl exec -it box -- sh\r');
  await terminal.stands('program');
  for (const key of 'echo $((1+1))\r') terminal.link.write(key);
  await terminal.shows('\r\n2\r\n');
  // `ls` fills the lines of its terminal, however wide that is now.
  const widest = async (): Promise<number> => {
    terminal.screen();
    for (const key of 'ls /bin; echo $?-there\r') terminal.link.write(key);
    await terminal.shows('0-there');
    return Math.max(...terminal.screen().split('\r\n').map((line) => line.trimEnd().length));
  };
  const before = await widest();
  expect([before > 50, before <= 97]).toEqual([true, true]);
  terminal.link.resize(50, 12);
  expect(await widest()).toBeLessThanOrEqual(50);
  terminal.link.write('exit\r');
  await terminal.stands('prompt');
  expect((await terminal.runtime.snapshot()).log.inputs).toContainEqual(
    expect.objectContaining({ do: 'resize', columns: 97, rows: 31 }),
  );
});

test('a command that keeps time flowing is ended by Ctrl+C', async () => {
  const terminal = await open();
  await terminal.stands('prompt');
  terminal.link.write('while true; do kubectl get nodes; sleep 1; done\r');
  await terminal.shows('node-3');
  terminal.link.write('\x03');
  await terminal.stands('prompt');
  terminal.screen();
  terminal.link.write('echo $?\r');
  await terminal.shows('130');
});

test('history is there from before, and clear and history are done here', async () => {
  const terminal = await open(['echo old']);
  await terminal.stands('prompt');
  terminal.link.write('\x1b[A\r');
  await terminal.shows('\r\nold\r\n');
  await terminal.stands('prompt');
  terminal.link.write('history\r');
  await terminal.shows('    1  echo old\r\n');
  terminal.screen();
  terminal.link.write('clear\r');
  expect(terminal.screen()).toContain('\x1b[2J');
  expect((await terminal.runtime.snapshot()).log.inputs.length).toBe(1);
});

/** Runs lines as one that sits before it does: each when the prompt has come back. */
async function typing(terminal: Awaited<ReturnType<typeof open>>, ...lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    await terminal.stands('prompt');
    terminal.link.write(`${line}\r`);
  }
  await terminal.stands('prompt');
  terminal.screen();
}
const ctrlC = async (terminal: Awaited<ReturnType<typeof open>>): Promise<void> => {
  terminal.link.write('\x03');
  await terminal.shows('^C');
  await terminal.stands('prompt');
  terminal.screen();
  terminal.link.write('echo "ended with $?"\r');
  await terminal.shows('ended with 130');
  await terminal.stands('prompt');
};

test('logs -f streams while time flows, stands while it stands, and ends with Ctrl+C', async () => {
  const terminal = await open();
  const { runtime } = terminal;
  await runtime.control({ type: 'play', speed: 100 });
  await typing(terminal, `kubectl run tick --image=busybox:1.37 -- sh -c 'n=0; while true; do n=$((n+1)); echo "tick $n"; sleep 1; done'`, 'kubectl wait --for=condition=Ready pod/tick');
  terminal.link.write('kubectl logs -f tick\r');
  await terminal.shows('tick 3\r\n');
  expect(terminal.status).toMatchObject({ state: 'running', command: 'kubectl logs -f tick', words: 'It waits for updates. Ctrl+C ends it.' });
  const { t } = await runtime.control({ type: 'pause' });
  // Behind what was under way when it was paused.
  await runtime.control({ type: 'until', t });
  terminal.screen();
  await runtime.control({ type: 'until', t: t + 2_500 });
  expect(terminal.screen()).toMatch(/^(tick \d+\r\n){2,3}$/);
  await runtime.control({ type: 'play', speed: 100 });
  await ctrlC(terminal);
});

test('port-forward to a Pod and a Service stays until Ctrl+C; curl in another terminal and in a cell goes through it', async () => {
  const terminal = await open();
  const other = await openOn(terminal.runtime, [], '2');
  await typing(terminal, 'kubectl run web --image=nginx:1.29 --port=80', 'kubectl expose pod web --port=8000 --target-port=80', 'kubectl wait --for=condition=Ready pod/web');
  for (const [target, remote] of [['pod/web', 80], ['svc/web', 8000]] as const) {
    terminal.link.write(`kubectl port-forward ${target} 8080:${remote}\r`);
    await terminal.shows('Forwarding from [::1]:8080 -> 80');
    await terminal.stands('running');
    await other.stands('prompt');
    other.screen();
    other.link.write('curl -s localhost:8080 | grep -o "Welcome to nginx!" | head -n 1\r');
    await other.shows('\nWelcome to nginx!');
    await terminal.shows('Handling connection for 8080');
    const cell = await terminal.runtime.run({ type: 'command', text: "curl -s -o /dev/null -w '%{http_code}' localhost:8080", cell: 'c' });
    expect(cell.outputs[0]).toEqual({ type: 'stdout', text: '200' });
    await ctrlC(terminal);
    const closed = await terminal.runtime.run({ type: 'command', text: 'curl localhost:8080', cell: 'c' });
    expect(closed.outputs[0]).toMatchObject({ type: 'stderr', text: expect.stringContaining('Could not connect to server') });
  }
});

test('curl that gets no answer is ended by Ctrl+C; within a Pod it reaches a Service by its name', async () => {
  const terminal = await open();
  await typing(
    terminal,
    'kubectl run web --image=nginx:1.29 --port=80',
    'kubectl expose pod web',
    `kubectl run deaf --image=busybox:1.37 -- sh -c 'nc -l -p 9000 >/dev/null; sleep 3600'`,
    'kubectl run box --image=busybox:1.37 -- sleep 3600',
    'kubectl wait --for=condition=Ready pod/web pod/box pod/deaf',
  );
  await terminal.runtime.run({ type: 'command', text: 'kubectl port-forward pod/deaf 9000', cell: 'c' });
  terminal.link.write('curl localhost:9000\r');
  await terminal.stands('running');
  await ctrlC(terminal);
  terminal.link.write('kubectl exec -it box -- sh\r');
  await terminal.stands('program');
  terminal.link.write('wget -qO- http://web | grep -o "Welcome to nginx!" | head -n 1\r');
  await terminal.shows('\nWelcome to nginx!');
  terminal.link.write('exit\r');
  await terminal.stands('prompt');
});

test('a terminal goes on where its session moves to, with what runs in it, and back', async () => {
  const place = (kind: 'worker' | 'webcontainer'): RecoveringRuntime => {
    const made = createNodeRuntime(sessionParts(nodePlatform()));
    onTestFinished(() => made.stop());
    return Object.defineProperty(Object.assign(made, { known: () => undefined }), 'kind', { value: kind });
  };
  const container = place('webcontainer');
  const runtime = createSwitchingRuntime({
    worker: place('worker'),
    container: async () => container,
    unsupported: () => undefined,
    wanted: 'worker',
    remember() {},
  });
  await runtime.reset(emptyLog(1));
  const moves = async (to: 'worker' | 'webcontainer'): Promise<void> => {
    const moved = new Promise<void>((resolve) => {
      const deaf = runtime.on((event) => {
        if (event.type !== 'view' || runtime.kind !== to) return;
        deaf();
        resolve();
      });
    });
    runtime.choose(to);
    await moved;
  };
  const terminal = await openOn(runtime, ['echo before']);
  await typing(terminal, 'X=kept', 'kubectl config set-context --current --namespace=kube-system');
  terminal.link.write('kubectl get configmaps -w -o name\r');
  await terminal.stands('running');
  for (const [lists, to] of [[1, 'webcontainer'], [2, 'worker']] as const) {
    await terminal.shows('kube-root-ca.crt');
    terminal.screen();
    await moves(to);
    // What it had shown is drawn once, and what happens there comes on.
    await runtime.run({ type: 'command', text: `kubectl create configmap in-${to} -n kube-system`, cell: 'c' });
    await terminal.shows(`configmap/in-${to}\r\n`);
    const drawn = terminal.screen();
    expect(drawn.slice(drawn.lastIndexOf('\x1b[H')).split('kube-root-ca.crt\r\n').length - 1).toBe(lists);
    expect(terminal.status).toMatchObject({ state: 'running', command: 'kubectl get configmaps -w -o name' });
    if (to === 'worker') break;
    await ctrlC(terminal);
    terminal.link.write('echo $X\r');
    await terminal.shows('\nkept\r\n');
    await terminal.stands('prompt');
    terminal.link.write('kubectl get configmaps -w -o name\r');
  }
  await ctrlC(terminal);
  terminal.link.write('\x1b[A\x1b[A\x1b[A\r');
  await terminal.shows('\nkept\r\n');
  expect(terminal.history[0]).toBe('echo before');
});

test('a line that is being typed is drawn anew in the width that the screen has taken', async () => {
  const terminal = await open();
  await terminal.stands('prompt');
  terminal.link.resize(80, 24);
  terminal.link.write('echo 0123456789012345678901234567890123456789');
  expect(terminal.screen()).not.toContain('\n');
  terminal.link.resize(20, 24);
  // The cursor stands in the third row of 20: 4 of the prompt and 45 letters.
  terminal.link.write('!');
  terminal.link.write('\x01');
  expect(terminal.screen().endsWith('\x1b[2A\r\x1b[4C')).toBe(true);
  terminal.link.write('\x05\r');
  await terminal.shows('\n0123456789012345678901234567890123456789!\r\n');
});

test('a here document is typed over several lines, or pasted with what follows it', async () => {
  const terminal = await open();
  await terminal.stands('prompt');
  for (const line of ['X=2', 'cat <<END', 'typed $X', 'END']) terminal.link.write(`${line}\r`);
  await terminal.shows('\ntyped 2\r\n');
  await terminal.stands('prompt');
  terminal.screen();
  terminal.link.write("\x1b[200~cat > note.yaml <<'END'\rkind: ConfigMap\r  indented: $X\r\rEND\rcat note.yaml\recho last\x1b[201~");
  await terminal.shows('indented: $X');
  terminal.link.write('\r');
  await terminal.shows('\nlast\r\n');
  await terminal.stands('prompt');
  expect((await terminal.runtime.snapshot()).files['note.yaml']).toBe('kind: ConfigMap\n  indented: $X\n\n');
  expect(terminal.history.at(-1)).toBe('echo last');
});
