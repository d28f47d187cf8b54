/** At rest the cluster equals what the branch says, and the status says which commit that is. */
import type { Finding, Rule, World } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';
import { type ApplicationNow, isAsIn, ofEach, ownData, short } from './branch.ts';

/** Why a ConfigMap isn’t as its file: by what the loop has seen since. */
function unlikeBecause(now: ApplicationNow, file: string, world: World): Partial<Finding> {
  const { application, head } = now;
  const { revision } = application.status ?? {};
  if (revision !== head.commit.id && head.isRewritten)
    return {
      cause: 'stayed on a history that was rewritten',
      question: 'A push by force has replaced commits. What does your loop compare with the newest commit: the cluster, or the commits before it?',
    };
  if (revision !== head.commit.id && !world.requests.some(({ path, t }) => path.includes('/branches/') && t > head.t))
    return { cause: 'stayed behind the branch', question: 'A push is no event of the API server. What calls your loop after one?' };
  const touched = world.heardAt(`configmaps/${application.metadata.namespace}/${file}`) ?? 0;
  if (touched > head.t) return { cause: 'let a change by hand stand', question: 'Someone changed a ConfigMap. What calls your loop then, and how soon?' };
  return {};
}

export const unlike: Rule = {
  cause: 'left a ConfigMap unlike its file',
  glyph: 'stood-still',
  question: 'Take what is stored at that moment, and the files of the newest commit. What calls your loop, and what does it compare?',
  judge: ofEach((now, world) => {
    const { name, inForce, unfit } = now;
    for (const [file, data] of inForce?.manifests ?? []) {
      if (unfit.includes(file) || isAsIn(now, file, data)) continue;
      const stored = ownData(now, file);
      const has = stored === undefined ? 'doesn’t exist' : `has \`${JSON.stringify(stored)}\``;
      const seen = `At ${inSeconds(world.t)} \`${file}.json\` of the commit ${short(inForce?.commit.id)} asks for \`${JSON.stringify(data)}\`. The ConfigMap \`${file}\` of \`${name}\` ${has}.`;
      return { ...unlikeBecause(now, file, world), seen };
    }
    return undefined;
  }),
};

export const leftOver: Rule = {
  cause: 'left what the branch no longer has',
  glyph: 'too-many',
  question: 'A file was removed. Which objects of the cluster did the branch once ask for, and how does your loop find them?',
  judge: ofEach(({ name, own, inForce, unfit }, { t }) => {
    const extra = unfit.length > 0 ? undefined : own.find(({ metadata }) => inForce?.manifests.has(metadata.name) === false);
    if (extra === undefined) return undefined;
    const seen = `At ${inSeconds(t)} \`${name}\` still has the ConfigMap \`${extra.metadata.name}\`. The commit ${short(inForce?.commit.id)} has no file for it.`;
    if (inForce?.manifests.size !== 0) return seen;
    return { seen: `${seen} It has no manifests at all.`, question: 'A branch may ask for nothing at all. What does your pass do where the list of manifests is empty?' };
  }),
};

export const untrue: Rule = {
  cause: 'reported another revision than the one in the cluster',
  glyph: 'threw',
  question: 'Which commit does the cluster equal now, and at which line of your pass do you know that?',
  judge: ofEach(({ name, application, inForce, unfit, head }, { t }) => {
    const { revision } = application.status ?? {};
    if (unfit.length > 0 || head.isBroken || revision === inForce?.commit.id) return undefined;
    return `At ${inSeconds(t)} the status of \`${name}\` says ${short(revision)}, and the cluster equals ${short(inForce?.commit.id)}.`;
  }),
};

export const silent: Rule = {
  cause: 'kept a problem to itself',
  glyph: 'threw',
  question: 'The newest commit isn’t in the cluster. Where would its author read why?',
  judge: ofEach(({ name, application, head, unfit }, { t }) => {
    const { problem = '' } = application.status ?? {};
    const why = head.isBroken ? 'has a file that can’t be read' : `asks for \`${unfit[0]}\`, which can’t be applied`;
    if (head.isBroken || unfit.length > 0) return problem !== '' ? undefined : `At ${inSeconds(t)} the commit ${short(head.commit.id)} ${why}. The status of \`${name}\` names no problem.`;
    if (problem === '') return undefined;
    return {
      cause: 'reported a problem that was over',
      question: 'The newest commit is in the cluster. What takes the problem out of the status?',
      seen: `At ${inSeconds(t)} the commit ${short(head.commit.id)} is in the cluster, and the status of \`${name}\` still says \`${problem}\`.`,
    };
  }),
};

/** By then a loop has applied what it can of a commit: where nothing goes wrong, and where something does. */
const noticedMs = { calm: 20_000, otherwise: 40_000 } as const;

/** Among the rules for every moment: at rest, the refusal itself would be the cause. */
export const stopped: Rule = {
  cause: 'let one wrong manifest stop the others',
  glyph: 'stood-still',
  question: 'The API server finds one object wrong, and says so each time. What becomes of the files after it?',
  judge: ofEach((now, { t, calm }) => {
    const { name, head, unfit } = now;
    if (unfit.length === 0 || head.isBroken || t < head.t + (calm ? noticedMs.calm : noticedMs.otherwise)) return undefined;
    const [file] = [...head.manifests].find(([each, data]) => !unfit.includes(each) && !isAsIn(now, each, data)) ?? [];
    return file && `At ${inSeconds(t)} \`${unfit[0]}\` can’t be applied, and \`${file}.json\` of the same commit isn’t in the cluster either, for \`${name}\`.`;
  }),
};

/** A pass that follows a write at once may have an older cache. */
const mostIdle = 2;

export const idle: Rule = {
  cause: 'wrote a status that was there already',
  glyph: 'restless',
  question: 'What does your loop compare before it writes, and when is there nothing to write?',
  judge: () => ({ calm, owners, idleWrites, t }) => {
    const [object, count] = [...idleWrites].find(([each, times]) => each.endsWith('/status') && times > mostIdle) ?? [];
    if (!calm || owners.length === 0 || object === undefined) return undefined;
    return `By ${inSeconds(t)} your loop had written \`${object}\` ${count} times in a row with what was there already.`;
  },
};
