/** What the tests of the WebContainer runtime run in the page. Bundled by webcontainer.test.ts. */
import type { RuntimeState } from '../../src/runtimes/runtime.ts';
import { createSwitchingRuntime, type SwitchingRuntime } from '../../src/runtimes/switching-runtime.ts';
import { conformance, textOf } from '../../src/runtimes/testing/conformance.ts';
import { loops } from '../../src/runtimes/testing/loops.ts';
import { type ContainerRuntime, createContainerRuntime } from '../../src/runtimes/webcontainer/container-runtime.ts';
import type { TerminalLink } from '../../src/runtimes/terminal.ts';
import { createWorkerRuntime } from '../../src/runtimes/worker/worker-runtime.ts';

const text = (path: string): Promise<string> => fetch(path).then((response) => response.text());
const source = () => text('container-engine.txt');
const made: ContainerRuntime[] = [];
const create = (): ContainerRuntime => {
  const runtime = createContainerRuntime({ source, hangAfterMs: 8_000, boot: { slowMs: 400, giveUpMs: 5_000 }, spawnWithinMs: 12_000 });
  made.push(runtime);
  return runtime;
};

const page = {
  async run(name: string): Promise<void> {
    const found = [...conformance, ...loops].find((each) => each.name === name);
    if (found === undefined) throw new Error(`no test called ${name}`);
    try {
      await found.run(create);
    } finally {
      for (const runtime of made.splice(0)) runtime.stop();
    }
  },
  /** Starts a runtime and returns the state it ends in, and whether it was said that it takes long. */
  async start(): Promise<{ readonly state: RuntimeState; readonly saidSlow: boolean }> {
    let saidSlow = false;
    const runtime = createContainerRuntime({
      source,
      slow() {
        saidSlow = true;
      },
      boot: { slowMs: 300, giveUpMs: 5_000 },
      spawnWithinMs: 12_000,
    });
    await runtime.start().catch(() => undefined);
    const { state } = runtime;
    runtime.stop();
    return { state, saidSlow };
  },
  /** A session in the container and one behind it in the worker, as a page has them. */
  async begin(): Promise<void> {
    const worker = createWorkerRuntime({ engine: { core: () => text('engine/core.txt'), piece: (name) => text(`engine/${name}.txt`), host: async () => document } });
    switching = createSwitchingRuntime({
      worker,
      container: async () => create(),
      unsupported: () => undefined,
      wanted: 'webcontainer',
      remember() {},
    });
    said.length = 0;
    switching.on((event) => {
      if (event.type === 'recovered') said.push(event.because);
    });
    await switching.reset({ version: 1, seed: 1, cluster: {}, files: {}, inputs: [] });
    await switching.run({ type: 'command', text: 'kubectl create configmap kept && echo kept > kept.txt' });
  },
  /** A shell of the container: what it prints is kept. */
  async openShell(): Promise<void> {
    const terminal = await switching?.openTerminal?.('1');
    if (terminal === undefined) throw new Error('there is no terminal');
    shell = terminal;
    printed = '';
    terminal.resize(100, 30);
    terminal.onData((text) => {
      printed += text;
    });
    await new Promise<void>((resolve) => terminal.onStatus(({ state }) => state !== 'starting' && resolve()));
  },
  choose: (name: 'worker' | 'webcontainer'): void => switching?.choose(name),
  type: (text: string): void => shell?.write(text),
  printed: (): string => printed,
  write: (path: string, content: string): Promise<void> | undefined => switching?.updateFile(path, content),
  /** Where it runs, and what it said. */
  news: () => ({ place: switching?.place, said }),
  /** What is left of what was done. */
  async kept(): Promise<{ readonly files: unknown; readonly hash: string }> {
    if (switching === undefined) throw new Error('begin first');
    const { files, historyHash } = await switching.snapshot();
    return { files, hash: historyHash };
  },
  async do(text: string): Promise<string> {
    if (switching === undefined) throw new Error('begin first');
    return textOf(await switching.run({ type: 'command', text }));
  },
};
let switching: SwitchingRuntime | undefined;
let shell: TerminalLink | undefined;
let printed = '';
const said: string[] = [];

declare global {
  var containerTests: typeof page;
}
globalThis.containerTests = page;
