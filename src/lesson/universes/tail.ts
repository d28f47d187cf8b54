/** What comes after a scenario: small disturbances, and then a rest. What was reached once must stay reached. */
import { isActive, isOfKind, keyOf, Pod } from 'converge/sdk';
import type { Random } from '../../engine/index.ts';
import type { Check, Stage } from './types.ts';

/** Something small that happens in every cluster every day. */
type Disturbance = (stage: Stage, check: Check, random: Random) => Promise<void>;

/** By then a cache shows again what was written before: a new process that reads an older state can know nothing of it. */
const caughtUpMs = 6000;

/** The loop's process is replaced, as by an upgrade. */
const restart: Disturbance = async (stage, { controller }) => {
  await stage.wait(caughtUpMs);
  await stage.fault({ type: 'restart', component: `controller/${controller}` }, 0, 'your loop was restarted at the end');
};

/** Somebody notes something on the object. */
const annotate: Disturbance = async (stage, { subject }, random) => {
  const { desired } = random.pick(stage.world.owners);
  const { namespace = 'default', name } = desired.metadata;
  await stage.command(`kubectl annotate ${subject.kind.plural} ${name} -n ${namespace} noted=t${random.int(1000)} --overwrite`);
};

/** One of the Pods that were made is deleted, of whichever set. */
const deleteOne: Disturbance = async (stage, _, random) => {
  const made = stage.world.owners.flatMap((owner) => owner.made).filter((each) => isOfKind(Pod, each) && isActive(each));
  if (made.length === 0) return;
  const key = keyOf(random.pick(made));
  const [namespace = '', name = ''] = key.split('/');
  await stage.command(`kubectl delete pod ${name} -n ${namespace} --wait=false`);
};

/** How many universes have a tail; in the others the scenario's own end is all. */
const share = 0.25;

export async function playTail(stage: Stage, check: Check, random: Random): Promise<void> {
  if (!random.chance(share) || stage.world.owners.length === 0) return;
  const menu: Disturbance[] = [restart, annotate, ...(check.subject.makes?.kind === 'Pod' ? [deleteOne, deleteOne] : [])];
  for (let left = 1 + random.int(2); left > 0; left -= 1) {
    await stage.wait(random.int(8000));
    await random.pick(menu)(stage, check, random);
  }
  await stage.wait(1000);
  await stage.settles(90_000);
  await stage.wait(random.int(15_000));
  if (check.subject.makes === undefined) return;
  await stage.wait(20_000);
  await stage.rests(10_000);
}
