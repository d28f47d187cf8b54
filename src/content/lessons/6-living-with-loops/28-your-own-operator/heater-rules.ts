/** What a loop may write to ConfigMaps: heaters of its own, with the settings that their Thermostats ask for, and its valves. */
import { ConfigMap, controllerOf, isControlledBy, isOfKind, keyOf, type KubeObject } from 'converge/sdk';
import { changedPaths, isWithin } from '../../../../lesson/universes/rules/changed-paths.ts';
import { perWrite, withLeaving } from '../../../../lesson/universes/rules/own-objects.ts';
import { shortName, staleMs } from '../../../../lesson/universes/rules/shared.ts';
import type { Finding, Rule, World } from '../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../lesson/universes/words.ts';
import { boilerKey, forLeaving, heaterKey, ofEachRoom, roomsIn, Thermostat, valveOf } from './house.ts';

/** The Thermostats there ever were. */
const everIn = (world: World): readonly KubeObject[] => world.owners.map(({ desired }) => desired);

export const made: Rule = {
  cause: 'made a heater that is no Thermostat’s own',
  glyph: 'orphan',
  question: 'Name, namespace, `ownerReferences`: which of the three would your next pass, or the garbage collector, look for?',
  judge: withLeaving('create', ({ t, after }, world, leavingSince) => {
    if (after === undefined) return undefined;
    const thermostat = everIn(world).find((each) => keyOf(after) === heaterKey(each) && isControlledBy(after, each));
    const since = leavingSince.get(thermostat?.metadata.uid ?? '') ?? t;
    if (t > since + staleMs) return { ...forLeaving, seen: `At ${inSeconds(t)} your loop made \`${keyOf(after)}\`. Its Thermostat has been on its way out since ${inSeconds(since)}.` };
    if (thermostat !== undefined) return undefined;
    const { namespace, name } = after.metadata;
    const owner = controllerOf(after);
    const its = owner === undefined ? 'It has no controller' : `Its controller is the ${owner.kind} \`${owner.name}\``;
    return { seen: `At ${inSeconds(t)} your loop made \`${name}\` in the namespace \`${namespace}\`. ${its}, and no Thermostat there asks for it.` };
  }),
};

/** Labels and annotations that scenarios put on a heater. */
const others = ['floor', 'example.com/checked'];

/** Of a Thermostat itself a loop writes the status and its finalizer. */
const writable = ['status', 'metadata.finalizers', 'metadata.annotations'];

export const changed: Rule = {
  cause: 'changed what isn’t its own',
  glyph: 'orphan',
  question: 'A name can come back, and what had it before is still there for a while. By what does your loop know a heater as its own?',
  judge: perWrite('change', ({ t, object, before, after }, world) => {
    if (before === undefined || after === undefined) return undefined;
    const paths = changedPaths(before, after);
    const what = (path: string): string => `At ${inSeconds(t)} your loop changed \`${path}\` of \`${shortName({ object })}\``;
    if (isOfKind(Thermostat, before)) return desiredChanged(paths, what);
    const [first = ''] = paths;
    if (keyOf(before) === boilerKey) return valvesChanged(paths, what, world);
    const owner = everIn(world).find((each) => isControlledBy(before, each));
    if (owner === undefined) return paths.length === 0 ? undefined : { seen: `${what(first)}, which is no Thermostat’s heater.` };
    return notesDropped(before, after, what) ?? readingChanged(paths, what);
  }),
};

/** What others have noted on a heater stays. */
function notesDropped({ metadata: before }: KubeObject, { metadata: after }: KubeObject, what: What): Finding | undefined {
  for (const field of ['labels', 'annotations'] as const) {
    const lost = others.find((key) => before[field]?.[key] !== undefined && before[field]?.[key] !== after[field]?.[key]);
    if (lost === undefined) continue;
    return {
      seen: `${what(`metadata.${field}`)}: \`${lost}\`, which someone else had put there, is gone.`,
      question: 'Others label and annotate what your loop makes. Which fields does your request name, and what becomes of those that it doesn’t?',
    };
  }
  return undefined;
}

