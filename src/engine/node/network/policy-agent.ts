/**
 * What enforces NetworkPolicies on one node: it follows policies, Pods and namespaces, and judges each new connection of the node's Pods where it
 * leaves them and where it arrives. Kubernetes itself has none: a network plugin brings one (as kubernetes-sigs/kube-network-policies does).
 */
import type { Kernel } from '../../kernel/index.ts';
import { type EngineParts, type Handler, keyOf, Namespace, NetworkPolicy, Pod, type PolicyPeer } from '../../sdk/index.ts';
import { type ConnectionOptions, createConnection, createInformer, type Informer } from '../../sdk/internal.ts';
import type { PassedPolicies, RoutedConnection } from './pod-network.ts';

export interface PolicyAgentOptions {
  readonly kernel: Kernel;
  /** The way to the API server. */
  readonly handler: Handler;
  /** The node's name. */
  readonly name: string;
  readonly user: ConnectionOptions['user'];
  /** Called once, when it knows all policies, Pods and namespaces. */
  readonly onSynced: () => void;
  /** What is in use now. */
  readonly parts: () => Pick<EngineParts, 'judgeConnection'>;
}

export interface PolicyAgent {
  /** What the policies of a Pod of this node say of a connection's end here; undefined where they can't say anything: the end is no Pod's. */
  judge(direction: 'Ingress' | 'Egress', connection: RoutedConnection): PassedPolicies | undefined;
  stop(): void;
}

/** What one agent remembers. */
interface Running {
  readonly options: PolicyAgentOptions;
  readonly policies: Informer<NetworkPolicy>;
  readonly namespaces: Informer<Namespace>;
  /** Pods by their addresses: those that run, and have a network of their own. */
  readonly byAddress: Map<string, Pod>;
}

/** Starts to follow them. */
export function createPolicyAgent(options: PolicyAgentOptions): PolicyAgent {
  const { kernel, handler, name, user } = options;
  const { clock } = kernel;
  const random = kernel.random.fork(`network-policies/${name}`);
  const unsettled = () => kernel.unsettled();
  const connection = createConnection({ handler, clock, unsettled, user, userAgent: 'kube-network-policies/v0.8.0' });
  const onSynced = (): void => {
    if (policies.synced && namespaces.synced && pods.synced) options.onSynced();
  };
  const shared = { connection, clock, random, onSynced };
  const policies: Informer<NetworkPolicy> = createInformer({ ...shared, kind: NetworkPolicy });
  const namespaces: Informer<Namespace> = createInformer({ ...shared, kind: Namespace });
  const pods: Informer<Pod> = createInformer({ ...shared, kind: Pod });
  const agent: Running = { options, policies, namespaces, byAddress: new Map() };
  pods.onEvent({
    added: (pod) => note(agent, undefined, pod),
    updated: (before, now) => note(agent, before, now),
    deleted: (pod) => note(agent, pod, undefined),
  });
  return {
    judge: (direction, routed) => judge(agent, direction, routed),
    stop() {
      for (const informer of [policies, namespaces, pods]) informer.stop();
    },
  };
}

/** A Pod that has ended may have left its address to another one. */
function note({ byAddress }: Running, before: Pod | undefined, now: Pod | undefined): void {
  const address = before?.status.podIP ?? '';
  if (byAddress.get(address)?.metadata.uid === before?.metadata.uid) byAddress.delete(address);
  const { podIP, phase } = now?.status ?? {};
  if (now === undefined || podIP === undefined || now.spec.hostNetwork === true) return;
  if (phase !== 'Succeeded' && phase !== 'Failed') byAddress.set(podIP, now);
}

function judge(agent: Running, direction: 'Ingress' | 'Egress', { from, to, source, port, protocol }: RoutedConnection): PassedPolicies | undefined {
  const { options, policies, byAddress } = agent;
  const [own, other] = direction === 'Egress' ? [from.ip, to.ip] : [to.ip, source];
  const pod = byAddress.get(own);
  if (pod === undefined) return undefined;
  const ofNamespace = policies.lister.list(pod.metadata.namespace);
  const verdict = options.parts().judgeConnection({ direction, pod, peer: peerAt(agent, other), port, protocol, policies: ofNamespace });
  return { node: options.name, direction, pod: keyOf(pod), verdict };
}

function peerAt({ byAddress, namespaces }: Running, ip: string): PolicyPeer {
  const pod = byAddress.get(ip);
  return pod === undefined ? { ip } : { ip, pod, namespace: namespaces.lister.get(pod.metadata.namespace ?? '') };
}
