/** What must hold after every write, and once things have settled: no site without its record, and no record without its site. */
import { ConfigMap, keyOf } from 'converge/sdk';
import { perWrite } from '../../../../lesson/universes/rules/own-objects.ts';
import { shortName, staleMs } from '../../../../lesson/universes/rules/shared.ts';
import type { Check, Rule } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';
import { cleanedAgain, failing, held, letGoTooEarly, strangersStay, unprotected } from './finalizer-rules.ts';
import { siteNeighbours, siteTarget } from './neighbours.ts';
import { scenarios } from './scenarios.ts';
import { holds, isLeaving, isSite, listed, ofEachSite, own, owns, recordKey, sitesIn } from './sites.ts';

const forLeaving = {
  cause: 'made a record for a site that is being deleted',
  question: 'How does your loop see that a site is leaving, and what is left to do for it then?',
};

/** Another component’s finalizer has the same domain. */
const hasNamesake = ({ metadata }: ConfigMap): boolean => (metadata.finalizers ?? []).some((each) => each !== own && each.startsWith(own.split('/')[0] ?? own));

const mistookAnother = { question: 'Another component of that domain holds this site. How does your code tell its name from yours, and who cleans up for yours?' };

const made: Rule = {
  cause: 'made a record before its finalizer',
  glyph: 'orphan',
  question: 'Your loop may crash between two requests, and the site may be deleted before it is back. Which of the two has to come first?',
  judge() {
    /** Records of sites there ever were. */
    const known = new Set<string>();
    const leavingSince = new Map<string, number>();
    const letGo = new Set<string>();
    const newest = perWrite('create', ({ t, object, after }, world) => {
      if (after === undefined) return undefined;
      const what = `At ${inSeconds(t)} your loop made \`${shortName({ object })}\``;
      if (!known.has(keyOf(after)))
        return { cause: 'made what nothing asked for', seen: `${what}, the record of no site.`, question: 'Which ConfigMaps are sites, and what does `recordOf` say of one?' };
      if (after.metadata.ownerReferences?.length)
        return {
          cause: 'gave the record an owner',
          seen: `${what} with \`ownerReferences\`. No such owner is in its namespace.`,
          question: 'In which namespace may an owner be? What is left to tie a record to its site?',
        };
      const site = sitesIn(world).find(({ record }) => record !== undefined && keyOf(record) === keyOf(after))?.site;
      if (site === undefined) return { ...forLeaving, seen: `${what}. Its site was gone by then.` };
      if (!isLeaving(site) && holds(site)) return undefined;
      if (!isLeaving(site)) return { seen: `${what}. The finalizers of its site were ${listed(site)} then.`, ...(hasNamesake(site) ? mistookAnother : {}) };
      // It had seen the end when it let go; of others the cache may not know for a while.
      const { uid } = site.metadata;
      if (!letGo.has(uid) && t < (leavingSince.get(uid) ?? t) + staleMs) return undefined;
      return { ...forLeaving, seen: `${what}. Its site was on its way out.` };
    })();
    return (world) => {
      for (const { desired } of world.owners) known.add(recordKey(desired));
      const found = newest(world);
      for (const { metadata } of world.leaving) if (!leavingSince.has(metadata.uid)) leavingSince.set(metadata.uid, world.t);
      for (const { before, after } of world.writes('change')) if (before && holds(before) && !holds(after)) letGo.add(before.metadata.uid);
      return found;
    };
  },
};

const ghost: Rule = {
  cause: 'left a ghost',
  glyph: 'orphan',
  question: 'Which request of yours should have removed this record, and what did its answer say?',
  judge: () => (world) => {
    const maps = world.objects(ConfigMap);
    const mine = maps.filter(({ metadata }) => world.writes('create').some(({ after }) => after?.metadata.uid === metadata.uid));
    for (const record of mine) {
      const site = maps.find((map) => isSite(map) && owns(map, record));
      if (site !== undefined && !isLeaving(site)) continue;
      const seen = `At ${inSeconds(world.t)} the record \`${keyOf(record)}\` is there, and its site is ${site ? `on its way out, with the finalizers ${listed(site)}` : 'gone'}.`;
      if (site === undefined) return seen;
      // Without your finalizer the site was leaving when the record was made.
      if (!holds(site)) return { ...forLeaving, seen };
      return { cause: 'left a deleted site as it was', seen, question: '`deletionTimestamp` is set. What does your loop do in the pass that sees it first?' };
    }
    return undefined;
  },
};

const missing: Rule = {
  cause: 'left a site without its record',
  glyph: 'too-few',
  question: 'Take what is stored at that moment, and nothing else. What would your loop do?',
  judge: ofEachSite(({ name, site, record }, world) => {
    if (isLeaving(site) || record !== undefined) return undefined;
    const seen = `At ${inSeconds(world.t)} \`${name}\` has no record, and the finalizers ${listed(site)}.`;
    const called = world.passes.findLast(({ key }) => key === keyOf(site));
    const deletedAt = world.heardAt(`configmaps/${recordKey(site)}`);
    if (called === undefined || deletedAt === undefined || called.t > deletedAt) return { seen };
    return { seen: `${seen} Someone deleted it at ${inSeconds(deletedAt)}. The last pass for this site began at ${inSeconds(called.t)}.`, question: 'No pass has run since the record went. What calls your loop when a record changes, and for which site?' };
  }),
};

export default {
  controller: 'sites',
  entry: 'sites.ts',
  cluster: {
    nodes: 0,
    profile: 'minimal',
    withoutControllers: ['deployment', 'node-lifecycle', 'pod-gc', 'replicaset', 'taint-eviction', 'scheduler'],
    withoutEvents: true,
  },
  subject: { kind: ConfigMap, makes: ConfigMap, looksAfter: isSite, owns, writes: ['metadata.finalizers'], notes: false },
  // It speaks of Pods and owner references; `made` says the same of records.
  without: ['made a Pod unlike its template'],
  target: siteTarget,
  neighbours: siteNeighbours,
  scenarios,
  always: [made, strangersStay, letGoTooEarly, cleanedAgain],
  settled: [failing, ghost, held, missing, unprotected],
} satisfies Check;
