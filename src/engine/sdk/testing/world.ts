/** etcd, API server, a network between, controllers, and in place of nodes something that lets pods run and stop: for tests. */
import { kinds, Pod } from '../../api/index.ts';
import type { Kind } from '../../api/types.ts';
import { createApiServer } from '../../apiserver/index.ts';
import { clientOver, createConnection, createInformer } from '../../client/index.ts';
import { createConnections } from '../../cluster/connection.ts';
import { profiles } from '../../cluster/profiles.ts';
import { createEtcd } from '../../etcd/index.ts';
import { featuresOf } from '../../extensions/registry.ts';
import { createKernel, epochMs } from '../../kernel/index.ts';
import type { ApiRequest, Json, KubeObject } from '../../meta/index.ts';
import { failure, formatTime } from '../../meta/index.ts';
import { engineParts } from '../../parts/registry.ts';
import { type RunningController, startController } from '../controller-runtime.ts';
import type { LogLine } from '../log-line.ts';
import type { Controller } from '../types.ts';

const features = featuresOf(profiles.minimal.extensions);
const user = { name: 'tester', groups: ['system:masters'] };

export type World = ReturnType<typeof createWorld>;

interface WorldOptions {
  readonly seed?: number;
  readonly controllers?: readonly Controller[];
  /** Refuses a component's request with this text; undefined lets it pass. */
  readonly refuse?: (component: string, request: ApiRequest) => string | undefined;
}

export function createWorld(options: WorldOptions = {}) {
  const kernel = createKernel({
    seed: options.seed ?? 1,
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  });
  const { clock, random, trace } = kernel;
  const etcd = createEtcd({ clock, trace });
  const server = createApiServer({ clock, random, trace, etcd, kinds, features });
  const connections = createConnections(
    kernel.network,
    { choose: () => 'apiserver', handler: () => server.handle },
    { refuse, served: (_, request) => request, answered: (_component, _request, response) => response, sending: () => true },
  );
  function refuse(component: string, request: ApiRequest) {
    const message = options.refuse?.(component, request);
    return message === undefined ? undefined : failure(403, 'Forbidden', message);
  }
  const log: LogLine[] = [];
  const running = new Map<string, RunningController>();

  function start(controller: Controller): RunningController {
    const handler = connections.connect(`controller/${controller.name}`, user);
    const started = startController(controller, { kernel, parts: engineParts, handler, onLog: (line) => log.push(line) });
    running.set(controller.name, started);
    return started;
  }
  for (const controller of options.controllers ?? []) start(controller);

  function connect(component: string) {
    const handler = connections.connect(component, user);
    return createConnection({ handler, clock, unsettled: kernel.unsettled, user, userAgent: 'kubectl' });
  }
  const connection = connect('kubectl');
  const client = clientOver(connection, 0);

  /** Runs the kernel until the promise has settled. */
  async function finish<T>(promise: Promise<T>): Promise<T> {
    let done = false;
    const mark = () => {
      done = true;
    };
    promise.then(mark, mark);
    kernel.unsettled();
    await kernel.run({ while: () => !done });
    return promise;
  }

  return {
    kernel,
    etcd,
    server,
    connections,
    client,
    log,
    running,
    start,
    connect,
    finish,
    settle: () => kernel.run({ quiet: true }),
    sleep: (ms: number) => kernel.run({ until: clock.now() + ms }),
    seconds: () => (clock.now() - epochMs) / 1000,
    objects: <T extends KubeObject>(kind: Kind<T>): readonly T[] =>
      [...server.objects(kind.group, kind.version, kind.plural)] as unknown as T[],
    create: <T extends KubeObject>(kind: Kind<T>, object: Json) => finish(client.create(kind, object as never)),
    merge: <T extends KubeObject>(kind: Kind<T>, key: string, patch: Json) =>
      finish(client.patch(kind, key, patch, { type: 'merge' })),
    remove: (kind: Kind, key: string, policy?: 'Background' | 'Foreground' | 'Orphan') =>
      finish(client.delete(kind, key, policy === undefined ? {} : { propagationPolicy: policy })),
    runPods: (readyAfterMs = 50) => runPods(readyAfterMs),
  };

  /** Every pod is ready after a while, unless its image is `bad`; one that is deleted is gone a while later. */
  function runPods(readyAfterMs: number): void {
    const kubelet = connect('kubelet/test');
    const pods = clientOver(kubelet, 0);
    const informer = createInformer({ connection: kubelet, clock, random: random.fork('test'), kind: Pod });
    const begin = (pod: Pod) => {
      if (pod.spec.nodeName === undefined) {
        const target = { kind: 'Node', name: 'node-1' };
        void pods
          .postSubresource(Pod, pod, 'binding', { metadata: { name: pod.metadata.name }, target })
          .catch(() => {});
      }
      if (pod.spec.containers[0]?.image === 'bad') return;
      clock.after(readyAfterMs, () => {
        const time = formatTime(clock.now());
        const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: time }];
        const patch = { status: { phase: 'Running', conditions } };
        void pods.patch(Pod, pod, patch, { type: 'merge', subresource: 'status' }).catch(() => {});
      });
    };
    const leave = (pod: Pod) => {
      if (pod.metadata.deletionTimestamp === undefined) return;
      clock.after(readyAfterMs, () => void pods.delete(Pod, pod, { gracePeriodSeconds: 0 }).catch(() => {}));
    };
    informer.onEvent({
      added: begin,
      updated(before, now) {
        if (before.metadata.deletionTimestamp === undefined) leave(now);
      },
    });
  }
}

export function deployment(
  name: string,
  replicas: number,
  more: { readonly image?: string; readonly spec?: Json } = {},
): Json {
  return {
    metadata: { name, namespace: 'default' },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: template(name, more.image ?? 'nginx:1'),
      ...(more.spec as Record<string, Json> | undefined),
    },
  };
}

export function replicaSet(name: string, replicas: number, more: { readonly image?: string } = {}): Json {
  return {
    metadata: { name, namespace: 'default' },
    spec: { replicas, selector: { matchLabels: { app: name } }, template: template(name, more.image ?? 'nginx:1') },
  };
}

function template(app: string, image: string): Json {
  return { metadata: { labels: { app } }, spec: { containers: [{ name: 'main', image }] } };
}
