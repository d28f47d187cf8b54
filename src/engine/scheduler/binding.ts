/** The second half of a cycle: assume, reserve, then permit and bind while the next pod's cycle has already begun. */
import type { BindTools } from '../sdk/index.ts';
import type { SchedulerCache } from './cache.ts';
import type { Framework, Refused } from './framework.ts';
import type { QueuedPod } from './queue.ts';

export interface BindingOptions {
  readonly framework: Framework;
  readonly cache: SchedulerCache;
  /** A client whose requests name this trace event as their cause. */
  client(cause: number): BindTools['client'];
  readonly clock: BindTools['clock'];
  /** Records that a binding begins; returns its trace id. */
  began(pod: QueuedPod, nodeName: string): number;
  bound(pod: QueuedPod, nodeName: string, cause: number): void;
  /** A plugin said no after a node was chosen. */
  rejected(pod: QueuedPod, refused: Refused): void;
  failed(pod: QueuedPod, error: Error): void;
  /** Kernel.unsettled: a plugin's promise is waited for. */
  unsettled(): void;
}

export interface BindingCycle {
  start(pod: QueuedPod, nodeName: string): void;
}

/** Whatever goes wrong, what was assumed and reserved is taken back before it is reported. */
export function createBindingCycle(options: BindingOptions): BindingCycle {
  const { framework, cache } = options;

  async function permit(pod: QueuedPod, nodeName: string): Promise<Refused | undefined> {
    for (const plugin of framework.plugins) {
      const rejection = await plugin.permit?.(pod.info, nodeName);
      if (rejection !== undefined) return { plugin: plugin.name, rejection };
    }
    return undefined;
  }

  async function bind(pod: QueuedPod, nodeName: string, tools: BindTools): Promise<void> {
    for (const plugin of framework.plugins) {
      const prepared = plugin.preBind?.(pod.info, nodeName, tools);
      if (prepared !== undefined) await prepared.catch(rethrow(`running PreBind plugin "${plugin.name}"`));
    }
    for (const plugin of framework.plugins) {
      const bound = plugin.bind?.(pod.info, nodeName, tools);
      if (bound !== undefined) return bound.catch(rethrow(`running Bind plugin "${plugin.name}"`));
    }
    throw new Error('no Bind plugin took the pod');
  }

  function takeBack(pod: QueuedPod, nodeName: string): void {
    framework.unreserve(pod.info, nodeName);
    cache.forget(pod.info.uid);
  }

  const asks = framework.plugins.some((plugin) => plugin.permit !== undefined);

  async function run(pod: QueuedPod, nodeName: string): Promise<void> {
    if (asks) {
      options.unsettled();
      const refused = await permit(pod, nodeName);
      if (refused !== undefined) {
        takeBack(pod, nodeName);
        return options.rejected(pod, refused);
      }
    }
    const cause = options.began(pod, nodeName);
    try {
      await bind(pod, nodeName, { client: options.client(cause), clock: options.clock });
    } catch (error) {
      takeBack(pod, nodeName);
      return options.failed(pod, error instanceof Error ? error : new Error(String(error)));
    }
    for (const plugin of framework.plugins) plugin.postBind?.(pod.info, nodeName);
    options.bound(pod, nodeName, cause);
  }

  return {
    start(pod, nodeName) {
      cache.assume(pod.info, nodeName);
      const refused = framework.reserve(pod.info, nodeName);
      if (refused === undefined) {
        void run(pod, nodeName);
      } else {
        cache.forget(pod.info.uid);
        options.rejected(pod, refused);
      }
    },
  };
}

function rethrow(what: string): (error: unknown) => never {
  return (error) => {
    throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  };
}
