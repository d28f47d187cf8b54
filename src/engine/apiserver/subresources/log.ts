/** GET pods/x/log: what a container wrote, as its kubelet has it (upstream: registry/core/pod/strategy.go LogLocation). */
import { Pod } from '../../api/index.ts';
import { internalError } from '../../meta/index.ts';
import type { Context } from '../context.ts';
import type { LogOptions } from '../node-access.ts';
import { attempt } from '../outcome.ts';
import { integerOf } from '../parameters.ts';
import { isTrueParameter } from '../request-info.ts';
import { isOf, objectPath } from '../resource.ts';
import { respondStatus, respondText } from '../respond.ts';
import { containerOf } from './container-choice.ts';

/** Finds pod and container, and hands over to the node. */
export function log(context: Context): void {
  const { storage, resource, info, parts, exchange } = context;
  const options = logOptions(context);
  let hungUp = false;
  let stop = (): void => undefined;
  context.onHangUp(() => {
    hungUp = true;
    stop();
  });
  storage.get(objectPath(resource, info.namespace, info.name), (outcome) => {
    if (hungUp) return;
    if (outcome.status !== undefined) return respondStatus(exchange, outcome.status);
    const pod = outcome.ok;
    if (!isOf(Pod, pod)) throw new Error('only pods have logs');
    const container = attempt(() => containerOf(pod, context.request.query['container']));
    if (container.status !== undefined) return respondStatus(exchange, container.status);
    if (parts.nodeLogs === undefined) return respondStatus(exchange, internalError('no nodes are connected'));
    if (!pod.spec.nodeName) {
      // Nothing has run yet, so there is nothing to read.
      return respondText(exchange, 200, '');
    }
    stop = parts.nodeLogs(pod, container.ok, options, exchange);
  });
}

function logOptions({ request: { query } }: Context): LogOptions {
  const tailLines = integerOf(query, 'tailLines');
  const sinceSeconds = integerOf(query, 'sinceSeconds');
  const limitBytes = integerOf(query, 'limitBytes');
  const sinceTime = query['sinceTime'];
  return {
    follow: isTrueParameter(query['follow']),
    previous: isTrueParameter(query['previous']),
    timestamps: isTrueParameter(query['timestamps']),
    ...(tailLines !== undefined && { tailLines }),
    ...(sinceSeconds !== undefined && { sinceSeconds }),
    ...(sinceTime !== undefined && { sinceTime }),
    ...(limitBytes !== undefined && { limitBytes }),
  };
}
