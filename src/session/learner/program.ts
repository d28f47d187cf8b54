/** What a swap starts: a controller or a plugin of the workspace, in the place of the one built in. */
import type { Cluster } from '../../engine/index.ts';
import { controllerAmong, type Exported, type MakeController, pluginAmong } from './among.ts';
import type { Guard } from './controller.ts';
import { guardPlugin, pluginPrefix } from './plugin.ts';

export interface Program {
  /** Takes what is to run from a module's exports. Throws a ProblemError when there is nothing that could. */
  take(exported: Exported): void;
  /** Runs what was taken; `again` takes it anew, before each further start. */
  start(again: () => void): void;
}

/** `name` is a controller's, or `scheduler/` and a plugin's. */
export function createProgram(
  name: string,
  cluster: Cluster,
  guard: Guard['guard'],
  failed: (error: unknown) => void,
): Program {
  return name.startsWith(pluginPrefix)
    ? pluginProgram(name.slice(pluginPrefix.length), cluster, failed)
    : controllerProgram(name, cluster, guard);
}

/** Puts the built-in one back. */
export function endProgram(name: string, cluster: Cluster): void {
  if (name.startsWith(pluginPrefix)) cluster.unswapPlugin(name.slice(pluginPrefix.length));
  else cluster.unswap(name);
}

function controllerProgram(name: string, cluster: Cluster, guard: Guard['guard']): Program {
  let make: MakeController | undefined;
  return {
    take: (exported) => {
      make = controllerAmong(exported, name);
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

function pluginProgram(name: string, cluster: Cluster, failed: (error: unknown) => void): Program {
  let taken: ReturnType<typeof pluginAmong> | undefined;
  return {
    take: (exported) => {
      taken = pluginAmong(exported, name);
    },
    start() {
      if (taken !== undefined) cluster.swapPlugin(guardPlugin(taken, failed));
    },
  };
}
