/** The session on Node inside a WebContainer: one mounted file, one process, its terminal as the channel. */
import type { WebContainer, WebContainerProcess } from '@webcontainer/api';
import type { EngineEnds, EngineLine } from '../browser/engine-connection.ts';
import { createRecoveringRuntime, type RecoveringRuntime } from '../browser/recovering-runtime.ts';
import type { OpenTerminal } from '../terminal.ts';
import { type Booted, bootContainer, type BootTimes, bootTimes, unsupportedHere } from './boot.ts';
import { createDecoder, encodeMessage, marks } from './framing.ts';
import { engineFile, home, takenHome } from './layout.ts';
import { openShell } from './shell.ts';
import { withTimeout } from './with-timeout.ts';

export interface ContainerRuntimeOptions {
  /** The bundled engine's text. */
  source(): Promise<string>;
  /** The text of `converge.mjs`, for the container's shell. Absent: it has none. */
  takenHome?(): Promise<string>;
  /** The boot takes longer than it should. */
  slow?(): void;
  readonly boot?: BootTimes;
  /** No answer for so long: the session is brought back. Default 4 s: its answers come a longer way. */
  readonly hangAfterMs?: number;
  /** A process that hasn't started by then won't. Default 15 s. */
  readonly spawnWithinMs?: number;
}

/** So long the shell waits for `converge.mjs`, milliseconds. */
const takenHomeWithinMs = 5_000;

export interface ContainerRuntime extends RecoveringRuntime {
  readonly kind: 'webcontainer';
  /** A `jsh` in the container. */
  readonly openTerminal: OpenTerminal;
}

export function createContainerRuntime(options: ContainerRuntimeOptions): ContainerRuntime {
  const spawnWithinMs = options.spawnWithinMs ?? 15_000;
  let mounted: Promise<unknown> | undefined;
  let placed: Promise<void> | undefined;

  async function open(ends: EngineEnds): Promise<EngineLine> {
    const [booted, engine] = await Promise.all([
      bootContainer(() => options.slow?.(), options.boot ?? bootTimes),
      options.source(),
    ]);
    const { container } = booted;
    const silent = 'The WebContainer has stopped answering.';
    mounted ??= withTimeout(container.mount({ [home]: { directory: tree(engine) } }), spawnWithinMs, silent);
    mounted.catch(() => {
      mounted = undefined;
    });
    await mounted;
    const process = await withTimeout(spawnEngine(container), spawnWithinMs, silent);
    return listen(process, booted, ends);
  }

  /** Once: it is large, and stays. */
  function placeTakenHome(container: WebContainer): Promise<void> {
    placed ??= (async () => {
      if (options.takenHome !== undefined) await container.mount({ [takenHome]: { file: { contents: await options.takenHome() } } });
    })();
    placed.catch(() => {
      placed = undefined;
    });
    return placed;
  }

  const runtime = createRecoveringRuntime({
    kind: 'webcontainer',
    unsupported: unsupportedHere,
    open,
    startWithinMs: spawnWithinMs,
    late: 'The engine didn’t start in the WebContainer.',
    hangAfterMs: options.hangAfterMs ?? 4_000,
    broken: (because) => because,
  });
  return Object.assign(runtime, {
    kind: 'webcontainer',
    async openTerminal() {
      const { container } = await bootContainer(() => {});
      // What takes long, or can't be had, doesn't hold the shell back.
      await withTimeout(placeTakenHome(container), takenHomeWithinMs, '').catch(() => undefined);
      return openShell(container);
    },
  } as const);
}

const spawnEngine = (container: WebContainer): Promise<WebContainerProcess> =>
  container.spawn('node', [engineFile], {
    env: { NO_COLOR: '1', NODE_NO_WARNINGS: '1' },
    terminal: { cols: 4_000, rows: 24 },
  });

/** Programs are the engine's file under another name. */
function tree(engine: string) {
  const contents = "#!/usr/bin/env node\nrequire('../engine.cjs');\n";
  const bin = ['kubectl', 'etcdctl', 'etcdutl'].map((name) => [name, { file: { contents } }] as const);
  return { 'engine.cjs': { file: { contents: engine } }, bin: { directory: Object.fromEntries(bin) } };
}

function listen(process: WebContainerProcess, booted: Booted, ends: EngineEnds): EngineLine {
  const gone = 'The WebContainer’s frame has gone. Reload the page to have another.';
  let closed = false;
  const end = (): void => {
    if (closed) return;
    closed = true;
    if (booted.present()) ends.ended();
    else ends.broken(gone);
  };
  const decode = createDecoder(marks.fromEngine, ends.receive, end);
  void process.output.pipeTo(new WritableStream({ write: decode })).catch(() => undefined);
  void process.exit.then(end, end);
  const input = process.input.getWriter();
  const timer = setInterval(() => {
    if (!booted.present()) end();
  }, 500);
  return {
    post: (message) => void input.write(encodeMessage(marks.toEngine, message)).catch(() => undefined),
    close() {
      closed = true;
      clearInterval(timer);
      process.kill();
    },
  };
}
