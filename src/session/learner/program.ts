/** What a swap starts: a controller, a plugin or a webhook of the workspace, in the place of the one with its name. */
import { builtInController, type EngineParts, type SchedulerPlugin, type Webhook } from '../../engine/index.ts';
import { findController, type Exported, type MakeController, findPlugin } from './module-exports.ts';
import type { Guard } from './controller.ts';
import type { LearnerCluster } from './learner-cluster.ts';
import { functionIn, isServedPart, type PartName, pluginIn, webhookIn } from '../part-names.ts';
import { partTools } from './parts/load-parts.ts';
import type { Written } from './parts/written.ts';
import { guardPlugin } from './plugin.ts';

export interface Program {
  /** Takes what is to run from a module's exports. Throws a ProblemError when there is nothing that could. */
  take(exported: Exported): void;
  /** Runs what was taken; `again` takes it anew, before each further start. */
  start(again: () => void): void;
}

export interface Programs {
  /** `name` is a controller's, or `scheduler/` and a plugin's, `webhook/` and a webhook's, `function/` and a function's, or `apiserver/`, `etcd/` or `kubelet/` and a part's. */
  create(name: string, part: PartName | undefined, guard: Guard['guard'], failed: (error: unknown) => void): Program;
  /** Puts the built-in one back. */
  end(name: string): void;
}

export function createPrograms(cluster: LearnerCluster): Programs {
  /** Built-in plugins that were replaced, by name. */
  const replaced = new Map<string, SchedulerPlugin>();
  const known = new Set<string>();

  function plugIn(name: string, plugin: SchedulerPlugin | undefined): void {
    cluster.usePlugins((running) => {
      const at = running.findIndex((each) => each.name === name);
      const before = running[at];
      if (before !== undefined && plugin !== undefined && !known.has(name)) replaced.set(name, before);
      known.add(name);
      const added = plugin === undefined ? [] : [plugin];
      return at < 0 ? [...running, ...added] : running.toSpliced(at, 1, ...added);
    });
  }

  return {
    create(name, part, guard, failed) {
      if (part !== undefined && isServedPart(name)) return servedProgram(part, cluster, failed);
      if (part !== undefined) return partProgram(name, part, cluster, guard, failed);
      const webhook = webhookIn(name);
      if (webhook !== undefined) return webhookProgram(webhook, cluster, failed);
      const called = functionIn(name);
      if (called !== undefined) return calledProgram(called, cluster, failed);
      const plugin = pluginIn(name);
      return plugin === undefined ? controllerProgram(name, cluster, guard) : pluginProgram(plugin, plugIn, failed);
    },
    end(name) {
      const plugin = pluginIn(name);
      const webhook = webhookIn(name);
      if (isServedPart(name)) cluster.useParts({});
      else if (webhook !== undefined) cluster.unswapWebhook(webhook);
      else if (plugin === undefined) cluster.unswap(name);
      else if (known.has(plugin)) plugIn(plugin, replaced.get(plugin));
    },
  };
}

function controllerProgram(name: string, cluster: LearnerCluster, guard: Guard['guard']): Program {
  let make: MakeController | undefined;
  return {
    take: (exported) => {
      make = findController(exported, name);
    },
    start(again) {
      let starts = 0;
      cluster.swap({
        name,
        create(served) {
          starts += 1;
          // A crash forgets what modules remember, so they are evaluated again.
          if (starts > 1) again();
          if (make === undefined) throw new Error(`nothing was taken to run as ${name}`);
          return guard(make(served));
        },
      });
    },
  };
}

/** The built-in controller, with a part of the workspace's. */
function partProgram(
  name: string,
  part: PartName,
  cluster: LearnerCluster,
  guard: Guard['guard'],
  failed: (error: unknown) => void,
): Program {
  let parts: Partial<EngineParts> = {};
  return {
    take: (exported) => {
      parts = partTools().findPart(exported, part, failed);
    },
    start(again) {
      const builtIn = builtInController(name);
      if (builtIn === undefined) throw new Error(`the engine has no controller ${name} that could run with a part of yours`);
      let starts = 0;
      cluster.swap({
        name,
        get parts() {
          return parts;
        },
        create(served) {
          starts += 1;
          if (starts > 1) again();
          return guard(builtIn.create(served));
        },
      });
    },
  };
}

/** The API server, etcd or the kubelets, on a part of the workspace's. */
function servedProgram(part: PartName, cluster: LearnerCluster, failed: (error: unknown) => void): Program {
  let parts: Partial<EngineParts> = {};
  return {
    take: (exported) => {
      parts = partTools().findPart(exported, part, failed);
    },
    start: () => cluster.useParts(parts),
  };
}

function webhookProgram(name: string, cluster: LearnerCluster, failed: (error: unknown) => void): Program {
  let taken: Webhook | undefined;
  return {
    take: (exported) => {
      taken = partTools().findWebhook(exported, name);
    },
    start() {
      if (taken !== undefined) cluster.swapWebhook(partTools().guardWebhook(taken, failed));
    },
  };
}

/** One function, for whoever calls it without a cluster. */
function calledProgram(name: string, { useFunction }: LearnerCluster, failed: (error: unknown) => void): Program {
  let called: Written | undefined;
  return {
    take: (exported) => {
      called = partTools().guardFunction(partTools().findFunction(exported, name), name, failed);
    },
    start() {
      if (called !== undefined) useFunction?.(name, called);
    },
  };
}

function pluginProgram(
  name: string,
  plugIn: (name: string, plugin: SchedulerPlugin) => void,
  failed: (error: unknown) => void,
): Program {
  let taken: SchedulerPlugin | undefined;
  return {
    take: (exported) => {
      taken = findPlugin(exported, name);
    },
    start() {
      if (taken !== undefined) plugIn(name, guardPlugin(taken, failed));
    },
  };
}
