/** What must hold at every moment, and what must hold once things have settled. */
import { ConfigMap, isOfKind, type KubeObject } from 'converge/sdk';
import { usualTarget } from '../../../../lesson/universes/neighbours/target.ts';
import type { Check, Finding, Rule, World } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';
import { type Facts, factsOf, isRoom } from './room.ts';
import { scenarios } from './scenarios.ts';

/** How far from what is wanted the room may be. News may come two seconds late, and a loop may be gone for seven. */
const near = 1.2;
/** The same where nothing goes wrong: half a degree is good enough, and a reading is a second old. */
const nearWhereCalm = 0.95;
const heatLimit = 3;

/** When the dial was last turned. */
const dialTurns = new WeakMap<World, number>();

const toys: Rule = {
  cause: 'changed the reading instead of the room',
  glyph: 'threw',
  question: 'Who writes `actual`, who writes `wanted`, and what is left for your loop?',
  judge() {
    let before: Facts | undefined;
    let changes = 0;
    return inRoom((now, world) => {
      const writes = world.writes('change');
      const mine = writes.length > changes;
      changes = writes.length;
      const [was, field] = [before, (['actual', 'wanted'] as const).find((each) => before?.[each] !== now[each])];
      before = now;
      if (was !== undefined && was.wanted !== now.wanted) dialTurns.set(world, world.t);
      if (!mine || was === undefined || field === undefined) return undefined;
      return `At ${inSeconds(world.t)} your loop wrote \`${field}: ${now[field]}\`, where \`${was[field]}\` had stood. The room is as cold as it was.`;
    });
  },
};

const words: Rule = {
  cause: 'wrote a word that no heater knows',
  glyph: 'threw',
  question: 'Which two words can `heater` have, and which of your lines writes another?',
  judge: () =>
    inRoom((_, world) => {
      const last = world.writes('change').at(-1);
      const heater = last?.after && isOfKind(ConfigMap, last.after) ? last.after.data?.['heater'] : 'off';
      if (heater === 'on' || heater === 'off') return undefined;
      return `At ${inSeconds(last?.t ?? 0)} your loop wrote \`heater: ${JSON.stringify(heater ?? null)}\`.`;
    }),
};

/** As far as no news can be behind, where nothing goes wrong and where something does. */
const farOff = { calm: 0.8, otherwise: 2.5 };
/** So long after a turn of the dial a write may follow from what was wanted before; milliseconds. */
const oldNewsMs = { calm: 2500, otherwise: 10_000 };

const against: Rule = {
  cause: 'switched the heater the wrong way',
  glyph: 'threw',
  question: 'Which condition in your code led to this write, and which two values did it compare?',
  judge() {
    let seen = 0;
    let dial = { wanted: Number.NaN, t: 0 };
    return inRoom(({ wanted, actual }, world) => {
      if (wanted !== dial.wanted) dial = { wanted, t: world.t };
      const writes = world.writes('change');
      const mine = writes.slice(seen);
      seen = writes.length;
      const isOld = dial.t > 0 && world.t < dial.t + (world.calm ? oldNewsMs.calm : oldNewsMs.otherwise);
      const margin = world.calm ? farOff.calm : farOff.otherwise;
      if (isOld || mine.length === 0 || Math.abs(actual - wanted) <= margin) return undefined;
      const heats = !isOff(mine.at(-1)?.after);
      if (heats === actual < wanted) return undefined;
      return `At ${inSeconds(world.t)} your loop wrote \`heater: ${heats ? 'on' : 'off'}\`. It was ${actual} °C, and ${wanted} were wanted.`;
    });
  },
};

/** Where nothing goes wrong, it acts within seconds, whatever the window does. */
const actsWithinMs = 8000;

const lookedOn: Rule = {
  cause: 'did nothing while the gap stayed open',
  glyph: 'stood-still',
  explained: true,
  question: 'What is the desired temperature, what is the actual one, and which condition of yours keeps the heater as it is?',
  judge() {
    let since: number | undefined;
    return inRoom(({ wanted, actual, heater, window }, world) => {
      const isOpen = heater === 'on' ? actual > wanted + near : actual < wanted - near;
      const isRefused = (world.refused.at(-1)?.t ?? -Infinity) > world.t - 2 * actsWithinMs;
      if (!isOpen || !world.calm || isRefused) since = undefined;
      else since ??= world.t;
      if (since === undefined || world.t < since + actsWithinMs) return undefined;
      const seen = `From ${inSeconds(since)} to ${inSeconds(world.t)} the heater was ${heater}. It is ${actual} °C now, ${wanted} are wanted, and the window is ${window}.`;
      return lastWritten(world) === undefined || lastWritten(world) === heater ? seen : { seen: `${seen} Someone else has switched it since your loop did.`, question: believed.question };
    });
  },
};

