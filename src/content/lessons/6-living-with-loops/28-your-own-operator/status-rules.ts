/** What a Thermostat says of itself: true at every rest, with the time of the last transition, and one Event for each. */
import { conditionOf, Event, isControlledBy, isOfKind, type KubeObject, timeMsOf } from 'converge/sdk';
import { perWrite } from '../../../../lesson/universes/rules/own-objects.ts';
import type { Finding, Rule, World, Write } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';
import { ofEachRoom, readyOf, Thermostat } from './house.ts';

/** Whole seconds are cut, and a pass takes its time: much of it where each answer is late. */
const nearMs = { calm: 5000, otherwise: 20_000 };

const fromLateCache = 'A cache may be late, and here it was. Which of your requests is refused where the Thermostat has changed since you read it?';

export const transitions: Rule = {
  cause: 'wrote the wrong time of a transition',
  glyph: 'threw',
  step: 2,
  question: '`lastTransitionTime` says since when the condition has had its `status`. In which writes does it change, and in which does it stay?',
  judge: perWrite('change', ({ t, before, after }, world) => {
    if (before === undefined || after === undefined || !isOfKind(Thermostat, before) || !isOfKind(Thermostat, after)) return undefined;
    const [was, is] = [readyOf(before), readyOf(after)];
    const what = `At ${inSeconds(t)} your loop wrote the status of \`${after.metadata.name}\``;
    const lost = before.status?.conditions?.find(({ type }) => type !== 'Ready' && conditionOf(after.status?.conditions, type) === undefined);
    if (lost !== undefined)
      return {
        cause: 'dropped another’s condition',
        glyph: 'orphan',
        seen: `${what}. The condition \`${lost.type}\` was there before, and isn’t now.`,
        question: 'The list of conditions has several writers. How may your new list differ from the old one?',
      };
    if (is === undefined) return undefined;
    const stayed = is.lastTransitionTime === was?.lastTransitionTime;
    if (is.status === was?.status) {
      const moved = { seen: `${what}: \`Ready\` was ${is.status} before and after, and \`lastTransitionTime\` moved.` };
      return stayed ? undefined : world.calm ? moved : { ...moved, question: fromLateCache };
    }
    const off = Math.abs(timeMsOf(is.lastTransitionTime) - world.nowMs);
    if (off <= (world.calm ? nearMs.calm : nearMs.otherwise)) return undefined;
    return { seen: `${what}: \`Ready\` went from ${was?.status ?? 'nothing'} to ${is.status}, and \`lastTransitionTime\` ${stayed ? 'stayed' : 'is'} ${is.lastTransitionTime}, ${Math.round(off / 1000)} s from now.` };
  }),
};

/** `Ready` as the reading says it. */
function truthOf(target: number, actual: string | undefined): string {
  if (actual === undefined) return 'Unknown';
  return Math.abs(Math.round(Number(actual)) - target) <= 1 ? 'True' : 'False';
}

export const untold: Rule = {
  cause: 'reported what wasn’t so',
  glyph: 'threw',
  step: 2,
  question: 'Someone reads the status at this moment. Of which spec and of which heater are its fields, and is that so of each of them?',
  judge: perWrite('change', ({ t, before, after }, world) => {
    if (before === undefined || after === undefined || !isThermostat(before) || !isThermostat(after)) return undefined;
    const { metadata, spec, status } = after;
    const what = `At ${inSeconds(t)} your loop wrote the status of \`${metadata.name}\``;
    const hadHeater = world.writes('create').some((made) => made.after !== undefined && isControlledBy(made.after, after));
    if (status?.actual !== undefined && !hadHeater) return { seen: `${what}: \`actual\` is ${status.actual}. It had no heater of its own until then.` };
    const isOfThisSpec = status?.observedGeneration === metadata.generation && before.status?.observedGeneration !== metadata.generation;
    const [is, truth] = [readyOf(after)?.status, truthOf(spec.target, status?.actual?.toString())];
    if (!isOfThisSpec || is === undefined || is === truth) return undefined;
    return { seen: `${what}: \`observedGeneration\` is ${metadata.generation}, of which the target is ${spec.target}. \`actual\` is ${status?.actual ?? 'absent'}, and \`Ready\` is ${is} rather than ${truth}.` };
  }),
};

