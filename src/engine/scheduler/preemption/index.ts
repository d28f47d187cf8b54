
import {
  hasEnded,
  type Kind,
  type NodeInfo,
  type Pod,
  PodDisruptionBudget,
  type PodInfo,
  type Preemption,
} from '../../sdk/index.ts';
import type { InformerHandlers, } from '../../sdk/internal.ts';
import type { Nominations } from '../cycle.ts';
import { createFramework, type Refused } from '../framework.ts';
import { podInfoOf } from '../pod-info.ts';
import { toolsOver } from '../tools.ts';
import { nodeWith } from './changed-node.ts';
import { evict } from './evict.ts';
import type { PreemptionOptions } from './options.ts';

export interface PodPreemption extends Preemption, Nominations {
  /** Room is being made for the pod on this node; '': nowhere any more. */
  nominate(pod: PodInfo, nodeName: string): void;
  forget(uid: string): void;
  /** Requests that evict pods for this one are on their way: it isn't tried meanwhile (upstream KEP 4832). */
  isEvicting(uid: string): boolean;
  /** Kinds that the search for victims reads. */
  readonly reads: readonly Kind[];
  /** What the watch says of pods that are nominated. */
  readonly podHandlers: InformerHandlers<Pod>;
}

interface Nomination {
  readonly pod: PodInfo;
  readonly nodeName: string;
}

/** Creates it, with no pod nominated. */
export function createPreemption(options: PreemptionOptions): PodPreemption {
  const { cache, random } = options;
  /** By the pod's uid. */
  const nominations = new Map<string, Nomination>();
  const evicting = new Set<string>();
  const refusedWith = createTrials(options);

  function nominatedTo(nodeName: string, matters: (pod: PodInfo) => boolean): readonly PodInfo[] {
    const found: PodInfo[] = [];
    for (const { pod, nodeName: name } of nominations.values()) if (name === nodeName && matters(pod)) found.push(pod);
    return found;
  }

  /** The rejection with those nominated pods added that come before this one; undefined also where there are none. */
  function refusedWithNominated(pod: PodInfo, node: NodeInfo, pods: NodeInfo['pods']): Refused | undefined {
    if (nominations.size === 0) return undefined;
    const others = nominatedTo(node.name, ({ uid, priority }) => uid !== pod.uid && priority >= pod.priority);
    if (others.length === 0) return undefined;
    return refusedWith(pod, node, new Map([...pods, ...others.map((other) => [other.uid, other] as const)]));
  }

  function nominate(pod: PodInfo, nodeName: string): void {
    nominations.delete(pod.uid);
    if (nodeName !== '') nominations.set(pod.uid, { pod, nodeName });
  }

  return {
    nominate,
    forget: (uid) => void nominations.delete(uid),
    nodeFor: ({ uid }) => nominations.get(uid)?.nodeName,
    refused: (pod, node) => refusedWithNominated(pod, node, node.pods),
    rejection: (pod, node, pods) => (refusedWithNominated(pod, node, pods) ?? refusedWith(pod, node, pods))?.rejection,
    random: (below) => random.int(below),
    evict(preemptor, victims, nodeName) {
      const lesser = nominatedTo(nodeName, ({ priority }) => priority < preemptor.priority);
      for (const { uid } of lesser) nominations.delete(uid);
      const { uid } = preemptor;
      evicting.add(uid);
      void evict(options, { preemptor, victims, nodeName, lesser }).then(() => {
        evicting.delete(uid);
        options.ended(uid);
      });
    },
    isEvicting: (uid) => evicting.has(uid),
    reads: [PodDisruptionBudget],
    podHandlers: {
      added: (pod) => follow(undefined, pod),
      updated: follow,
      deleted: ({ metadata }) => void nominations.delete(metadata.uid),
    },
  };

  /** A status that names a node counts, as after a restart; one that never did leaves alone what is known here. */
  function follow(before: Pod | undefined, pod: Pod): void {
    const { metadata, spec, status } = pod;
    const { uid } = metadata;
    const nominated = status.nominatedNodeName ?? '';
    if (spec.nodeName || cache.isAssumed(uid) || hasEnded(pod)) nominations.delete(uid);
    else if (nominated !== '') nominate(podInfoOf(pod), nominated);
    else if (before?.status.nominatedNodeName) nominations.delete(uid);
  }
}

/** Runs the filters on a node as it would be with these pods. */
function createTrials({ plugins, cache, listerOf }: PreemptionOptions) {
  /** Of the trial under way. */
  let nodes: readonly NodeInfo[] = [];
  const tools = {
    ...toolsOver(cache, listerOf),
    nodes: () => nodes,
    nodesWithAffinity: () => nodes.filter(({ podsWithAffinity }) => podsWithAffinity !== undefined),
  };
  const framework = createFramework(plugins, tools);
  return (pod: PodInfo, node: NodeInfo, pods: ReadonlyMap<string, PodInfo>): Refused | undefined => {
    const changed = nodeWith(node, pods, cache.nextGeneration());
    nodes = cache.nodes().map((each) => (each.name === node.name ? changed : each));
    const prepared = framework.preFilter(pod, nodes);
    return 'rejection' in prepared ? prepared : framework.filter(prepared.filters, pod, changed);
  };
}
