/** A plugin of the workspace, made safe to run: what it throws is reported, and counts as a rejection. */
import type { SchedulerPlugin } from '../../engine/index.ts';
import { points } from './module-exports.ts';

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

/** After the plugin's own normalization, if it has one, scores are integers from 0 to 100: what isn't is reported, and counts as 0. */
function within(name: string, own: unknown, failed: (error: unknown) => void): (scores: number[], count: number) => void {
  return (scores, count) => {
    if (typeof own === 'function') Reflect.apply(own, undefined, [scores, count]);
    for (let index = 0; index < count; index += 1) {
      const score: unknown = scores[index];
      const isScore = typeof score === 'number' && score >= 0 && score < 101;
      if (!isScore) failed(new RangeError(`plugin ${JSON.stringify(name)} returns an invalid score ${String(score)}, it should be in the range of [0, 100] after normalizing`));
      scores[index] = isScore ? Math.trunc(score) : 0;
    }
  };
}

/** The same plugin; it may keep what it remembers in itself. `failed` is called with everything that is thrown. */
export function guardPlugin(plugin: SchedulerPlugin, failed: (error: unknown) => void): SchedulerPlugin {
  const guarded: Record<string, unknown> = {
    name: plugin.name,
    ...(plugin.reads !== undefined && { reads: plugin.reads }),
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
  if (plugin.score !== undefined) guarded['normalize'] = within(plugin.name, guarded['normalize'], failed);
  return { ...guarded, name: plugin.name };
}
