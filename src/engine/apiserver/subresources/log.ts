/** GET pods/x/log: what a container wrote, as its kubelet has it (upstream: registry/core/pod/strategy.go LogLocation). */
import { internalError } from '../../meta/index.ts';
import type { Context } from '../context.ts';
import type { LogOptions } from '../node-access.ts';
import { refuse } from '../outcome.ts';
import { integerOf } from '../parameters.ts';
import { isTrueParameter } from '../request-info.ts';
import { respondText } from '../respond.ts';
import { containerOf } from './container-choice.ts';
import { withPod } from './with-pod.ts';

/** Finds pod and container, and hands over to the node. */
export function log(context: Context): void {
  const { parts, exchange, request } = context;
  const options = logOptions(context);
  withPod(context, (pod) => {
    const container = containerOf(pod, request.query['container']);
    const nodeLogs = parts.nodeLogs ?? refuse(internalError('no nodes are connected'));
    if (pod.spec.nodeName) return nodeLogs(pod, container, options, exchange);
    // Nothing has run yet, so there is nothing to read.
    respondText(exchange, 200, '');
    return () => undefined;
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
