/** What a branch asks for, as the rules of this lesson see it. */
import { ConfigMap, deepEqual, isControlledBy, type Kind, keyOf, type KubeObject } from 'converge/sdk';
import type { Commit } from '../../../../engine/index.ts';
import type { Rule, Stage, World } from '../../../../lesson/universes/types.ts';

export type Application = KubeObject & {
  readonly spec: { readonly repository: string; readonly branch: string };
  readonly status?: { readonly revision?: string; readonly problem?: string };
};

export const Application: Kind<Application> = {
  group: 'example.com',
  version: 'v1',
  kind: 'Application',
  plural: 'applications',
  namespaced: true,
};

type Data = Readonly<Record<string, string>>;

/** A commit that a branch has pointed at. */
export interface Head {
  readonly t: number;
  readonly repository: string;
  readonly branch: string;
  readonly commit: Commit;
  /** What its files ask for, those of broken files left out: name -> data. */
  readonly manifests: ReadonlyMap<string, Data>;
  /** One of its files can’t be read: none of it may be applied. */
  readonly isBroken: boolean;
  /** The API server refuses these. */
  readonly refused: readonly string[];
  /** It doesn’t follow the head before it. */
  readonly isRewritten: boolean;
}

const headsOf = new WeakMap<World, Head[]>();

/** The heads that this Application’s branch has had, oldest first. */
export function headsFor(world: World, { spec }: Application): readonly Head[] {
  return (headsOf.get(world) ?? []).filter(({ repository, branch }) => repository === spec.repository && branch === spec.branch);
}

export interface NewCommit {
  readonly repository?: string;
  readonly branch?: string;
  /** name -> data; a text stands for the whole file. */
  readonly files: Readonly<Record<string, Data | string>>;
  /** Of these the API server knows that they are wrong. */
  readonly refused?: readonly string[];
  /** It follows this one; by default the branch’s head. */
  readonly parents?: readonly string[];
}

const manifestOf = (name: string, data: Data): string => `${JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data }, null, 2)}\n`;

export const usualRepository = 'shop';

/** Commits and pushes; with `parents` that aren’t the head, by force. */
export async function push(stage: Stage, { repository = usualRepository, branch = 'main', files, refused = [], parents }: NewCommit): Promise<Head> {
  const { world, random } = stage;
  const before = world.repositories?.branches(repository)?.[branch];
  const texts = Object.entries(files).map(([name, file]) => [`${name}.json`, typeof file === 'string' ? file : manifestOf(name, file)] as const);
  const commit = {
    parents: parents ?? (before === undefined ? [] : [before]),
    author: { name: 'Ada', email: 'ada@example.com' },
    timeSeconds: Math.floor(world.nowMs / 1000),
    message: `Change ${random.int(1_000_000)}`,
    // No manifest: a repository has other files as well.
    files: { 'README.md': '# The shop\n', ...Object.fromEntries(texts) },
  };
  await stage.post(`/apis/git.converge.dev/v1/repositories/${repository}/branches/${branch}`, { commits: [commit], force: parents !== undefined });
  const id = world.repositories?.branches(repository)?.[branch];
  const stored = id === undefined ? undefined : world.repositories?.commit(repository, id);
  if (stored === undefined) throw new Error(`check.ts pushed to ${repository}, and ${branch} has no commit`);
  const readable = Object.entries(files).flatMap(([name, file]) => (typeof file === 'string' ? [] : [[name, file] as const]));
  const head: Head = { t: world.t, repository, branch, commit: stored, manifests: new Map(readable), isBroken: readable.length < texts.length, refused, isRewritten: parents !== undefined };
  const heads = headsOf.get(world) ?? [];
  headsOf.set(world, heads);
  heads.push(head);
  return head;
}

export interface ApplicationNow {
  /** `site`; with its namespace where that isn't `default`. */
  readonly name: string;
  readonly application: Application;
  readonly heads: readonly Head[];
  /** The newest. */
  readonly head: Head;
  /** The commit that the cluster has to equal: the head, or where that is broken the one that is reported. */
  readonly inForce: Head | undefined;
  readonly own: readonly ConfigMap[];
  /** Files of the head that can’t be applied: the API server finds them wrong, or a ConfigMap of others has their name. */
  readonly unfit: readonly string[];
}

export function applicationsIn(world: World): readonly ApplicationNow[] {
  return world.objects(Application).flatMap((application) => {
    const heads = headsFor(world, application);
    const head = heads.at(-1);
    if (head === undefined || application.metadata.deletionTimestamp !== undefined) return [];
    const reported = heads.findLast(({ commit, isBroken }) => !isBroken && commit.id === application.status?.revision);
    const maps = world.objects(ConfigMap).filter(({ metadata }) => metadata.namespace === application.metadata.namespace);
    const own = maps.filter((map) => isControlledBy(map, application));
    const taken = maps.filter((map) => !own.includes(map) && head.manifests.has(map.metadata.name));
    const unfit = [...head.refused, ...taken.map(({ metadata }) => metadata.name)];
    return [{ name: keyOf(application).replace('default/', ''), application, heads, head, inForce: head.isBroken ? reported : head, own, unfit }];
  });
}

/** What an Application’s own ConfigMap of this name holds; undefined: there is none. */
export const ownData = ({ own }: ApplicationNow, name: string): Data | undefined => {
  const found = own.find(({ metadata }) => metadata.name === name);
  return found && (found.data ?? {});
};

export const isAsIn = (now: ApplicationNow, name: string, data: Data): boolean => deepEqual(ownData(now, name), data);

/** Judges each Application whose branch has a commit. */
export const ofEach =
  (judge: (now: ApplicationNow, world: World) => ReturnType<ReturnType<Rule['judge']>>): Rule['judge'] =>
  () =>
  (world) => {
    for (const now of applicationsIn(world)) {
      const found = judge(now, world);
      if (found !== undefined) return found;
    }
    return undefined;
  };

/** `3f2a91c`, as Git shortens a commit’s name. */
export const short = (id: string | undefined): string => (id === undefined ? 'no commit' : `\`${id.slice(0, 7)}\``);
