/** What runs a Pod's containers, by its RuntimeClass (upstream: kubelet/runtimeclass, kuberuntime_sandbox.go). */
import { isNotFound, type Pod, RuntimeClass } from '../sdk/index.ts';
import type { NodeContext } from './node-context.ts';

/** The one handler of nodes. */
const configured = 'runc';

/** Between two attempts to make a sandbox (upstream: backOffPeriod, and half as much again). */
const retryMs = 10_000;

/** Goes on, `ready`, once the node can run what the Pod's class says. Until then it says why not, and tries again for as long as it `isWanted`. */
export function findRuntimeHandler(node: NodeContext, pod: Pod, isWanted: () => boolean, ready: () => void): void {
  const { clock, random } = node;
  const { runtimeClassName: name } = pod.spec;
  if (name === undefined) return ready();
  const cause = node.cause();
  const goOn = (problem: string | undefined) => {
    if (!isWanted()) return;
    if (problem === undefined) return ready();
    node.event('Warning', pod, 'FailedCreatePodSandBox', `Failed to create pod sandbox: ${problem}`);
    clock.after(retryMs + random.int(retryMs / 2), () => isWanted() && findRuntimeHandler(node, pod, isWanted, ready), { background: true });
  };
  const problemWith = (handler: string): string | undefined => {
    if (handler === configured) return undefined;
    // A new sandbox each time, so a new id (containerd, sandbox_run.go).
    const id = Array.from({ length: 64 }, () => random.int(16).toString(16)).join('');
    return `rpc error: code = Unknown desc = unable to get OCI runtime for sandbox "${id}": no runtime for "${handler}" is configured`;
  };
  node
    .client(cause)
    .get(RuntimeClass, { name })
    .then(
      ({ handler }) => problemWith(handler),
      (error: unknown) => (isNotFound(error) ? `runtimeclass.node.k8s.io "${name}" not found` : String(error)),
    )
    .then((problem) => node.because(cause, () => goOn(problem)));
}
