/** What a command line is completed from: the session as it stands. It only reads. */
import { builtInKinds, type Cluster, type KubeObject } from '../engine/index.ts';
import type { KnownObject, KnownResource, KnownToShell } from '../shell/completion/complete.ts';
import type { Faults } from './faults.ts';
import type { History } from './history.ts';
import type { Keys } from './keys.ts';
import type { Workspace } from './workspace.ts';

export interface CompletionParts {
  readonly cluster: Pick<Cluster, 'components'>;
  readonly history: Pick<History, 'world'>;
  readonly keys: Keys;
  readonly workspace: Workspace;
  readonly faults: Pick<Faults, 'list'>;
}

export function createKnown({ cluster, history, keys, workspace, faults }: CompletionParts): KnownToShell {
  const objects = (kind: string): readonly KubeObject[] =>
    [...(history.world.get(kind)?.values() ?? [])].map(({ object }) => object);
  return {
    resources: () => [...builtIn, ...objects('CustomResourceDefinition').flatMap(customResource)],
    objects: (kind) => objects(kind).map(knownObject),
    files: () => workspace.list(),
    keys: (prefix) => keys.space({ prefix, order: 'key' }).keys.map(({ key }) => key),
    components: cluster.components,
    faults: () => faults.list().map(({ id }) => id),
  };
}

const builtIn: readonly KnownResource[] = builtInKinds
  .filter(({ verbs }) => verbs.includes('list'))
  .map(({ plural, singular, kind, shortNames, namespaced }) => ({ plural, singular, kind, shortNames, namespaced }));

function customResource(definition: KubeObject): readonly KnownResource[] {
  const names = at(definition, 'spec', 'names');
  const plural = text(at(names, 'plural'));
  if (plural === '') return [];
  const short = at(names, 'shortNames');
  return [
    {
      plural,
      singular: text(at(names, 'singular')),
      kind: text(at(names, 'kind')),
      shortNames: Array.isArray(short) ? short.map(text) : [],
      namespaced: at(definition, 'spec', 'scope') === 'Namespaced',
    },
  ];
}

function knownObject(object: KubeObject): KnownObject {
  const { name = '', namespace = '', labels = {} } = object.metadata;
  const spec = at(object, 'spec');
  const inPod = at(spec, 'containers') === undefined ? at(spec, 'template', 'spec') : spec;
  const containers = ['containers', 'initContainers', 'ephemeralContainers'].flatMap((field) => {
    const list = at(inPod, field);
    return Array.isArray(list) ? list.map((each) => text(at(each, 'name'))) : [];
  });
  return { name, namespace, labels, containers };
}

/** What stands at a path; undefined where there is nothing. */
function at(value: unknown, ...path: readonly string[]): unknown {
  let here = value;
  for (const field of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, field)) return undefined;
    here = Object.entries(here).find(([name]) => name === field)?.[1];
  }
  return here;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