export const untrue: Rule = {
  cause: 'reported what wasn’t so',
  glyph: 'stood-still',
  step: 2,
  question: 'When does your loop write the status, and from which reading?',
  judge: ofEachRoom(({ name, thermostat, heater }, { t, idleWrites }) => {
    const { spec, status, metadata } = thermostat;
    const reading = heater?.data?.['actual'];
    const ready = readyOf(thermostat)?.status;
    const truth = truthOf(spec.target, reading);
    const actual = reading === undefined ? undefined : Math.round(Number(reading));
    const what = `At ${inSeconds(t)} the thermometer of \`${name}\` shows ${reading ?? 'nothing'}, and the target is ${spec.target}`;
    const isDropped = status === undefined && [...idleWrites.keys()].some((path) => path.startsWith('thermostats/'));
    if (isDropped) return { seen: `${what}. It has no status, and what your loop last wrote to it changed nothing.`, question: 'The status has an endpoint of its own, and a write to the object leaves it out. Which request of yours is to store it?' };
    if (ready !== truth) return `${what}. \`Ready\` is ${ready ?? 'absent'} rather than ${truth}.`;
    if (actual !== undefined && status?.actual !== actual) return `${what}. \`status.actual\` is ${status?.actual ?? 'absent'} rather than ${actual}.`;
    if (actual === undefined && status?.actual !== undefined) return `${what}. \`status.actual\` is ${status.actual}.`;
    if (readyOf(thermostat)?.reason === 'ByHand')
      return { seen: `${what}. The reason of \`Ready\` is \`ByHand\`: someone else has written it.`, question: 'Others can write the status, too. Which fields of it does your loop compare with what it would report?' };
    if (status?.observedGeneration === metadata.generation) return undefined;
    return {
      cause: 'reported on an old generation',
      seen: `At ${inSeconds(t)} \`${name}\` is of generation ${metadata.generation}, and its status speaks of ${status?.observedGeneration ?? 'none'}.`,
      question: 'How does a reader of the status know which spec it speaks of?',
    };
  }),
};

/** How often `Ready` went to another status, by the Thermostat's uid. */
function countTransitions(writes: readonly Write[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { before, after } of writes) {
    if (before === undefined || after === undefined || !isThermostat(before) || !isThermostat(after)) continue;
    if (readyOf(before)?.status === readyOf(after)?.status) continue;
    counts.set(after.metadata.uid, (counts.get(after.metadata.uid) ?? 0) + 1);
  }
  return counts;
}

const isThermostat = (object: KubeObject): object is Thermostat => isOfKind(Thermostat, object);

/** So many more where something goes wrong: an older cache, an answer that was lost. */
const oftener = 3;

function eventsOf(uid: string, world: World): number {
  const about = world.objects(Event).filter(({ involvedObject }) => involvedObject.uid === uid);
  return about.reduce((sum, { count = 1 }) => sum + count, 0);
}

export const events: Rule = {
  cause: 'recorded no Event of a transition',
  glyph: 'too-few',
  step: 2,
  question: 'Someone reads `kubectl describe` the next morning. How do they learn when the room was warm?',
  judge: ofEachRoom(({ name, thermostat }, world): Finding | undefined => {
    const { uid } = thermostat.metadata;
    const changes = countTransitions(world.writes('change')).get(uid) ?? 0;
    const recorded = eventsOf(uid, world);
    const seen = `By ${inSeconds(world.t)} \`Ready\` of \`${name}\` had changed its status (changes: ${changes}; Events: ${recorded}).`;
    if (recorded > changes + (world.calm ? 0 : oftener))
      return { cause: 'recorded an Event again and again', glyph: 'restless', seen, question: 'What has your loop found different in a pass that records an Event?' };
    return world.calm && recorded < changes ? { seen } : undefined;
  }),
};
