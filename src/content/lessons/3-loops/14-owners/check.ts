/** What must hold after every write, and once things have settled: no site without its record, and no record without its site. */
import { ConfigMap, keyOf, } from 'converge/sdk';
import { changedPaths, isWithin } from '../../../../lesson/universes/rules/changed-paths.ts';
import { perWrite } from '../../../../lesson/universes/rules/own-objects.ts';
import { shortName, staleMs } from '../../../../lesson/universes/rules/shared.ts';
import type { Check, Rule, } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';
import { cleanedAgain, held, letGoTooEarly, strangersStay, stuckOnGone, unprotected } from './finalizer-rules.ts';
import { siteNeighbours, siteTarget } from './neighbours.ts';
import { scenarios } from './scenarios.ts';
import {
  addressOf,
  holds,
  isLeaving,
  isSite,
  listed,
  ofEachSite,
  owns,
  recordKey,
  shortKey,
  siteOfRecord,
  siteWritten,
  zone,
} from './sites.ts';

const madeForLeavingCause = {
  cause: 'made a record for a site that is being deleted',
  question: 'How does your loop see that a site is on its way out, and what is left to do for it then?',
};

const made: Rule = {
  cause: 'made a record before its finalizer',
  glyph: 'orphan',
  question: 'Your loop may crash between any two requests, and the site may be deleted before it starts again. Which of the two requests has to come first?',
  judge() {
    /** Records of sites there ever were. */
    const known = new Set<string>();
    const newest = perWrite('create', ({ t, object, after }, world) => {
      if (after === undefined) return undefined;
      const what = `At ${inSeconds(t)} your loop made \`${shortName({ object })}\``;
      const site = siteOfRecord(after, world);
      if (site === undefined)
        return known.has(keyOf(after)) ? { ...madeForLeavingCause, seen: `${what}. Its site was gone by then.` } : { ...madeUnasked, seen: `${what}, which is the record of no site.` };
      if (after.metadata.ownerReferences?.length)
        return {
          cause: 'gave the record an owner',
          seen: `${what} with \`ownerReferences\`. The garbage collector looks for that owner in the namespace \`${zone}\`, finds none, and deletes the record.`,
          question: 'In which namespace may an owner be? What is left to tie a record to its site?',
        };
      if (site.live === undefined || isLeaving(site.live) || holds(site.live)) return undefined;
      return { seen: `${what}. The finalizers of \`${site.name}\` were ${listed(site.live)} then.` };
    })();
    return (world) => {
      for (const { desired } of world.owners) known.add(recordKey(desired));
      return newest(world);
    };
  },
};

const madeUnasked = {
  cause: 'made what nothing asked for',
  question: 'Which ConfigMaps are sites, and what are the name and the namespace of the record of one?',
};

const madeForLeaving: Rule = {
  ...madeForLeavingCause,
  glyph: 'too-many',
  needsOwnWrites: true,
  judge() {
    const since = new Map<string, number>();
    const letGo = new Set<string>();
    const judge = perWrite('create', (write, world) => {
      const live = write.after && siteOfRecord(write.after, world)?.live;
      const uid = live?.metadata.uid ?? '';
      const leavingSince = since.get(uid);
      if (live === undefined || leavingSince === undefined) return undefined;
      // It had seen the end when it let go; of others the cache may not know for a while.
      if (!letGo.has(uid) && write.t < leavingSince + staleMs) return undefined;
      return { seen: `\`${shortKey(keyOf(live))}\` has had a \`deletionTimestamp\` since ${inSeconds(leavingSince)}. At ${inSeconds(write.t)} your loop made its record.` };
    })();
    return (world) => {
      const found = judge(world);
      for (const { metadata } of world.leaving) if (!since.has(metadata.uid ?? '')) since.set(metadata.uid ?? '', world.t);
      for (const { before, after } of world.writes('change')) if (holds(before) && !holds(after)) letGo.add(before?.metadata.uid ?? '');
      return found;
    };
  },
};

