/** GET pods/x/log: what a container wrote, as its kubelet has it (upstream: registry/core/pod/strategy.go LogLocation). */
import { Pod } from '../../api/index.ts';
import { badRequest, internalError } from '../../meta/index.ts';
import { attempt, refuse } from '../outcome.ts';
import { integerOf } from '../parameters.ts';
import { isTrueParameter } from '../request-info.ts';
import { isOf, objectPath } from '../resource.ts';
import { respondStatus, respondText } from '../respond.ts';
import type { Context, LogOptions } from '../server-parts.ts';

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

/** The container asked for, or the only one, or the one an annotation makes the default. Throws 400. */
function containerOf(pod: Pod, asked: string | undefined): string {
  const { containers, initContainers = [], ephemeralContainers = [] } = pod.spec;
  const { name } = pod.metadata;
  if (asked !== undefined && asked !== '') {
    if ([...containers, ...initContainers, ...ephemeralContainers].some((each) => each.name === asked)) return asked;
    refuse(badRequest(`container ${asked} is not valid for pod ${name}`));
  }
  const [only, another] = containers;
  if (only !== undefined && another === undefined) return only.name;
  const byAnnotation = pod.metadata.annotations?.['kubectl.kubernetes.io/default-container'];
  if (byAnnotation !== undefined && containers.some((each) => each.name === byAnnotation)) return byAnnotation;
  const choices = `[${containers.map((each) => each.name).join(' ')}]`;
  const init =
    initContainers.length === 0
      ? ''
      : ` or one of the init containers: [${initContainers.map((each) => each.name).join(' ')}]`;
  return refuse(badRequest(`a container name must be specified for pod ${name}, choose one of: ${choices}${init}`));
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
