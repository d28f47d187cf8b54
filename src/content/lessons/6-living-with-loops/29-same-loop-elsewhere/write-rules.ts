/** What the loop may write: ConfigMaps of its Applications as their files say, and the status. */
import { ConfigMap, controllerOf, deepEqual, isControlledBy, isOfKind, keyOf, type KubeObject } from 'converge/sdk';
import { changedPaths, isWithin } from '../../../../lesson/universes/rules/changed-paths.ts';
import { perWrite } from '../../../../lesson/universes/rules/own-objects.ts';
import { shortName } from '../../../../lesson/universes/rules/shared.ts';
import type { Finding, Rule, SubjectRequest, World, Write } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';
import { Application, applicationsIn, type Head, headsFor, isAsIn, short } from './branch.ts';

/** The Application that this object names as its controller. */
const ownerOf = (object: KubeObject, world: World): Application | undefined =>
  world.objects(Application).find((each) => isControlledBy(object, each));

const dataOf = (object: KubeObject): Readonly<Record<string, string>> => (isOfKind(ConfigMap, object) ? (object.data ?? {}) : {});

const isMap = (write: Write): boolean => write.object.startsWith('configmaps/');

export const made: Rule = {
  cause: 'made a ConfigMap that no Application owns',
  glyph: 'orphan',
  question: 'By what will your next pass know this object as its own?',
  judge: perWrite('create', (write, world) => {
    const { after, t } = write;
    if (after === undefined || !isMap(write)) return undefined;
    const owner = ownerOf(after, world);
    const what = `At ${inSeconds(t)} your loop made the ConfigMap \`${keyOf(after)}\``;
    const { namespace, name } = after.metadata;
    const asking = world.objects(Application).filter((each) => headsFor(world, each).some(({ manifests }) => manifests.has(name)));
    if (!asking.some(({ metadata }) => metadata.namespace === namespace))
      return {
        cause: 'made a ConfigMap in another namespace',
        seen: `${what}. No Application of that namespace has a file for it.`,
        question: 'The file names no namespace. Whose namespace counts?',
      };
    if (owner === undefined) return controllerOf(after) === undefined ? { seen: `${what}. It has no controller.` } : undefined;
    return withoutFile(after, owner, world, what);
  }),
};

/** Data that no commit has which can be applied. */
function withoutFile(after: KubeObject, owner: Application, world: World, what: string): Finding | undefined {
  const data = dataOf(after);
  const { name } = after.metadata;
  const heads = headsFor(world, owner).filter(({ manifests }) => deepEqual(manifests.get(name), data));
  if (heads.some(({ isBroken }) => !isBroken)) return undefined;
  const [broken] = heads;
  if (broken !== undefined)
    return {
      cause: 'applied a commit that can’t be read',
      seen: `${what} as the commit ${short(broken.commit.id)} says. Another file of that commit can’t be read.`,
      question: 'Half of a commit is a state that its author never asked for. What do you have to know before the first write?',
    };
  const older = headsFor(world, owner).findLast(({ manifests }) => isPart(manifests.get(name), data));
  if (older !== undefined)
    return {
      cause: 'kept data that the file no longer has',
      seen: `${what}: \`${JSON.stringify(data)}\`. The file says \`${JSON.stringify(older.manifests.get(name))}\`.`,
      question: 'A patch merges, an update replaces. What becomes of a key that the file no longer has?',
    };
  return { cause: 'wrote what no file says', seen: `${what} with \`${JSON.stringify(data)}\`. No commit has that.`, question: 'Which file of which commit did you take this from?' };
}

const isPart = (part: Readonly<Record<string, string>> | undefined, whole: Readonly<Record<string, string>>): boolean =>
  part !== undefined && Object.entries(part).every(([key, value]) => whole[key] === value);

