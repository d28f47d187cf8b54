/** The pod that a request for one of its subresources names. */
import { Pod } from '../../api/index.ts';
import { notFound } from '../../meta/index.ts';
import type { Context } from '../context.ts';
import { attempt, refuse } from '../outcome.ts';
import { isOf, objectPath } from '../resource.ts';
import { respondStatus } from '../respond.ts';

/**
 * Reads the pod of the path and hands it on. Answers 404 itself, and what `serve` throws. `serve` returns what ends its work when the
 * client hangs up.
 */
export function withPod(context: Context, serve: (pod: Pod) => () => void): void {
  const { storage, resource, info, exchange } = context;
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
    if (!isOf(Pod, pod)) throw new Error('only pods have containers');
    const served = attempt(() => serve(pod));
    if (served.status !== undefined) respondStatus(exchange, served.status);
    else stop = served.ok;
  });
}

/** Throws 404 when the node of a pod is gone: the way to its kubelet is in the Node (upstream: kubelet/client GetConnectionInfo). */
export function requireNodeObject({ parts }: Context, { spec: { nodeName = '' } }: Pod): void {
  const node = parts.resources.find('', 'v1', 'nodes')?.cache.get(nodeName);
  if (node === undefined) refuse(notFound({ group: '', plural: 'nodes' }, nodeName));
}
