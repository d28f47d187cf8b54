/** A Pod gets its sandbox once its node can connect it, and run what its class names (upstream: kubelet.go, SyncPod). */
import type { Pod } from '../sdk/index.ts';
import type { NodeContext } from './node-context.ts';
import { findRuntimeHandler } from './runtime-handler.ts';

/** Between two attempts, and half as much again (upstream: backOffOnTransientErrorPeriod). */
const retryMs = 1_000;

/** Goes on, `ready`, when nothing stands against a sandbox; until then it says why, and tries again for as long as it `isWanted`. */
export function prepareSandbox(node: NodeContext, pod: Pod, isWanted: () => boolean, ready: () => void): void {
  const { clock, random, runtime, hostIP } = node;
  const problem = pod.spec.hostNetwork === true ? undefined : runtime.network.plugin?.problem(hostIP);
  if (problem === undefined) return findRuntimeHandler(node, pod, isWanted, ready);
  node.event('Warning', pod, 'NetworkNotReady', `network is not ready: ${problem}`);
  clock.after(retryMs + random.int(retryMs / 2), () => isWanted() && prepareSandbox(node, pod, isWanted, ready), { background: true });
}
