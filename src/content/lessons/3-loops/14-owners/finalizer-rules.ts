/** What a loop may do with the finalizers of a site, and what it must: put its own on, clean up, take its own away. */
import { ConfigMap, type KubeObject, keyOf } from 'converge/sdk';
import { perWrite } from '../../../../lesson/universes/rules/own-objects.ts';
import { staleMs } from '../../../../lesson/universes/rules/shared.ts';
import type { Finding, Rule, World, Write } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';
import { finalizersOf, holds, isLeaving, listed, ofEachSite, own, owns, recordKey, sitesIn, strangersOf } from './sites.ts';

/** A write about a site; `after`: undefined where it was the site's end. */
interface FinalizerChange {
  readonly t: number;
  readonly name: string;
  readonly before: KubeObject;
  readonly after: KubeObject | undefined;
}

/** Judges each write about a site that changed its finalizers, also one that was its end. */
function perFinalizers(judge: (change: FinalizerChange, world: World) => Finding | undefined): Rule['judge'] {
  const ofWrite = ({ t, before, after, object }: Write, world: World): Finding | undefined => {
    const owner = world.owners.find(({ desired }) => object === `configmaps/${keyOf(desired)}`);
    return owner === undefined || before === undefined ? undefined : judge({ t, name: owner.name, before, after }, world);
  };
  return () => {
    const [changes, ends] = [perWrite('change', ofWrite)(), perWrite('delete', ofWrite)()];
    return (world) => changes(world) ?? ends(world);
  };
}

export const letGoTooEarly: Rule = {
  cause: 'let go before it had cleaned up',
  glyph: 'orphan',
  question: 'Without your finalizer the site may be gone in the next moment. What must be true before you take it away, and how do you know that it is?',
  judge: perFinalizers(({ t, name, before, after }, world) => {
    if (!holds(before) || holds(after)) return undefined;
    const what = `At ${inSeconds(t)} your loop took its finalizer from \`${name}\``;
    if (!isLeaving(before))
      return {
        cause: 'let go of a site that stays',
        seen: `${what}, which isn’t being deleted.`,
        question: 'Which sites have your finalizer, and from which do you take it away?',
      };
    const record = world.objects(ConfigMap).find((map) => owns(before, map));
    return record && { seen: `${what}, and the record \`${keyOf(record)}\` was still there.` };
  }),
};

export const strangersStay: Rule = {
  cause: 'took away another’s finalizer',
  glyph: 'threw',
  question: 'Each finalizer is a promise of another component. Which entries of the list may your loop write?',
  judge: perFinalizers(({ t, name, before, after }) => {
    const [had, has] = [strangersOf(before), strangersOf(after)];
    const lost = had.find((each) => !has.includes(each));
    const moved = `from ${listed(before)} to ${listed(after)}`;
    if (lost !== undefined)
      return { seen: `At ${inSeconds(t)} your loop changed the finalizers of \`${name}\` ${moved}: \`${lost}\` isn’t its own.` };
    const twice = finalizersOf(after).length > new Set(finalizersOf(after)).size;
    if (has.join(' ') === had.join(' ') && !twice) return undefined;
    return {
      cause: 'disturbed the other finalizers',
      seen: `At ${inSeconds(t)} your loop changed the finalizers of \`${name}\` ${moved}.`,
      question: 'The list belongs to several components. How does your new list differ from the old one, apart from your own entry?',
    };
  }),
};

/** So many passes in a row no careful loop ends with the same refusal; the one after them has just begun. */
const mostNotFound = 4;

export const stuckOnGone: Rule = {
  cause: 'couldn’t finish what a crash had interrupted',
  glyph: 'stood-still',
  question: 'A crash right after the delete leaves the site with your finalizer and without a record. What does the API server answer to your next delete, and what does your code make of that answer?',
  judge: () => (world) => {
    for (const { name, site, record } of sitesIn(world)) {
      if (!isLeaving(site) || !holds(site) || record !== undefined) continue;
      const passes = world.passes.filter(({ key }) => key === keyOf(site)).slice(-1 - mostNotFound, -1);
      if (passes.length < mostNotFound || !passes.every((pass) => pass.failed !== undefined && endsWithNotFound(pass.id, world))) continue;
      return `By ${inSeconds(world.t)} ${mostNotFound} passes for \`${name}\` in a row had failed, because deleting its record was answered with 404 NotFound. \`${name}\` still has your finalizer.`;
    }
    return undefined;
  },
};

function endsWithNotFound(pass: number, { requests }: World): boolean {
  const last = requests.findLast((each) => each.pass === pass);
  return last?.verb === 'delete' && last.code === 404;
}

export const cleanedAgain: Rule = {
  cause: 'cleaned up more than once',
  glyph: 'restless',
  question: 'Your finalizer says that there is something left to do. What does your loop do for a site on its way out that doesn’t have it?',
  judge() {
    const freeSince = new Map<string, number>();
    let seen = 0;
    return (world) => {
      for (const { site } of sitesIn(world)) {
        const { uid = '' } = site.metadata;
        if (!isLeaving(site) || holds(site)) freeSince.delete(uid);
        else if (!freeSince.has(uid)) freeSince.set(uid, world.t);
      }
      const fresh = world.requests.slice(seen);
      seen = world.requests.length;
      for (const { t, verb, path } of fresh) {
        if (verb !== 'delete') continue;
        const about = sitesIn(world).find(({ site }) => path.endsWith(recordKey(site).replace('/', '/configmaps/')));
        const since = freeSince.get(about?.site.metadata.uid ?? '');
        if (about === undefined || since === undefined || t < since + staleMs) continue;
        return `\`${about.name}\` is on its way out, and since ${inSeconds(since)} it has been without your finalizer: another one holds it. At ${inSeconds(t)} your loop asked again to delete its record.`;
      }
      return undefined;
    };
  },
};

export const held: Rule = {
  cause: 'never let go of a site',
  glyph: 'hung',
  question: 'The site waits for every name in its finalizers to be gone. Who takes yours away, and when?',
  judge: ofEachSite(({ name, site, record }, world) =>
    isLeaving(site) && record === undefined && holds(site)
      ? `At ${inSeconds(world.t)} \`${name}\` is on its way out and its record is gone. It still waits for \`${own}\`: its finalizers are ${listed(site)}.`
      : undefined,
  ),
};

export const unprotected: Rule = {
  cause: 'left a site without its finalizer',
  glyph: 'too-few',
  question: 'When this site is deleted, what will hold it until its record is gone?',
  judge: ofEachSite(({ name, site }, world) =>
    isLeaving(site) || holds(site) ? undefined : `At ${inSeconds(world.t)} \`${name}\` has a record, and its finalizers are ${listed(site)}.`,
  ),
};
