/** The controller as a component of the cluster: started, crashed and started again by the same faults as the built-in ones. */
import type { ApiRequest, Kernel, RemoteController, User } from '../engine/index.ts';
import { type ClusterDispatcher, createDispatcher } from './dispatcher.ts';
import { kubeConfigFor } from './kube-config.ts';
import { Program } from './program.ts';
import type { Main } from './types.ts';

export interface ControllerProcessOptions {
  readonly name: string;
  readonly main: Main;
  /** It was handed something, or sent something. */
  active(): void;
  /** Its code has thrown where nothing catches. Restarts it after so long. */
  restart(afterMs: number): void;
}

const firstBackOffMs = 1000;
const longestBackOffMs = 30_000;
/** A process that has run so long begins anew with the back-off. */
const steadyMs = 60_000;
const administrator: User = { name: 'system:serviceaccount:kube-system:operator', groups: ['system:masters', 'system:authenticated'] };

export class ControllerProcess implements RemoteController {
  readonly name: string;
  readonly #options: ControllerProcessOptions;
  #dispatcher: ClusterDispatcher | undefined;
  #startedMs = 0;
  #backOffMs = firstBackOffMs;

  constructor(options: ControllerProcessOptions) {
    this.name = options.name;
    this.#options = options;
  }

  start({ kernel, handler, user = administrator }: Parameters<RemoteController['start']>[0]): ReturnType<RemoteController['start']> {
    const component = `controller/${this.name}`;
    const program = new Program({
      component,
      kernel: { ...kernel, unsettled: () => this.#active(kernel) },
      failed: (error) => this.#exit(kernel, program, error),
    });
    this.#startedMs = kernel.clock.now();
    const dispatcher = createDispatcher({
      handler,
      user,
      sending: (request) => sending(kernel, program, request),
      deliver: (what, work) => program.run(what, work),
      opened: (hangUp) => program.onEnd(hangUp),
    });
    this.#dispatcher = dispatcher;
    const kubeConfig = kubeConfigFor(program, dispatcher, this.name);
    program.run('starts', () => {
      const ended = Promise.resolve().then(() => this.#options.main(kubeConfig));
      ended.catch((error: unknown) => program.fail(error));
    });
    return {
      stop() {
        if (program.alive) kernel.trace.record({ component, type: 'note', what: '✗ crashes' });
        program.end();
      },
      status() {
        throw new Error(`${component} keeps its queue and its caches to itself`);
      },
    };
  }

  /** What it follows, it has to list again. */
  expireWatches(): void {
    this.#dispatcher?.expireWatches();
  }

  #active(kernel: Kernel): void {
    kernel.unsettled();
    this.#options.active();
  }

  /** What runs a process (a Deployment, systemd) starts it again, later and later. */
  #exit({ clock, trace }: Kernel, program: Program, error: unknown): void {
    if (!program.alive) return;
    if (clock.now() - this.#startedMs > steadyMs) this.#backOffMs = firstBackOffMs;
    const afterMs = this.#backOffMs;
    this.#backOffMs = Math.min(longestBackOffMs, 2 * afterMs);
    const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    trace.record({ component: program.component, type: 'error', what: `✗ exits: ${words.split('\n')[0]}` });
    program.end();
    this.#options.restart(afterMs);
  }
}

/** Notes the request. Returns what caused it; undefined: it isn't sent. */
function sending({ trace }: Kernel, program: Program, { method, path, query }: ApiRequest): number | undefined {
  if (!program.alive) return undefined;
  program.touch();
  const isWatch = query['watch'] !== undefined;
  const version = query['resourceVersion'];
  const from = version === undefined ? '' : ` from ${version}`;
  const what = `sends ${isWatch ? 'watch of' : method} ${path}${from}`;
  const sent = trace.record({ component: program.component, type: 'note', what, object: objectIn(path), cause: program.cause });
  // An API server answers from its cache where a version will do; a fault may have that lag behind. Without a version it asks etcd.
  return method === 'GET' && !isWatch && version !== undefined ? 0 : sent;
}

/** `pods/default/web-0` of a path, or `pods/default`. */
const objectIn = (path: string): string =>
  path.replace(/^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)\/(?:namespaces\/([^/]+)\/)?([^/]+)(?:\/([^/]+))?.*$/, (_, namespace, plural, name) =>
    [plural, namespace, name].filter((part) => part !== undefined).join('/'),
  );
