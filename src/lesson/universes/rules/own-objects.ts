/** What a controller may write to: not the desired state, nothing that belongs to others, and of its own only what is its to change. */
import { controllerOf, type KubeObject } from '../../../engine/index.ts';
import { matches } from 'converge/sdk';
import type { Finding, Owner, Rule, Subject, World, Write } from '../types.ts';
import { inSeconds } from '../words.ts';
import { changedPaths, isWithin } from './changed-paths.ts';
import { selectorOf, shortName, staleMs } from './shared.ts';

/** Notes that a controller may leave on any object of its own. */
const notes = ['metadata.annotations', 'metadata.finalizers'];

/** Looks at each write of the controller once. */
export function perWrite(verb: 'create' | 'change' | 'delete', judge: (write: Write, world: World) => Finding | undefined) {
  return () => {
    let seen = 0;
    return (world: World): Finding | undefined => {
      const writes = world.writes(verb);
      while (seen < writes.length) {
        const write = writes[seen];
        seen += 1;
        const found = write && judge(write, world);
        if (found !== undefined) return found;
      }
      return undefined;
    };
  };
}

/** Since when objects are on their way out, by uid. */
type LeavingSince = ReadonlyMap<string, number>;

/** The same, with since when what the controller makes, and what it is made for, has been on its way out: a cache may not know it yet. */
export function withLeaving(
  verb: 'create' | 'change',
  judge: (write: Write, world: World, leavingSince: LeavingSince) => Finding | undefined,
): Rule['judge'] {
  return () => {
    const leavingSince = new Map<string, number>();
    const newest = perWrite(verb, (write, world) => judge(write, world, leavingSince))();
    return (world) => {
      for (const { metadata } of world.leaving) {
        const { uid = '' } = metadata;
        if (!leavingSince.has(uid)) leavingSince.set(uid, world.t);
      }
      return newest(world);
    };
  };
}

export const changedNothingElse = (subject: Subject): Rule => ({
  cause: 'changed what isn’t its own',
  glyph: 'orphan',
  question: 'Which objects may your loop write to, and how does it know them?',
  judge: withLeaving('change', (write, world, leavingSince) => {
    const { before, after } = write;
    if (before === undefined || after === undefined) return undefined;
    const paths = changedPaths(before, after);
    if (paths.length === 0) return undefined;
    const what = `At ${inSeconds(write.t)} your loop changed \`${paths[0]}\` of \`${shortName(write)}\``;
    if (isSubjects(subject, write, before)) return desiredStateChanged(subject, paths, what);
    const own = ownerOf(subject, before, world);
    if (own !== undefined) return ownChanged(own, before, after, paths, what);
    const adoption = adopted(subject, before, after, paths, { world, leavingSince });
    return adoption === 'rightly' ? undefined : (adoption ?? { seen: `${what}, ${belongs(before)}.` });
  }),
});

export const deletedNothingElse = (subject: Subject): Rule => ({
  cause: 'deleted what isn’t its own',
  glyph: 'orphan',
  question: 'Its name or its labels look right. Whose is it?',
  judge: perWrite('delete', (write, world) => {
    const { before } = write;
    if (before === undefined) return undefined;
    const what = `At ${inSeconds(write.t)} your loop deleted \`${shortName(write)}\``;
    // One that is leaving already ends where its last finalizer is taken away.
    if (isSubjects(subject, write, before))
      return before.metadata.deletionTimestamp !== undefined ? undefined : {
        cause: 'deleted the object that it looks after',
        seen: `${what}, which states what is wanted. Nothing was left to compare with.`,
        question: 'Who creates and deletes this object, and what is left for your loop?',
      };
    if (ownerOf(subject, before, world) !== undefined) return undefined;
    return { seen: `${what}, ${belongs(before)}.` };
  }),
});

function desiredStateChanged(subject: Subject, paths: readonly string[], what: string): Finding | undefined {
  const allowed = [...subject.writes, ...(subject.notes === false ? [] : notes)];
  const path = paths.find((each) => !isWithin(each, allowed));
  if (path === undefined) return undefined;
  const named = what.replace(/`[^`]*`/, `\`${path}\``);
  const kind = { cause: 'changed the desired state itself', glyph: 'threw' } as const;
  if (isWithin(path, ['status']))
    return {
      ...kind,
      seen: `${named}. Nothing asks your loop for a status here.`,
      question: 'Which parts of an object may your loop write, and from where does it know what it says there?',
    };
  return {
    ...kind,
    seen: `${named}. That is the desired state: it is not for your loop to write.`,
    question: 'Who writes the desired state, who writes the actual state, and which of the two may your loop change?',
  };
}

