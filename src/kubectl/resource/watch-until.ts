/** Watches one object until a condition holds: delete, wait and rollout status use it (as upstream's watchtools.Until). */
import { type JsonObject, StatusError } from '../../engine/index.ts';
import type { Context } from '../command.ts';
import { CliError } from '../errors.ts';
import { asStatus } from '../http/api.ts';
import { pathOf, type Resource } from '../http/discovery.ts';
import { objects, record, text } from '../json.ts';

export interface WatchTarget {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
}

/** A client's default patience with one watch request, seconds. */
const WATCH_SECONDS = 300;

/**
 * Shows `done` every state of the object, undefined while there is none, until it says true. Resolves with false when `deadline` (virtual
 * milliseconds; Infinity for none) passes first. The server keeps the time: watches end at the deadline, no timer is left behind.
 */
export async function watchUntil(
  context: Context,
  target: WatchTarget,
  deadline: number,
  done: (object: JsonObject | undefined) => boolean | Promise<boolean>,
): Promise<boolean> {
  const { api, io } = context;
  const path = pathOf(target.resource, target.namespace);
  const fieldSelector = `metadata.name=${target.name}`;
  for (;;) {
    const list = await api.request('GET', path, { query: { fieldSelector, limit: '500', resourceVersion: '0' } });
    if (await done(objects(list, 'items')[0])) return true;
    const left = Math.ceil((deadline - io.now()) / 1000);
    if (left <= 0) return false;
    const stream = await api.open(path, {
      query: {
        allowWatchBookmarks: 'true',
        fieldSelector,
        resourceVersion: text(list, 'metadata', 'resourceVersion'),
        timeoutSeconds: String(Math.min(left, WATCH_SECONDS)),
        watch: 'true',
      },
    });
    for (let event = await stream.next(); event !== undefined; event = await stream.next()) {
      const type = text(event, 'type');
      if (type === 'BOOKMARK') continue;
      if (type === 'ERROR') {
        const status = asStatus(record(event, 'object'), 500);
        if (status.code !== 410) throw new StatusError(status);
        break;
      }
      if (await done(type === 'DELETED' ? undefined : record(event, 'object'))) {
        stream.stop();
        return true;
      }
    }
    stream.stop();
    if (io.now() >= deadline) return false;
  }
}

/** Waits until each of these is gone, or another object has its name. `timeoutMs` 0 waits a week, as kubectl does. */
export async function waitUntilGone(
  context: Context,
  targets: readonly (WatchTarget & { readonly uid: string })[],
  timeoutMs: number,
): Promise<void> {
  const deadline = context.io.now() + (timeoutMs > 0 ? timeoutMs : 7 * 24 * 3_600_000);
  for (const target of targets) {
    const isGone = (object: JsonObject | undefined): boolean =>
      object === undefined || (target.uid !== '' && text(object, 'metadata', 'uid') !== target.uid);
    if (await isGoneNow(context, target, isGone)) continue;
    if (!(await watchUntil(context, target, deadline, isGone))) {
      throw new CliError(`timed out waiting for the condition on ${target.resource.plural}/${target.name}`);
    }
  }
}

async function isGoneNow(
  context: Context,
  target: WatchTarget,
  isGone: (object: JsonObject | undefined) => boolean,
): Promise<boolean> {
  try {
    const body = await context.api.request('GET', pathOf(target.resource, target.namespace, target.name));
    return isGone(record(body));
  } catch (error) {
    if (error instanceof StatusError && error.status.reason === 'NotFound') return true;
    throw error;
  }
}
