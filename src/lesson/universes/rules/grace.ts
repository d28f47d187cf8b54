/** A Pod that is deleted has the time to end that its spec gives it; only whoever gave it may shorten it. */
import { isActive, isOfKind, Pod } from 'converge/sdk';
import type { Finding, Rule, World, Write } from '../types.ts';
import { inSeconds } from '../words.ts';
import { perWrite } from './own-objects.ts';

/** Upstream's `terminationGracePeriodSeconds` where a Pod names none. */
const defaultSeconds = 30;

export const leavesTimeToEnd: Rule = {
  cause: 'gave a Pod no time to end',
  glyph: 'threw',
  question: 'What may a Pod have to do between being asked to end and being gone, and who decides how long that takes?',
  judge() {
    const deleted = perWrite('delete', judgeDelete)();
    const changed = perWrite('change', judgeChange)();
    return (world) => deleted(world) ?? changed(world);
  },
};

function judgeDelete({ before, after, t }: Write, world: World): Finding | undefined {
  if (before === undefined || !isOfKind(Pod, before)) return undefined;
  const { name, uid, deletionTimestamp, finalizers = [] } = before.metadata;
  const what = `At ${inSeconds(t)} your loop deleted \`${name}\``;
  if (after !== undefined) return shortened(what, before, after.metadata.deletionGracePeriodSeconds);
  // Without a node it isn't anywhere, and one that has finished has ended. A finalizer may have been all that kept it.
  if (before.spec.nodeName === undefined || /^(Succeeded|Failed)$/.test(before.status.phase ?? '') || finalizers.length > 0) return undefined;
  if (world.objects(Pod).some(({ metadata }) => metadata.uid === uid)) return undefined;
  if (deletionTimestamp !== undefined) return { seen: `${what}, which was on its way out and had time left, and it was gone at once.` };
  return isActive(before) ? { seen: `${what}, which was running, and it was gone at once.` } : undefined;
}

function judgeChange({ before, after, t }: Write): Finding | undefined {
  if (before === undefined || after === undefined || !isOfKind(Pod, before) || before.metadata.deletionTimestamp === undefined) return undefined;
  const had = before.metadata.deletionGracePeriodSeconds ?? 0;
  const has = after.metadata.deletionGracePeriodSeconds ?? had;
  return has < had ? { seen: `At ${inSeconds(t)} your loop deleted \`${before.metadata.name}\` once more: it had ${had} s to end, and has ${has} s now.` } : undefined;
}

function shortened(what: string, pod: Pod, seconds: number | undefined): Finding | undefined {
  const meant = pod.spec.terminationGracePeriodSeconds ?? defaultSeconds;
  if (seconds === undefined || seconds >= meant) return undefined;
  return { seen: `${what} and gave it ${seconds} s to end. Its \`terminationGracePeriodSeconds\` is ${meant}.` };
}