export const changed: Rule = {
  cause: 'changed what isn’t its own',
  glyph: 'orphan',
  question: 'Its name is that of a file. Who made it, and by what can your loop tell?',
  judge: perWrite('change', (write, world) => {
    const { t, before, after } = write;
    if (before === undefined || after === undefined) return undefined;
    const paths = changedPaths(before, after);
    const [path = ''] = paths;
    if (path === '') return undefined;
    const what = `At ${inSeconds(t)} your loop changed \`${path}\` of \`${shortName(write)}\``;
    if (isOfKind(Application, before)) return desiredChanged(paths, write);
    const owner = ownerOf(before, world);
    if (owner === undefined) return { seen: `${what}, ${belongs(before)}.` };
    const found = tookAway(write, world, what) ?? withoutFile(after, owner, world, what);
    const other = found && otherWith(after, owner, world);
    return other === undefined ? found : { seen: `${what}, which \`${owner.metadata.name}\` owns. The file is one of \`${other.metadata.name}\`.` };
  }),
};

function belongs(object: KubeObject): string {
  const { kind, name } = controllerOf(object) ?? {};
  return kind === undefined ? 'which no Application owns' : `which another object owns: the ${kind} \`${name}\`, by its uid`;
}

/** Another Application, one of whose files asks for this. */
function otherWith(object: KubeObject, { metadata: { uid } }: Application, world: World): Application | undefined {
  const { name, namespace } = object.metadata;
  const others = world.objects(Application).filter(({ metadata }) => metadata.uid !== uid && metadata.namespace === namespace);
  return others.find((each) => headsFor(world, each).some(({ manifests }) => deepEqual(manifests.get(name), dataOf(object))));
}

/** What may be put on an object beside its data. */
const notesOn = ({ metadata: { labels = {}, annotations = {}, ownerReferences = [] } }: KubeObject): readonly string[] => [
  ...Object.keys(labels).map((key) => `the label \`${key}\``),
  ...Object.keys(annotations).map((key) => `the annotation \`${key}\``),
  ...ownerReferences.map(({ kind, name }) => `the owner reference to the ${kind} \`${name}\``),
];

/** A note that the loop hasn’t put there itself, and that is gone with its write. */
function tookAway({ object, before, after, t }: Write, world: World, what: string): Finding | undefined {
  if (before === undefined || after === undefined) return undefined;
  const left = notesOn(after);
  const put = [...world.writes('create'), ...world.writes('change')].filter((write) => write.object === object && write.t < t);
  const isOwn = (note: string): boolean => put.some((write) => write.after && notesOn(write.after).includes(note) && !(write.before && notesOn(write.before).includes(note)));
  const gone = notesOn(before).find((note) => !left.includes(note) && !isOwn(note));
  if (gone === undefined) return undefined;
  return {
    cause: 'took away what others had added',
    seen: `${what}, and ${gone} is gone. Others had put it there.`,
    question: 'Others may note something on the same object. Which of the fields that are stored does your request leave as they are?',
  };
}

function desiredChanged(paths: readonly string[], write: Write): Finding | undefined {
  const path = paths.find((each) => !isWithin(each, ['status', 'metadata.annotations', 'metadata.finalizers']));
  if (path === undefined) return undefined;
  return {
    cause: 'changed the desired state itself',
    seen: `At ${inSeconds(write.t)} your loop changed \`${path}\` of \`${shortName(write)}\`. That is the desired state.`,
    question: 'Who writes the desired state, who writes the actual state, and which of the two may your loop change?',
  };
}

/** A loop may have read the branch so long ago, where the repository is slow. */
const readBeforeMs = 30_000;

/** Heads that a loop may act on now: those that have been the newest lately, and where none of them can be read the last that could. */
function recentHeads(heads: readonly Head[], t: number): readonly Head[] {
  const recent = heads.filter((_, index) => (heads[index + 1]?.t ?? t) >= t - readBeforeMs);
  const good = recent.filter(({ isBroken }) => !isBroken);
  return good.length > 0 ? good : heads.filter(({ isBroken }) => !isBroken).slice(-1);
}

