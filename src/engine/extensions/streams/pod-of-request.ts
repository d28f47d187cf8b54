/** The pod that a connection leads to. */
import { Pod } from '../../api/index.ts';
import type { Context } from '../../apiserver/context.ts';
import type { NodeStreams } from '../../apiserver/node-access.ts';
import { attempt, refuse } from '../../apiserver/outcome.ts';
import { isOf, objectPath } from '../../apiserver/resource.ts';
import { respondStatus } from '../../apiserver/respond.ts';
import { badRequest, internalError } from '../../meta/index.ts';

/**
 * Reads the pod of the path and gives it on when it has a node, which is where connections go. Answers 404 and 400 itself, also what
 * `connect` throws. `connect` returns what ends its work when the client hangs up.
 */
export function withPodOnNode(context: Context, connect: (pod: Pod, nodes: NodeStreams) => () => void): void {
  const { storage, resource, info, exchange, parts } = context;
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
    const connected = attempt(() => connect(pod, parts.nodeStreams ?? refuse(internalError('no nodes are connected'))));
    if (connected.status !== undefined) respondStatus(exchange, connected.status);
    else stop = connected.ok;
  });
}

/** Throws 400 for a pod that no node has (upstream: registry/core/pod/strategy.go, streamLocation). */
export function requireNode(pod: Pod): void {
  if (!pod.spec.nodeName) refuse(badRequest(`pod ${pod.metadata.name} does not have a host assigned`));
}
