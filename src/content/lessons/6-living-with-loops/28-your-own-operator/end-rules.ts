/** The finalizer and the valve: first the one, then the other, and back in the other order. */
import { ConfigMap, keyOf, type KubeObject } from 'converge/sdk';
import { perWrite } from '../../../../lesson/universes/rules/own-objects.ts';
import { staleMs } from '../../../../lesson/universes/rules/shared.ts';
import type { Finding, Rule, World, Write } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';
import { boilerKey, forLeaving, holds, isLeaving, listed, ofEachRoom, own, roomsIn, Thermostat, valveOf, valvesIn } from './house.ts';

const dataOf = (object: KubeObject | undefined): Readonly<Record<string, string>> => (object as ConfigMap | undefined)?.data ?? {};

const hasBoiler = (world: World): boolean => world.objects(ConfigMap).some((map) => keyOf(map) === boilerKey);

export const opened: Rule = {
  cause: 'opened a valve before its finalizer',
  glyph: 'orphan',
  step: 4,
  question: 'Your loop may crash between two requests, and the Thermostat may be deleted before it is back. Which of the two has to come first?',
  judge() {
    const leavingSince = new Map<string, number>();
    const ofValve = perWrite('change', ({ t, before, after }, world) => {
      if (after === undefined || keyOf(after) !== boilerKey) return undefined;
      for (const { name, thermostat } of roomsIn(world)) {
        const valve = valveOf(thermostat);
        const [was, is] = [dataOf(before)[valve], dataOf(after)[valve]];
        const what = `At ${inSeconds(t)} your loop ${is === undefined ? 'closed' : 'opened'} the valve of \`${name}\``;
        if (was === is) continue;
        if (is === undefined && !isLeaving(thermostat))
          return { cause: 'closed a valve that is needed', seen: `${what}. It isn’t being deleted.`, question: 'Which Thermostats are still there, and which of them has lost its valve?' };
        if (is !== undefined && !isLeaving(thermostat) && !holds(thermostat)) return { seen: `${what}. Its finalizers were ${listed(thermostat.metadata.finalizers)} then.` };
        const since = leavingSince.get(thermostat.metadata.uid) ?? t;
        if (is !== undefined && t > since + staleMs) return { ...forLeaving, seen: `${what}. It has been on its way out since ${inSeconds(since)}.` };
      }
      return undefined;
    })();
    return (world) => {
      for (const { metadata } of world.leaving) if (!leavingSince.has(metadata.uid)) leavingSince.set(metadata.uid, world.t);
      return ofValve(world);
    };
  },
};

/** Judges each write to the finalizers of a Thermostat, also one that was its end. */
function perFinalizers(judge: (what: string, before: KubeObject, after: KubeObject | undefined, world: World) => Finding | undefined): Rule['judge'] {
  const ofWrite = ({ t, object, before, after }: Write, world: World): Finding | undefined => {
    if (before === undefined || !world.owners.some(({ desired }) => object === `${Thermostat.plural}/${keyOf(desired)}`)) return undefined;
    const [was, is] = [listed(before.metadata.finalizers), listed(after?.metadata.finalizers)];
    return was === is ? undefined : judge(`At ${inSeconds(t)} your loop changed the finalizers of \`${before.metadata.name}\` from ${was} to ${is}`, before, after, world);
  };
  return () => {
    const [changes, ends] = [perWrite('change', ofWrite)(), perWrite('delete', ofWrite)()];
    return (world) => changes(world) ?? ends(world);
  };
}

export const letGoTooEarly: Rule = {
  cause: 'let go before it had closed the valve',
  glyph: 'orphan',
  step: 4,
  question: 'Without your finalizer the Thermostat may be gone at once. What must be true before you take it away, and how do you know that it is?',
  judge: perFinalizers((what, before, after, world) => {
    if (!holds(before) || holds(after)) return undefined;
    if (!isLeaving(before)) return { seen: `${what}. It isn’t being deleted.` };
    return valveOf(before) in valvesIn(world) ? { seen: `${what}, and the valve \`${valveOf(before)}\` was still open.` } : undefined;
  }),
};

export const cleanedAgain: Rule = {
  cause: 'cleaned up more than once',
  glyph: 'restless',
  step: 4,
  question: 'Your finalizer says that something is left to do. What does your loop do for a leaving Thermostat without it?',
  judge() {
    const freeSince = new Map<string, number>();
    let seen = 0;
    return (world) => {
      for (const { thermostat } of roomsIn(world)) {
        const key = keyOf(thermostat);
        if (!isLeaving(thermostat) || holds(thermostat)) freeSince.delete(key);
        else if (!freeSince.has(key)) freeSince.set(key, world.t);
      }
      for (; seen < world.requests.length; seen += 1) {
        const { t, pass, verb, path } = world.requests[seen] ?? noRequest;
        const key = world.passes.find(({ id }) => id === pass)?.key ?? '';
        const since = freeSince.get(key) ?? t;
        if (t <= since + staleMs || verb === 'get' || !path.endsWith('/configmaps/boiler')) continue;
        return `\`${key}\` has been leaving without your finalizer since ${inSeconds(since)}. At ${inSeconds(t)} your loop wrote to the boiler for it.`;
      }
      return undefined;
    };
  },
};

export const deletedItself: Rule = {
  cause: 'changed the desired state itself',
  glyph: 'orphan',
  step: 4,
  question: 'Who deletes a Thermostat, and when is it gone? By then a new one may have its name: what would your request do to that?',
  judge: () => (world) => {
    const request = world.requests.find(({ verb, path }) => verb === 'delete' && path.includes('/thermostats/'));
    return request && `At ${inSeconds(request.t)} your loop sent a delete for the Thermostat \`${request.path.split('/').at(-1)}\`.`;
  },
};