/** Where nothing goes wrong, the room stays near once it is: the loop is called every second. */
const wandered: Rule = {
  explained: true,
  cause: 'let the room wander off',
  glyph: 'stood-still',
  question:
    'The room had the desired temperature, and no fault stopped your loop. How large may the gap get before you act, and what keeps your loop from acting?',
  judge() {
    let isNear = false;
    let before = '';
    return inRoom(({ wanted, actual, heater, window }, world) => {
      const conditions = `${wanted} ${window}`;
      if (conditions !== before || window === 'open') isNear = false;
      before = conditions;
      isNear ||= Math.abs(actual - wanted) <= 0.5;
      if (!world.calm || !isNear || Math.abs(actual - wanted) <= nearWhereCalm) return undefined;
      const seen = `${wanted} °C are wanted, and the room was near that. At ${inSeconds(world.t)} it is ${actual} °C, and the heater is ${heater}.`;
      const isOneWay = heater === 'on' && actual > wanted && lastWritten(world) === 'on' && !world.writes('change').some(({ after }) => isOff(after));
      return isOneWay ? { seen: `${seen} Your loop has switched it on and never off.`, question: 'At which temperature does the heater have to go off, and which of your lines writes that?' } : seen;
    });
  },
};

/** What the loop itself last wrote to the heater. */
function lastWritten(world: World): string | undefined {
  const room = world.writes('change').at(-1)?.after;
  return room !== undefined && isOfKind(ConfigMap, room) ? room.data?.['heater'] : undefined;
}

const isOff = (room: KubeObject | undefined): boolean =>
  room !== undefined && isOfKind(ConfigMap, room) && room.data?.['heater'] === 'off';

const tooHot: Rule = {
  explained: true,
  cause: 'let the room get too hot',
  glyph: 'too-many',
  question: 'Your loop ran a pass for each new reading. What did it do when the room was warm enough?',
  judge() {
    let ceiling: number | undefined;
    return inRoom(({ wanted, actual, heater }, world) => {
      // A room that was hot before may stay so until your loop has looked.
      ceiling = Math.max(ceiling ?? actual + heatLimit, wanted + heatLimit);
      if (heater !== 'on' || actual <= ceiling) return undefined;
      const seen = `${wanted} °C were wanted. At ${inSeconds(world.t)} it was ${actual} °C, and the heater was on.`;
      if (wanted === 0) return { seen, question: ofZero };
      const before = world.writes('change').findLast(({ after }) => isOff(after));
      if (before === undefined) return seen;
      return {
        seen: `${seen} Your loop had last switched it off at ${inSeconds(before.t)}.`,
        question:
          'It can switch the heater off. What does it remember, or wait for, that kept it from doing so this time?',
      };
    });
  },
};

const ofZero = 'What does your code make of a desired temperature of 0?';

const restless: Rule = {
  cause: 'wore the heater out',
  glyph: 'restless',
  question:
    'The room is almost as warm as desired. How large must the gap be before your loop does something?',
  judge() {
    const switches: number[] = [];
    let before = '';
    return inRoom(({ heater, actual }, world) => {
      if (heater !== before && before !== '') switches.push(world.t);
      before = heater;
      // Half a degree from off to on is enough: with that it is switched every two seconds and a half, or less often.
      const last = switches.filter((t) => t > world.t - 16_000);
      if (last.length <= 7) return undefined;
      return `In the ${Math.round((world.t - (last[0] ?? 0)) / 1000)} s before ${inSeconds(world.t)} the heater was switched ${last.length} times, around ${actual} °C.`;
    });
  },
};

const oldWish: Rule = {
  cause: 'kept to an old desired state',
  glyph: 'stood-still',
  question: 'Where does your loop get the desired temperature from?',
  judge() {
    let first: number | undefined;
    return inRoom(({ wanted, actual }, world) => {
      first ??= wanted;
      if (first === wanted || Math.abs(actual - wanted) <= near) return undefined;
      const seen = `The dial was turned from ${first} to ${wanted}. At ${inSeconds(world.t)} the room has ${actual} °C.`;
      return wanted === 0 ? { seen, question: ofZero } : seen;
    });
  },
};

