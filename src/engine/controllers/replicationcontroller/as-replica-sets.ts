/** Shows ReplicationControllers as ReplicaSets to what keeps those. (upstream pkg/controller/replication/conversion.go) */
import { type Client, type Kind, type KubeObject, type LabelSelector, type Lister, ReplicaSet, ReplicationController, type Tools } from 'converge/sdk';

/** Its selector, in the form that later kinds have. */
export function selectorOf({ spec }: ReplicationController): LabelSelector {
  return { matchLabels: spec.selector ?? {} };
}

/**
 * Only the selector has another form. Kind and apiVersion stay, so that owner references and Events name the ReplicationController: that is
 * why it can't be typed as what it passes for.
 */
function toReplicaSet(controller: ReplicationController): ReplicaSet {
  const spec = { ...controller.spec, selector: selectorOf(controller) };
  return { ...controller, spec } as unknown as ReplicaSet;
}

function fromReplicaSet(set: ReplicaSet): ReplicationController {
  const spec = { ...set.spec, selector: set.spec.selector.matchLabels };
  return { ...set, spec } as unknown as ReplicationController;
}

/** Tools in whose caches and client each ReplicationController is a ReplicaSet, and nothing else is one. */
export function asReplicaSets(tools: Tools): Tools {
  return { ...tools, client: clientAs(tools.client), lister: (kind) => listerAs(kind, tools) };
}

const isReplicaSet = (kind: Kind): boolean => kind.kind === ReplicaSet.kind;

function listerAs<T extends KubeObject>(kind: Kind<T>, { lister }: Tools): Lister<T> {
  if (!isReplicaSet(kind)) return lister(kind);
  const found = lister(ReplicationController);
  const shown: Lister<ReplicaSet> = {
    get: (key) => {
      const controller = found.get(key);
      return controller && toReplicaSet(controller);
    },
    list: (namespace) => found.list(namespace).map(toReplicaSet),
    controlledBy: (owner) => found.controlledBy(owner).map(toReplicaSet),
    orphans: (namespace) => found.orphans(namespace).map(toReplicaSet),
  };
  // The kind says that T is ReplicaSet.
  return shown as unknown as Lister<T>;
}

function clientAs(client: Client): Client {
  const converted = async <T extends KubeObject>(answer: Promise<ReplicationController>): Promise<T> =>
    // The kind says that T is ReplicaSet.
    toReplicaSet(await answer) as unknown as T;
  return {
    ...client,
    get: (kind, ref) => (isReplicaSet(kind) ? converted(client.get(ReplicationController, ref)) : client.get(kind, ref)),
    updateStatus(kind, object) {
      if (!isReplicaSet(kind)) return client.updateStatus(kind, object);
      return converted(client.updateStatus(ReplicationController, fromReplicaSet(object as unknown as ReplicaSet)));
    },
  };
}