type What = (path: string) => string;

function desiredChanged(paths: readonly string[], what: What): Finding | undefined {
  const path = paths.find((each) => !isWithin(each, writable));
  if (path === undefined) return undefined;
  return {
    cause: 'changed the desired state itself',
    seen: `${what(path)}. That is the desired state.`,
    question: 'Who writes the desired state, who writes the actual state, and which of the two may your loop change?',
  };
}

function valvesChanged(paths: readonly string[], what: What, world: World): Finding | undefined {
  const valves = everIn(world).map((each) => `data.${valveOf(each)}`);
  const path = paths.find((each) => !valves.includes(each));
  if (path === undefined) return undefined;
  const seen = path.startsWith('data.') ? `${what(path)}. That valve is no Thermostat’s.` : `${what(path)}. It holds the valves of others, too.`;
  const question =
    paths.length === 1 && path.startsWith('data.')
      ? 'Others keep their valves in the same ConfigMap. By what does your loop know that this one was a Thermostat’s?'
      : 'Others keep their valves in the same ConfigMap. Does your request name one valve, or all of `data`?';
  return { cause: 'turned a valve of others', seen, question };
}

function readingChanged(paths: readonly string[], what: What): Finding | undefined {
  const path = paths.find((each) => !/^(data\.(wanted|heater)|metadata\.(annotations|labels|ownerReferences|finalizers)\b.*)$/.test(each));
  if (path === undefined) return undefined;
  return {
    cause: 'wrote over the reading',
    glyph: 'threw',
    seen: `${what(path)}. The thermometer writes that.`,
    question: 'Two programs write to the heater. Does your request name your settings alone, or everything in `data`?',
  };
}

export const missing: Rule = {
  cause: 'left a Thermostat without its heater',
  glyph: 'too-few',
  step: 1,
  question: 'Take what is stored at that moment, and nothing else. What calls your loop, and what does it do?',
  judge: ofEachRoom(({ name, thermostat, heater }, { t }) =>
    heater === undefined ? `At ${inSeconds(t)} \`${name}\` has no \`${heaterKey(thermostat)}\` of its own.` : undefined,
  ),
};

/** Degrees. */
const tolerance = 0.5;

export const switched: Rule = {
  cause: 'switched a heater within its tolerance',
  glyph: 'restless',
  question: 'The room is near its target. What does `settingsFor` say of a heater then?',
  judge: perWrite('change', ({ t, before, after }, world) => {
    const room = roomsIn(world).find(({ heater }) => heater?.metadata.uid === after?.metadata.uid);
    if (!world.calm || room === undefined || before === undefined || !isOfKind(ConfigMap, before)) return undefined;
    const { actual, heater } = before.data ?? {};
    const { target } = room.thermostat.spec;
    if (heater === room.heater?.data?.['heater'] || actual === undefined || Math.abs(target - Number(actual)) > tolerance) return undefined;
    return { seen: `At ${inSeconds(t)} your loop switched the heater of \`${room.name}\` ${room.heater?.data?.['heater']}. The reading was ${actual}, and the target is ${target}.` };
  }),
};

export const wrongSettings: Rule = {
  cause: 'left a heater at other settings',
  glyph: 'stood-still',
  step: 1,
  question: 'What does `settingsFor` return for this Thermostat and this heater, and when does your loop compare the two?',
  judge: ofEachRoom(({ name, thermostat: { spec }, heater }, { t }) => {
    const { wanted, heater: now, actual } = heater?.data ?? {};
    const gap = actual === undefined ? -spec.target : spec.target - Number(actual);
    const kept = now === 'on' ? 'on' : 'off';
    const needed = gap > tolerance ? 'on' : gap < -tolerance ? 'off' : kept;
    if (heater === undefined || (wanted === String(spec.target) && now === needed)) return undefined;
    return `At ${inSeconds(t)} the target of \`${name}\` is ${spec.target}, and its heater has \`wanted: ${wanted}\`, \`heater: ${now}\`, \`actual: ${actual}\`.`;
  }),
};

