/** What a controller makes is as the template says, and belongs to the object it was made for. */
import { controllerOf, type KubeObject } from '../../../engine/index.ts';
import type { Finding, Owner, Rule, Subject, World, Write } from '../types.ts';
import { inSeconds } from '../words.ts';
import { firstDifference } from './changed-paths.ts';
import { withLeaving } from './own-objects.ts';
import { shortName, staleMs, templateOf } from './shared.ts';

export const madeFromTemplate = (subject: Subject): Rule => ({
  cause: 'made a Pod unlike its template',
  glyph: 'threw',
  question: 'Which fields of the template have to be in what you create, and does anything fill them in for you?',
  judge: withLeaving('create', (write, world, leavingSince) => judgeCreate(subject, write, world, leavingSince)),
});

function judgeCreate(
  subject: Subject,
  write: Write,
  world: World,
  leavingSince: ReadonlyMap<string, number>,
): Finding | undefined {
  const { after } = write;
  if (after === undefined) return undefined;
  const what = `At ${inSeconds(write.t)} your loop made \`${shortName(write)}\``;
  if (subject.makes === undefined || !write.object.startsWith(`${subject.makes.plural}/`))
    return {
      cause: 'made an object of another kind',
      seen: `${what}, one of the ${write.object.split('/')[0]}. Nothing asks for it.`,
      question: 'What is your loop there to make?',
    };
  const owner = ownerOf(subject, after, world);
  if (owner === undefined) return withoutOwner(after, what, world);
  const since = leavingSince.get(owner.desired.metadata.uid ?? '');
  if (since !== undefined && world.t > since + staleMs)
    return {
      cause: 'made a Pod for a set that is being deleted',
      seen: `\`${owner.name}\` has been on its way out since ${inSeconds(since)}. ${what} for it.`,
      question: 'How does your loop see that the set itself is going away, and what is there to do then?',
    };
  return unlike(owner, after, what, subject);
}

function withoutOwner(made: KubeObject, what: string, world: World): Finding {
  const reference = controllerOf(made);
  const namesake = world.owners.find(({ desired }) => made.metadata.name.startsWith(`${desired.metadata.name}-`));
  if (namesake !== undefined && namesake.desired.metadata.namespace !== made.metadata.namespace)
    return {
      cause: 'made a Pod in another namespace',
      seen: `${what} in the namespace \`${made.metadata.namespace}\`. \`${namesake.desired.metadata.name}\` is in \`${namesake.desired.metadata.namespace}\`.`,
      question: 'Which namespace does a Pod go to when you name none?',
    };
  const says = reference === undefined ? 'names no controller' : `names the controller \`${reference.name}\`, which isn’t there`;
  return {
    cause: 'made a Pod that belongs to nothing',
    glyph: 'orphan',
    seen: `${what}. In its \`ownerReferences\` it ${says}.`,
    question: 'How will your next pass know that this Pod is the set’s own?',
  };
}

/** Its labels are the owner's, and its owner reference isn't: whoever cleans up, or counts by controller, can't tell. */
const withoutReference = (name: string | undefined, what: string): Finding => ({
  cause: 'made a Pod that belongs to nothing',
  glyph: 'orphan',
  seen: `${what}. In its \`ownerReferences\` it names ${name === undefined ? 'no controller' : `\`${name}\` by another uid`}.`,
  question: 'Which field of a Pod says whose it is, and which function of the SDK fills it in?',
});

/** Names, labels, spec and the reference to its owner. */
function unlike({ name, desired }: Owner, made: KubeObject, what: string, subject: Subject): Finding | undefined {
  const template = subject.templateFor?.(desired, made) ?? templateOf(desired);
  if (made.metadata.namespace !== desired.metadata.namespace)
    return { cause: 'made a Pod in another namespace', seen: `${what} in the namespace \`${made.metadata.namespace}\`, for \`${name}\`.` };
  if (!made.metadata.name.startsWith(`${desired.metadata.name}-`))
    return { seen: `${what} for \`${name}\`. Whoever reads that name can’t tell what it belongs to.` };
  const reference = controllerOf(made);
  if (reference?.uid !== desired.metadata.uid) return withoutReference(reference?.name, what);
  if (subject.owns === undefined) {
    if (reference?.blockOwnerDeletion !== true || reference.kind !== desired.kind || reference.name !== desired.metadata.name)
      return { seen: `${what} for \`${name}\`. Its owner reference isn’t as a controller’s: kind, name, uid, \`controller\` and \`blockOwnerDeletion\`.` };
  }
  const different =
    firstDifference(template?.metadata?.labels ?? {}, made.metadata.labels ?? {}, 'metadata.labels') ??
    firstDifference(made.metadata.labels ?? {}, template?.metadata?.labels ?? {}, 'metadata.labels') ??
    firstDifference(template?.metadata?.annotations ?? {}, made.metadata.annotations ?? {}, 'metadata.annotations') ??
    firstDifference(template?.metadata?.finalizers ?? [], made.metadata.finalizers ?? [], 'metadata.finalizers') ??
    firstDifference(template?.spec ?? {}, Reflect.get(made, 'spec'), 'spec');
  return different === undefined
    ? undefined
    : { seen: `${what} for \`${name}\`. Its \`${different}\` isn’t what the template says.` };
}

function ownerOf(subject: Subject, made: KubeObject, { owners }: World): Owner | undefined {
  const uid = controllerOf(made)?.uid;
  return owners.find(({ desired }) => (subject.owns === undefined ? desired.metadata.uid === uid : subject.owns(desired, made)));
}