export const deleted: Rule = {
  cause: 'deleted what the branch still has',
  glyph: 'too-few',
  question: 'What does your loop believe that the branch has, and from which answer does it know?',
  judge: perWrite('delete', (write, world) => {
    const { t, before } = write;
    const owner = before && ownerOf(before, world);
    if (before === undefined || owner === undefined || !isMap(write)) return undefined;
    const { name } = before.metadata;
    const heads = recentHeads(headsFor(world, owner), t);
    if (heads.every(({ manifests }) => manifests.has(name)))
      return { seen: `At ${inSeconds(t)} your loop deleted the ConfigMap \`${keyOf(before)}\`. The commit ${short(heads.at(-1)?.commit.id)} has a file for it.` };
    return tooEarly(owner, name, heads, world);
  }),
};

/** Of the commits without the file that the loop may act on, none is in the cluster yet. */
function tooEarly(owner: Application, name: string, heads: readonly Head[], world: World): Finding | undefined {
  const now = applicationsIn(world).find(({ application }) => application.metadata.uid === owner.metadata.uid);
  if (now === undefined || !world.calm) return undefined;
  const without = heads.filter(({ manifests }) => !manifests.has(name));
  const missing = without.map(({ manifests }) => [...manifests].find(([file, data]) => !isAsIn(now, file, data))?.[0]);
  if (missing.includes(undefined)) return undefined;
  return {
    cause: 'deleted before the new ones were there',
    seen: `At ${inSeconds(world.t)} your loop deleted \`${name}\`, and \`${missing.at(-1)}.json\` of the same commit wasn’t applied yet.`,
    question: 'What do users have between the two requests? Which order leaves them something at every moment, also where one is refused?',
  };
}

export const reported: Rule = {
  cause: 'reported a revision that wasn’t in the cluster',
  glyph: 'threw',
  question: 'Someone reads the status at that moment and goes home. Which requests of your pass were still to come?',
  judge: perWrite('change', ({ t, before, after, reconcile }, world) => {
    if (before === undefined || after === undefined || !isOfKind(Application, before)) return undefined;
    const now = applicationsIn(world).find(({ application }) => application.metadata.uid === before.metadata.uid);
    const { revision } = now?.application.status ?? {};
    if (now === undefined || revision === before.status?.revision) return undefined;
    const head = now.heads.findLast(({ commit }) => commit.id === revision);
    const what = `At ${inSeconds(t)} your loop reported ${short(revision)} for \`${now.name}\``;
    if (head === undefined || head.isBroken || head.refused.length > 0)
      return {
        cause: 'forgot the last good revision',
        seen: `${what}. ${head === undefined ? 'No such commit was on the branch.' : 'That commit can’t be applied.'}`,
        question: 'An operator wants to go back to what worked. Where would she find it now?',
      };
    const refused = refusedIn(reconcile, world);
    if (refused !== undefined) return { seen: `${what}. In the same pass a request to ${refused.verb} \`${refused.path}\` was answered with ${refused.code}.` };
    const missing = [...head.manifests].find(([file, data]) => !isAsIn(now, file, data) && !touched(world, now.application, file, head));
    if (!world.calm || missing === undefined) return undefined;
    return { seen: `${what}. The ConfigMap \`${missing[0]}\` wasn’t as its file says.` };
  }),
};

/** Others may have changed it since, and the loop can’t know that yet. */
function touched(world: World, { metadata }: Application, file: string, head: Head): boolean {
  const at = world.heardAt(`configmaps/${metadata.namespace}/${file}`);
  return at !== undefined && at > Math.min(head.t, world.t - 10_000);
}

/** A write of this pass that wasn’t carried out, and that the same pass hasn’t repeated. What is gone needs no delete. */
const refusedIn = (reconcile: number, { requests }: World): SubjectRequest | undefined =>
  requests.find(
    ({ pass, verb, path, code, t }) =>
      pass === reconcile &&
      code >= 400 &&
      isWrite(verb) &&
      !(verb === 'delete' && code === 404) &&
      !requests.some((later) => later.pass === pass && later.path === path && later.t > t && later.code < 300),
  );

const isWrite = (verb: string): boolean => verb === 'create' || verb === 'update' || verb === 'patch' || verb === 'delete';
