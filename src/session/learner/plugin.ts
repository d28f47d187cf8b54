/** A plugin of the workspace, made safe to run: what it throws is reported, and counts as a rejection. */
import type { SchedulerPlugin } from '../../engine/index.ts';
import { points } from './module-exports.ts';

/** Swaps of plugins are named `scheduler/NodeName`. */
export const pluginPrefix = 'scheduler/';

type Point = (typeof points)[number];

/** What an extension point that threw is taken to have said. */
function otherwise(name: string, point: Point): unknown {
  const rejection = { reasons: [`plugin ${name} failed in ${point}`], resolvable: false };
  switch (point) {
    case 'preFilter':
      return { reject: rejection };
    case 'preEnqueue':
    case 'filter':
    case 'reserve':
    case 'permit':
      return rejection;
    case 'preScore':
      return 'skip';
    case 'score':
      return 0;
    case 'wokenBy':
      return true;
    default:
      return undefined;
  }
}

/** The same plugin; it may keep what it remembers in itself. `failed` is called with everything that is thrown. */
export function guardPlugin(plugin: SchedulerPlugin, failed: (error: unknown) => void): SchedulerPlugin {
  const guarded: Record<string, unknown> = {
    name: plugin.name,
    ...(typeof plugin.weight === 'number' && Number.isFinite(plugin.weight) && { weight: plugin.weight }),
  };
  for (const point of points) {
    const own: unknown = plugin[point];
    if (typeof own !== 'function') continue;
    guarded[point] = (...args: readonly unknown[]): unknown => {
      try {
        const answer: unknown = Reflect.apply(own, plugin, args);
        return point === 'score' && !Number.isFinite(answer) ? 0 : answer;
      } catch (error) {
        failed(error);
        return otherwise(plugin.name, point);
      }
    };
  }
  return { ...guarded, name: plugin.name };
}
