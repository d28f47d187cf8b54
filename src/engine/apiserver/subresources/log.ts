/** GET pods/x/log: what a container wrote, as its kubelet has it (upstream: registry/core/pod/strategy.go LogLocation). */
import { type FieldError, forbiddenField, internalError, invalid, invalidValue } from '../../meta/index.ts';
import type { Context } from '../context.ts';
import type { LogOptions } from '../node-access.ts';
import { refuse } from '../outcome.ts';
import { integerOf } from '../parameters.ts';
import { isTrueParameter } from '../request-info.ts';
import { respondText } from '../respond.ts';
import { containerOf } from './container-choice.ts';
import { requireNodeObject, withPod } from './with-pod.ts';

/** Finds pod and container, and hands over to the node. */
export function log(context: Context): void {
  const { parts, exchange, request } = context;
  const options = logOptions(context);
  withPod(context, (pod) => {
    const container = containerOf(pod, request.query['container']);
    const nodeLogs = parts.nodeLogs ?? refuse(internalError('no nodes are connected'));
    if (!pod.spec.nodeName) {
      // Nothing has run yet, so there is nothing to read.
      respondText(exchange, 200, '');
      return () => undefined;
    }
    requireNodeObject(context, pod);
    return nodeLogs(pod, container, options, exchange);
  });
}

/** Throws 400 for what is no number, 422 for what can't be. */
function logOptions({ info, request: { query } }: Context): LogOptions {
  const tailLines = integerOf(query, 'tailLines');
  const sinceSeconds = integerOf(query, 'sinceSeconds');
  const limitBytes = integerOf(query, 'limitBytes');
  const sinceTime = query['sinceTime'];
  const errors: FieldError[] = [];
  if (tailLines !== undefined && tailLines < 0) {
    errors.push(invalidValue('tailLines', tailLines, 'must be greater than or equal to 0'));
  }
  const positive = (field: string, value: number | undefined): void => {
    if (value !== undefined && value < 1) errors.push(invalidValue(field, value, 'must be greater than 0'));
  };
  positive('limitBytes', limitBytes);
  if (sinceSeconds !== undefined && sinceTime !== undefined) {
    errors.push(forbiddenField('', 'at most one of `sinceTime` or `sinceSeconds` may be specified'));
  } else positive('sinceSeconds', sinceSeconds);
  if (query['stream'] !== undefined) errors.push(forbiddenField('stream', 'may not be specified'));
  if (errors.length > 0) refuse(invalid({ group: '', kind: 'PodLogOptions' }, info.name, errors));
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