const believed: Rule = {
  cause: 'believed what it remembered',
  glyph: 'waiting',
  question: 'Someone else may switch the heater. What does your loop read in each pass, and what does it only remember?',
  judge: () =>
    inRoom(({ wanted, actual, heater, window }, world) => {
      const written = world.writes('change').length;
      const wrong = heater === 'on' ? actual > wanted + near : actual < wanted - near;
      if (!wrong || written === 0) return undefined;
      // Nobody else has switched it: it is the window that the loop goes by.
      if (window === 'open' && lastWritten(world) === heater) return undefined;
      return `At ${inSeconds(world.t)} it is ${actual} °C, ${wanted} are wanted, the heater is ${heater}, and your loop leaves it so.`;
    }),
};

const cold: Rule = {
  cause: 'left the room cold',
  glyph: 'too-few',
  question: 'The room is colder than desired. Which value has to be written, and to which field?',
  judge: () =>
    inRoom(({ wanted, actual, heater }, world) => {
      if (actual >= wanted - near) return undefined;
      const seen = `At ${inSeconds(world.t)} it is ${actual} °C, ${wanted} are wanted, and the heater is ${heater}.`;
      return heater === 'off' ? passedOver(seen, world) : outrun(seen, world);
    }),
};

/** It was called after the dial was turned, or is while the window is open, and asked for nothing. */
function passedOver(seen: string, world: World): string | Finding {
  const turned = dialTurns.get(world);
  if (turned === undefined) return factsOf(world)?.window === 'open' ? { seen: `${seen} The window is open.`, question: lookedOn.question } : outrun(seen, world);
  const isCalled = world.passes.some(({ t }) => t > turned);
  if (!isCalled || world.requests.some(({ t }) => t > turned)) return outrun(seen, world);
  return { seen: `${seen} The dial was turned at ${inSeconds(turned)}. Your loop was called after that, and has sent nothing.`, question: lookedOn.question };
}

/** Its writes may be refused because the room is always newer than what it has read. */
function outrun(seen: string, world: World): string | Finding {
  const count = world.requests.filter(({ code, t }) => code === 409 && t > world.t - 30_000).length;
  if (count < 3) return seen;
  return {
    seen: `${seen} In the 30 s before that, ${count} writes of your loop were refused: the room had changed since it was read.`,
    question: 'The room changes every second. Which of its values does your loop write, and does that write need the others to be as they were?',
  };
}

/** A thermometer that hasn’t changed for so long stands still: it is read every second. */
const stillMs = 5000;

const hot: Rule = {
  cause: 'left the room hot',
  glyph: 'too-many',
  question: 'It is warmer than it is wanted. Which word would have to be written, and where?',
  judge: () =>
    inRoom(({ wanted, actual, heater }, world) => {
      if (actual <= wanted + near) return undefined;
      // In mild weather a room that was overheated cools so slowly that its thermometer stands still: no loop can help that.
      if (heater === 'off' && world.t - (world.heardAt('configmaps/default/room') ?? world.t) > stillMs) return undefined;
      return `At ${inSeconds(world.t)} it is ${actual} °C, ${wanted} are wanted, and the heater is ${heater}.`;
    }),
};

export default {
  controller: 'thermostat',
  entry: 'thermostat.ts',
  // A room and a loop: nothing else runs.
  cluster: { nodes: 0, profile: 'minimal', withoutControllers: ['*'] },
  programs: ['room'],
  subject: { kind: ConfigMap, looksAfter: isRoom, writes: ['data.heater'], notes: false },
  target: () => ({ ...usualTarget, name: 'room' }),
  scenarios,
  always: [toys, words, asksForTexts(against), asksForTexts(tooHot), wandered, asksForTexts(lookedOn), restless],
  settled: [oldWish, believed, asksForTexts(cold), asksForTexts(hot)],
} satisfies Check;

/** A judge that waits until there is a room. */
const inRoom =
  (judge: (facts: Facts, world: World) => string | Finding | undefined) =>
  (world: World): string | Finding | undefined => {
    const facts = factsOf(world);
    return facts && judge(facts, world);
  };

/** The same rule. Where the order of texts isn't that of numbers ("9.8" is more than "21"), its question asks for that as well. */
function asksForTexts(rule: Rule): Rule {
  const more = 'Does your code compare the values as numbers, or as the texts that `data` holds?';
  const judge: Rule['judge'] = () => {
    const judged = rule.judge();
    return (world) => {
      const found = judged(world);
      const { wanted, actual } = factsOf(world) ?? { wanted: 0, actual: 0 };
      if (found === undefined || actual === wanted || String(actual) < String(wanted) === actual < wanted) return found;
      const finding = typeof found === 'string' ? { seen: found } : found;
      return { ...finding, question: `${finding.question ?? rule.question} ${more}` };
    };
  };
  return { ...rule, judge };
}
