/** The pod that `web-1`, `pod/web-1` or `deploy/web` means. */
import type { JsonObject } from '../../engine/index.ts';
import type { Context } from '../command.ts';
import { CliError } from '../errors.ts';
import { number, objects, record, text } from '../json.ts';
import { getObject, listObjects, select } from './builder.ts';
import { selectorText } from './selector.ts';

/** The pod itself, or one of those a workload has: running ones first, then the oldest. Rejects when there is none. */
export async function podOf(context: Context, word: string): Promise<JsonObject> {
  const selection = await select(context, word.includes('/') ? [word] : ['pods', word]);
  const target = selection.type === 'names' ? selection.targets[0] : undefined;
  if (target === undefined) throw new CliError('expected a resource');
  const object = await getObject(context, target);
  if (target.resource.kind === 'Pod') return object;
  const spec = record(object, 'spec', 'selector');
  const selector =
    target.resource.kind === 'Service'
      ? Object.entries(spec)
          .map(([name, value]) => `${name}=${String(value)}`)
          .join(',')
      : selectorText(spec);
  const goType = `*${target.resource.version}.${target.resource.kind}`;
  if (selector === '') throw new CliError(`cannot attach to ${goType}: selector for ${goType} not implemented`);
  const pods = await context.mapper.resource('pods');
  const all = await listObjects(context, pods, target.namespace, { labelSelector: selector });
  const best = all.toSorted(byUsefulness)[0];
  if (best === undefined) throw new CliError('timed out waiting for the condition');
  return best;
}

/** Upstream's ActivePods: placed, running and ready ones first, then those ready for longest, restarted least, oldest. */
function byUsefulness(a: JsonObject, b: JsonObject): number {
  return rank(a) - rank(b) || readySince(a) - readySince(b) || restarts(a) - restarts(b) || made(a) - made(b);
}

function rank(pod: JsonObject): number {
  const placed = text(pod, 'spec', 'nodeName') === '' ? 100 : 0;
  const phase = { Pending: 20, Unknown: 10 }[text(pod, 'status', 'phase')] ?? 0;
  return placed + phase + (Number.isFinite(readySince(pod)) ? 0 : 1);
}

function readySince(pod: JsonObject): number {
  const ready = objects(pod, 'status', 'conditions').find((each) => text(each, 'type') === 'Ready');
  if (text(ready, 'status') !== 'True') return Number.POSITIVE_INFINITY;
  return Date.parse(text(ready, 'lastTransitionTime'));
}

function restarts(pod: JsonObject): number {
  return Math.max(0, ...objects(pod, 'status', 'containerStatuses').map((each) => number(each, 'restartCount') ?? 0));
}

function made(pod: JsonObject): number {
  return Date.parse(text(pod, 'metadata', 'creationTimestamp'));
}
