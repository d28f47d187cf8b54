/** Is there still an owner to live for? */
import {
  definedKind,
  definitions,
  hasDefinitions,
  isNamedBy,
  isNotFound,
  joinKey,
  type Kind,
  type KubeObject,
  kindNamed,
  type OwnerGraph,
  type OwnerReference,
  ownersOf,
  type Tools,
  waitsForDependents,
} from 'converge/sdk';

export interface Owners {
  /** Exist. */
  readonly solid: readonly OwnerReference[];
  /** Exist no more, or never did. */
  readonly dangling: readonly OwnerReference[];
  /** Wait for this very object to go. */
  readonly waiting: readonly OwnerReference[];
}

export interface Classifier {
  /** True when the graph alone shows that every owner exists and stays: no live read is needed. */
  isSafe(object: KubeObject): boolean;
  /** Owners the graph doesn't know are looked up live. Undefined where one can't be an owner at all: then nothing is to be done. */
  classify(object: KubeObject, tools: Tools): Promise<Owners | undefined>;
}

export function createClassifier(graph: OwnerGraph): Classifier {
  const { served } = graph;
  const isExtended = hasDefinitions(served);

  /** The owner as it is now; undefined when there is none. 'unknown': no way to tell, so it counts as there. 'invalid': it can't own this. */
  async function find(
    object: KubeObject,
    owner: OwnerReference,
    tools: Tools,
  ): Promise<KubeObject | 'unknown' | 'invalid' | undefined> {
    const { namespace } = object.metadata;
    const known = graph.byUid(owner.uid);
    const home = known?.object.metadata.namespace;
    if (home !== undefined && home !== namespace) {
      const message = `ownerRef ${describe(owner, namespace)} does not exist in namespace "${namespace ?? ''}"`;
      tools.events.warning(object, 'OwnerRefInvalidNamespace', message);
      return namespace === undefined ? 'invalid' : undefined;
    }
    if (known !== undefined && isNamedBy(known, owner)) return known.object;
    if (graph.isAbsent(owner, namespace)) return undefined;
    const kind =
      kindNamed(served, owner.apiVersion, owner.kind) ?? (isExtended ? customKindOf(owner, tools) : undefined);
    if (kind === undefined) return 'unknown';
    if (kind.namespaced && namespace === undefined) return 'invalid';
    const live = await get(joinKey(kind.namespaced ? namespace : undefined, owner.name), kind, tools);
    if (live?.metadata.uid === owner.uid) return live;
    graph.noteAbsent(owner, namespace);
    return undefined;
  }

  return {
    isSafe: (object) =>
      ownersOf(object).every((reference) => {
        const owner = graph.byUid(reference.uid);
        if (owner === undefined || !isNamedBy(owner, reference)) return false;
        const { namespace } = owner.object.metadata;
        const here = namespace === undefined || namespace === object.metadata.namespace;
        return here && !waitsForDependents(owner.object);
      }),
    async classify(object, tools) {
      const solid: OwnerReference[] = [];
      const dangling: OwnerReference[] = [];
      const waiting: OwnerReference[] = [];
      for (const reference of ownersOf(object)) {
        const owner = await find(object, reference, tools);
        if (owner === 'invalid') return undefined;
        if (owner === undefined) dangling.push(reference);
        else if (owner !== 'unknown' && waitsForDependents(owner)) waiting.push(reference);
        else solid.push(reference);
      }
      return { solid, dangling, waiting };
    },
  };
}

function customKindOf({ apiVersion, kind }: OwnerReference, { lister }: Tools): Kind | undefined {
  for (const definition of lister(definitions).list()) {
    const found = definedKind(definition);
    if (found?.kind !== kind || found.group !== apiVersion.split('/')[0]) continue;
    return found;
  }
  return undefined;
}

async function get(key: string, kind: Kind, { client }: Tools): Promise<KubeObject | undefined> {
  try {
    return await client.get(kind, key);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function describe({ apiVersion, kind, name, uid }: OwnerReference, namespace = ''): string {
  return `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
}