const noRequest = { t: 0, pass: 0, verb: 'get', path: '' };

export const strangersStay: Rule = {
  cause: 'changed another’s finalizers',
  glyph: 'threw',
  question: 'Each finalizer is a promise of some component. How may your new list differ from the old one?',
  judge: perFinalizers((what, before, after) => {
    const strangers = (object: KubeObject | undefined): string => listed(object?.metadata.finalizers?.filter((each) => each !== own && each !== 'foregroundDeletion'));
    return strangers(before) === strangers(after) ? undefined : { seen: `${what}.` };
  }),
};

export const ghost: Rule = {
  cause: 'left a ghost',
  glyph: 'orphan',
  step: 4,
  question: 'Which request of yours should have closed this valve, and what did its answer say?',
  judge: () => (world) => {
    const rooms = roomsIn(world);
    const known = world.owners.map(({ desired }) => valveOf(desired));
    for (const valve of Object.keys(valvesIn(world))) {
      const room = rooms.find(({ thermostat }) => valveOf(thermostat) === valve);
      const byLoop = known.includes(valve) || world.writes('change').some(({ before, after }) => dataOf(after)[valve] !== dataOf(before)[valve]);
      if (!byLoop || (room !== undefined && !isLeaving(room.thermostat))) continue;
      const seen = `At ${inSeconds(world.t)} the valve \`${valve}\` is open, and its Thermostat is ${room ? `on its way out, with the finalizers ${listed(room.thermostat.metadata.finalizers)}` : 'gone'}.`;
      if (room === undefined || !holds(room.thermostat)) return seen;
      return { cause: 'left a deleted Thermostat as it was', seen, question: '`deletionTimestamp` is set. What does your loop do in the pass that sees it first?' };
    }
    return undefined;
  },
};

export const held: Rule = {
  cause: 'never let go of a Thermostat',
  glyph: 'hung',
  step: 4,
  question: 'The Thermostat waits for every name in its finalizers to be gone. Who takes yours away, and when?',
  judge: () => (world) => {
    const room = roomsIn(world).find(({ thermostat }) => isLeaving(thermostat) && holds(thermostat));
    return room && `At ${inSeconds(world.t)} \`${room.name}\` is on its way out. It still has the finalizers ${listed(room.thermostat.metadata.finalizers)}.`;
  },
};

/** The pause between two tries doubles: after a minute it is about half of that. */
const givenUpMs = 45_000;

export const failing: Rule = {
  cause: 'failed in every pass',
  glyph: 'threw',
  question: 'What you are about to do may be done already, or can’t be done any more. What is the answer to that request, and what does your code make of it?',
  judge: () => (world) => {
    for (const { name, thermostat } of roomsIn(world)) {
      const last = world.passes.findLast(({ key }) => key === keyOf(thermostat));
      if (last?.failed === undefined || !hasBoiler(world)) continue;
      if (world.t < last.t + givenUpMs) return `The last pass for \`${name}\` failed: ${last.failed}`;
      return {
        seen: `At ${inSeconds(last.t)} the last pass for \`${name}\` failed: ${last.failed}. By ${inSeconds(world.t)} there was no other.`,
        question: 'A pass that fails is tried again. How often, and what may end that in your code?',
      };
    }
    return undefined;
  },
};

/** No pass is tried again so late that it hasn't been by then; milliseconds. */
const longMs = 25_000;

export const stuck: Rule = {
  cause: 'failed for want of a boiler',
  glyph: 'hung',
  step: 4,
  question: 'Where there is no boiler, is anything left to clean up? What is the answer to your request then, and what does your code make of it?',
  judge() {
    const since = new Map<string, number>();
    return (world) => {
      if (hasBoiler(world)) return undefined;
      for (const { name, thermostat } of roomsIn(world)) {
        if (!isLeaving(thermostat) || !holds(thermostat)) continue;
        const { uid } = thermostat.metadata;
        const from = since.get(uid) ?? world.t;
        since.set(uid, from);
        const failed = world.passes.findLast(({ key }) => key === keyOf(thermostat))?.failed;
        if (failed !== undefined && world.t > from + longMs) return `\`${name}\` has been on its way out since ${inSeconds(from)}, and there is no boiler. At ${inSeconds(world.t)} it still has your finalizer. The last pass failed: ${failed}`;
      }
      return undefined;
    };
  },
};

export const unprotected: Rule = {
  cause: 'left a Thermostat without its finalizer',
  glyph: 'too-few',
  step: 4,
  question: 'When this Thermostat is deleted, what will hold it until its valve is closed?',
  judge: ofEachRoom(({ name, thermostat }, { t }) =>
    holds(thermostat) ? undefined : `At ${inSeconds(t)} \`${name}\` lacks the finalizer of this exercise. It has: ${listed(thermostat.metadata.finalizers)}.`,
  ),
};

export const closed: Rule = {
  cause: 'left a valve closed',
  glyph: 'too-few',
  step: 4,
  question: 'Someone else wrote to the boiler. What calls your loop then, and for which Thermostats?',
  judge: ofEachRoom(({ name, thermostat }, world) => {
    const valves = valvesIn(world);
    const valve = valveOf(thermostat);
    if (Object.keys(valves).length === 0 || valves[valve] === 'open') return undefined;
    const seen = `At ${inSeconds(world.t)} \`${name}\` has ${valve in valves ? `the valve \`${valve}: ${valves[valve]}\`` : `no valve \`${valve}\``}.`;
    return { seen, ...(valve in valves && { question: 'The boiler heats a room whose valve is `open`. Is a valve that is there always open?' }) };
  }),
};

