/** The pod that a connection leads to. */
import type { Pod } from '../../api/index.ts';
import type { Context } from '../../apiserver/context.ts';
import type { NodeStreams } from '../../apiserver/node-access.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { requireNodeObject, withPod } from '../../apiserver/subresources/with-pod.ts';
import { badRequest, internalError } from '../../meta/index.ts';

/** Reads the pod of the path, as `withPod`, and hands it on with the way to its node. Answers 500 where there are no nodes. */
export function withPodOnNode(context: Context, connect: (pod: Pod, nodes: NodeStreams) => () => void): void {
  const { nodeStreams } = context.parts;
  withPod(context, (pod) => connect(pod, nodeStreams ?? refuse(internalError('no nodes are connected'))));
}

/** Throws 400 for a pod that no node has, and 404 where its node is gone (upstream: registry/core/pod/strategy.go, streamLocation). */
export function requireNode(context: Context, pod: Pod): void {
  if (!pod.spec.nodeName) refuse(badRequest(`pod ${pod.metadata.name} does not have a host assigned`));
  requireNodeObject(context, pod);
}
