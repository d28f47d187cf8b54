/** What a loop may do with the finalizers of a site, and what it must: put its own on, clean up, take its own away. */
import { ConfigMap, keyOf, type KubeObject } from 'converge/sdk';
import { perWrite } from '../../../../lesson/universes/rules/own-objects.ts';
import { staleMs } from '../../../../lesson/universes/rules/shared.ts';
import type { Finding, Rule, World, Write } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';
import { holds, isLeaving, listed, ofEachSite, own, owns, recordKey, sitesIn, strangersOf } from './sites.ts';

/** A write about a site; `after`: undefined where it was the site's end. */
interface FinalizerChange {
  readonly what: string;
  readonly before: KubeObject;
  readonly after: KubeObject | undefined;
}

/** Judges each write about a site, also one that was its end. */
function perFinalizers(judge: (change: FinalizerChange, world: World) => Finding | undefined): Rule['judge'] {
  const ofWrite = ({ t, before, after, object }: Write, world: World): Finding | undefined => {
    const owner = world.owners.find(({ desired }) => object === `configmaps/${keyOf(desired)}`);
    if (owner === undefined || before === undefined) return undefined;
    const what = `At ${inSeconds(t)} your loop changed the finalizers of \`${owner.name}\` from ${listed(before)} to ${listed(after)}`;
    return judge({ what, before, after }, world);
  };
  return () => {
    const [changes, ends] = [perWrite('change', ofWrite)(), perWrite('delete', ofWrite)()];
    return (world) => changes(world) ?? ends(world);
  };
}

export const letGoTooEarly: Rule = {
  cause: 'let go before it had cleaned up',
  glyph: 'orphan',
  question: 'Without your finalizer the site may be gone at once. What must be true before you take it away, and how do you know that it is?',
  judge: perFinalizers(({ what, before, after }, world) => {
    if (!holds(before) || holds(after)) return undefined;
    if (!isLeaving(before)) return { seen: `${what}. The site isn’t being deleted.` };
    const record = world.objects(ConfigMap).find((map) => owns(before, map));
    return record && { seen: `${what}, and \`${keyOf(record)}\` was still there.` };
  }),
};

export const strangersStay: Rule = {
  cause: 'changed another’s finalizers',
  glyph: 'threw',
  question: 'Each finalizer is a promise of some component. How may your new list differ from the old one?',
  judge: perFinalizers(({ what, before, after }) => {
    const added = listed(after).split(own).length - 1;
    return strangersOf(before) === strangersOf(after) && added < 2 ? undefined : { seen: `${what}.` };
  }),
};

export const cleanedAgain: Rule = {
  cause: 'cleaned up more than once',
  glyph: 'restless',
  question: 'Your finalizer says that something is left to do. What does your loop do for a leaving site without it?',
  judge() {
    const freeSince = new Map<string, number>();
    let seen = 0;
    return (world) => {
      const free = sitesIn(world).filter(({ site }) => isLeaving(site) && !holds(site));
      for (const { site } of free) if (!freeSince.has(site.metadata.uid)) freeSince.set(site.metadata.uid, world.t);
      const fresh = world.requests.slice(seen);
      seen = world.requests.length;
      for (const { t, verb, path } of fresh) {
        const about = free.find(({ site }) => verb === 'delete' && path.endsWith(recordKey(site).replace('/', '/configmaps/')));
        const since = freeSince.get(about?.site.metadata.uid ?? '') ?? t;
        if (t < since + staleMs) continue;
        return `\`${about?.name}\` has been leaving without your finalizer since ${inSeconds(since)}. At ${inSeconds(t)} your loop asked to delete its record.`;
      }
      return undefined;
    };
  },
};

export const held: Rule = {
  cause: 'never let go of a site',
  glyph: 'hung',
  question: 'The site waits for every name in its finalizers to be gone. Who takes yours away, and when?',
  judge: ofEachSite(({ name, site, record }, world) => {
    if (!isLeaving(site) || record !== undefined || !holds(site)) return undefined;
    const seen = `At ${inSeconds(world.t)} \`${name}\` is on its way out, and its record is gone. It still has the finalizers ${listed(site)}.`;
    const idle = world.idleWrites.get(`configmaps/${keyOf(site)}`) ?? 0;
    if (idle === 0) return { seen };
    // A strategic merge patch merges this list.
    return { seen: `${seen} Your loop wrote to it, and the write changed nothing.`, question: 'A patch adds to the list of finalizers and takes nothing from it. Which request stores the list as you send it?' };
  }),
};

export const failing: Rule = {
  cause: 'failed in every pass',
  glyph: 'threw',
  question: 'After a crash, what you are about to do may be done already. What is the answer to that request, and what does your code make of it?',
  judge: ofEachSite(({ name, site }, { passes }) => {
    const failed = passes.findLast(({ key }) => key === keyOf(site))?.failed;
    return failed && `The last pass for \`${name}\` failed: ${failed}`;
  }),
};

export const unprotected: Rule = {
  cause: 'left a site without its finalizer',
  glyph: 'too-few',
  question: 'When this site is deleted, what will hold it until its record is gone?',
  judge: ofEachSite(({ name, site }, { t }) =>
    isLeaving(site) || holds(site) ? undefined : `At ${inSeconds(t)} \`${name}\` has a record, and the finalizers ${listed(site)}.`,
  ),
};