const wroteElsewhere: Rule = {
  cause: 'changed what isn’t its own',
  glyph: 'orphan',
  question: 'Which objects may your loop write to, and how does it know them?',
  judge: perWrite('change', (write, world) => {
    const { before, after } = write;
    if (before === undefined || after === undefined) return undefined;
    const paths = changedPaths(before, after);
    const what = `At ${inSeconds(write.t)} your loop changed \`${paths[0]}\` of \`${shortName(write)}\``;
    if (siteWritten(write) !== undefined) {
      const path = paths.find((each) => !isWithin(each, ['metadata.finalizers']));
      if (path === undefined) return undefined;
      return {
        cause: 'changed the site itself',
        seen: `At ${inSeconds(write.t)} your loop changed \`${path}\` of \`${shortName(write)}\`. Others write that.`,
        question: 'A site says what is desired. Which one field of it is for your loop to write?',
      };
    }
    if (siteOfRecord(before, world) !== undefined) return undefined;
    return paths.length === 0 ? undefined : { seen: `${what}, which is neither a site nor the record of one.` };
  }),
};

const deletedElsewhere: Rule = {
  cause: 'deleted what isn’t its own',
  glyph: 'orphan',
  question: 'What makes a ConfigMap the record of a site that is being deleted?',
  judge: perWrite('delete', (write, world) => {
    const { before } = write;
    if (before === undefined) return undefined;
    const what = `At ${inSeconds(write.t)} your loop deleted \`${shortName(write)}\``;
    // A site on its way out ends with its last finalizer.
    if (siteWritten(write) !== undefined && isLeaving(before)) return undefined;
    if (isSite(before))
      return { cause: 'deleted the site itself', seen: `${what}.`, question: 'Who creates and deletes sites, and what is left for your loop?' };
    const site = siteOfRecord(before, world);
    if (site === undefined) return { seen: `${what}, which is the record of no site.` };
    if (site.live === undefined || isLeaving(site.live)) return undefined;
    return {
      cause: 'deleted the record of a site that stays',
      seen: `${what}. \`${site.name}\` was there, and not on its way out.`,
      question: 'When does a site lose its record?',
    };
  }),
};

const ghost: Rule = {
  cause: 'left a ghost',
  glyph: 'orphan',
  question: 'The site is gone and its record is still there. Which request of yours should have removed it, and what did its answer say?',
  judge: () => (world) => {
    const maps = world.objects(ConfigMap);
    for (const { name, desired } of world.owners) {
      const record = maps.find((map) => owns(desired, map));
      const live = maps.find((map) => isSite(map) && keyOf(map) === keyOf(desired));
      if (record === undefined || (live !== undefined && !isLeaving(live))) continue;
      if (!world.writes('create').some(({ after }) => after?.metadata.uid === record.metadata.uid)) continue;
      if (live === undefined) return `At ${inSeconds(world.t)} \`${name}\` is gone, and its record \`${keyOf(record)}\` still points at ${addressOf(record)}.`;
      const seen = `At ${inSeconds(world.t)} \`${name}\` is on its way out, and its record \`${keyOf(record)}\` is there. Its finalizers are ${listed(live)}.`;
      // Without yours it could only have been made when the site was leaving.
      if (!holds(live)) return { ...madeForLeavingCause, seen };
      return {
        cause: 'left a deleted site as it was',
        glyph: 'stood-still',
        seen,
        question: '`deletionTimestamp` is set. What does your loop do in the pass that sees it first?',
      };
    }
    return undefined;
  },
};

const missing: Rule = {
  cause: 'left a site without its record',
  glyph: 'too-few',
  question: 'Take what is stored at that moment, and nothing else. What would your loop do?',
  judge: ofEachSite(({ name, site, record }, world) =>
    isLeaving(site) || record !== undefined ? undefined : `At ${inSeconds(world.t)} \`${name}\` is there and has no record. Its finalizers are ${listed(site)}.`,
  ),
};

const oldAddress: Rule = {
  cause: 'left an old address',
  glyph: 'stood-still',
  question: 'Your loop compares whether a record is there. What else can differ from what is desired?',
  judge: ofEachSite(({ name, site, record }, world) =>
    isLeaving(site) || addressOf(record) === addressOf(site)
      ? undefined
      : `At ${inSeconds(world.t)} \`${name}\` has the address ${addressOf(site)}, and its record says ${addressOf(record)}.`,
  ),
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
  // They speak of owner references and of Pods; the rules here say the same of finalizers and of records.
  without: ['changed what isn’t its own', 'deleted what isn’t its own', 'made a Pod unlike its template'],
  target: siteTarget,
  neighbours: siteNeighbours,
  scenarios,
  always: [made, madeForLeaving, strangersStay, letGoTooEarly, wroteElsewhere, deletedElsewhere, stuckOnGone, cleanedAgain],
  settled: [ghost, held, missing, unprotected, oldAddress],
} satisfies Check;