/** Of its own it may change whose it is and its notes; everything else is as the template had it. */
function ownChanged(
  owner: Owner,
  before: KubeObject,
  after: KubeObject,
  paths: readonly string[],
  what: string,
): Finding | undefined {
  const path = paths.find((each) => !isWithin(each, ['metadata.ownerReferences', ...notes]));
  if (path !== undefined)
    return {
      cause: 'changed what it had made',
      seen: `${what}. It had been made from the template of \`${owner.name}\`, and others rely on it as it is.`,
      question: 'When is a Pod changed, and when is it replaced by another?',
    };
  const lost = lostOwner(owner, before, after, what);
  if (lost !== undefined) return lost;
  const released = paths.includes('metadata.ownerReferences') && controllerOf(after)?.uid !== owner.desired.metadata.uid;
  const selector = selectorOf(owner.desired);
  if (!released || selector === undefined || !matches(selector, before.metadata.labels)) return undefined;
  return {
    cause: 'gave away what was its own',
    seen: `${what}: \`${owner.name}\` isn’t its controller any more, and its labels still match.`,
    question: 'What makes a Pod one that your loop has to let go?',
  };
}

/** Whoever else owned it does so still. */
function lostOwner({ desired }: Owner, before: KubeObject, after: KubeObject, what: string): Finding | undefined {
  const left = after.metadata.ownerReferences ?? [];
  const lost = before.metadata.ownerReferences?.find(({ uid }) => uid !== desired.metadata.uid && !left.some((each) => each.uid === uid));
  if (lost === undefined) return undefined;
  return {
    cause: 'changed what isn’t its own',
    seen: `${what}: the ${lost.kind} \`${lost.name}\` was an owner as well, and isn’t any more.`,
    question: 'An object may have several owners. Which of its references are yours to take away?',
  };
}

/** An orphan that matches may be adopted; undefined: this was no adoption. */
function adopted(
  subject: Subject,
  before: KubeObject,
  after: KubeObject,
  paths: readonly string[],
  { world, leavingSince }: { readonly world: World; readonly leavingSince: LeavingSince },
): Finding | 'rightly' | undefined {
  if (subject.makes === undefined || subject.owns !== undefined || controllerOf(before) !== undefined) return undefined;
  if (!paths.every((path) => isWithin(path, ['metadata.ownerReferences', ...notes]))) return undefined;
  const reference = controllerOf(after);
  const owner = world.owners.find(({ desired }) => desired.metadata.uid === reference?.uid);
  if (reference === undefined || owner === undefined) return undefined;
  const { desired } = owner;
  const isLeaving = (leavingSince.get(before.metadata.uid ?? '') ?? world.t) < world.t - staleMs;
  const why = wrongAdoption(desired, before, isLeaving);
  const what = `At ${inSeconds(world.t)} your loop changed \`metadata.ownerReferences\` of \`${before.metadata.name}\``;
  if (why === undefined) return lostOwner(owner, before, after, what) ?? 'rightly';
  return {
    cause: 'adopted what it shouldn’t',
    seen: `At ${inSeconds(world.t)} your loop made \`${owner.name}\` the controller of \`${before.metadata.name}\`, ${why}.`,
    question: 'Which Pods may a set adopt: what must be true of the Pod, and of the set?',
  };
}

function wrongAdoption(desired: KubeObject, orphan: KubeObject, isLeaving: boolean): string | undefined {
  if (orphan.metadata.namespace !== desired.metadata.namespace) return 'which is in another namespace';
  const selector = selectorOf(desired);
  if (selector !== undefined && !matches(selector, orphan.metadata.labels)) return 'whose labels don’t match';
  if (isLeaving) return 'which has been on its way out for long';
  return undefined;
}

function belongs(object: KubeObject): string {
  const owner = controllerOf(object);
  if (owner !== undefined) return `whose controller is another object, by its uid: the ${owner.kind} \`${owner.name}\``;
  return 'which no object that your loop looks after owns';
}

function isSubjects(subject: Subject, write: Write, object: KubeObject): boolean {
  return write.object.startsWith(`${subject.kind.plural}/`) && subject.looksAfter?.(object) !== false;
}

/** The owner that an object is made for, as it is before the write. */
function ownerOf(subject: Subject, object: KubeObject, world: World): Owner | undefined {
  if (subject.makes === undefined) return undefined;
  const { owns } = subject;
  const uid = controllerOf(object)?.uid;
  return world.owners.find(({ desired }) =>
    owns === undefined ? uid !== undefined && desired.metadata.uid === uid : owns(desired, object),
  );
}
