/** What your definition has to do: objects of the new kind, good and bad, are created, changed and read. */
import { CustomResourceDefinition } from 'converge/sdk';
import type { Random } from '../../../../engine/index.ts';
import { type Mistake, mistake } from '../../../../lesson/universes/finding.ts';
import type { Bench } from '../../../../lesson/universes/trials/bench.ts';
import { create, type CustomObject, firstFinding, judged, patch, read } from '../../../../lesson/universes/trials/custom-objects.ts';
import type { CaseFinding, Check, Trial } from '../../../../lesson/universes/types.ts';

// A room is any text.
const rooms = ['hall', 'kitchen', 'study', 'Bath 2', 'the small one under the roof', `the ${'second '.repeat(40)}room on the left`];
const lowest = 5;
const highest = 30;

const thermostat = (spec?: unknown): CustomObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Thermostat',
  metadata: { name: 'mine' },
  ...(spec === undefined ? {} : { spec }),
});

const refusedRight: Mistake = {
  cause: 'refused a right thermostat',
  glyph: 'threw',
  question: 'The answer names a field and a rule. Which line of your definition is that, and for which objects should it not hold?',
};
const wrongTarget = mistake('let a wrong target through', 'Which values of this field does your schema allow: of which type, from which to which?');
const leftOut = mistake('let something be left out', 'Which list in the schema names the fields that must be there, and at which level does it stand?', 'too-few');
const wrongMode = mistake('let an unknown mode through', 'How does a schema say that a text is one of three?');
const offIsFalse = mistake('took off for a boolean', 'Which three values does the answer list? What does YAML take a plain `off` for?', 'threw');
const noDefault = mistake('set no default mode', 'The object was stored without a mode. Which key of the schema fills it in?', 'too-few');
const keptNull: Mistake = { ...noDefault, question: 'The task names three modes, and null is none of them. Which key of the schema lets null be stored?' };
const moved = mistake('let a thermostat move', 'A schema sees only the new object. What gives a rule the old value, too?');
const movedAlike: Mistake = { ...moved, question: 'Your rule compares the two rooms. Which different texts does it take for the same?' };
const warmNight = mistake('let the night be warmer than the day', 'The rule is about two fields. At which level of the schema are both of them in reach?');
const wrongNight = mistake('let a wrong night through', 'Which values of the night does the task allow, and which type has only those?');
const filledNight = mistake('filled in a night', 'The object was created without a night. Which key of the schema fills in a field, and for which field does the task name a default?', 'too-many');
const noStatus = mistake('had no status to write', 'A status has an endpoint of its own. What in the version of your definition switches it on, and which field does the schema give it?', 'too-few');
const fewNumbers: Mistake = { ...noStatus, question: 'The API server refused this number for `status.actual`. Which numbers does your schema allow there?' };
const statusWritten = mistake('let a status be written with the object', 'Then a user who edits the spec can overwrite what the controller has observed. What keeps the two apart?');
const noColumn = mistake('showed no target', 'What makes `kubectl get` print a column, and from which path does it read?', 'too-few');
const noShortName: Mistake = { ...noColumn, question: '`th` is a short name. Where does a definition list those?' };
const keptUnknown = mistake('kept an unknown field', 'The API server drops what the schema doesn’t name. What in your schema tells it not to?');

const of = 'thermostats.example.com mine';
const both = (accepted: Mistake) => ({ accepted, refused: refusedRight });
/** A long room is cut. */
const inShort = (value: unknown): unknown => (typeof value === 'string' && value.length > 60 ? `${value.slice(0, 24)}… (${value.length} characters)` : value);
const shown = (spec: unknown): string => `A Thermostat with the spec \`${JSON.stringify(spec, (_, value: unknown) => inShort(value))}\``;

function drawSpec(random: Random): { room: string; target: number } {
  return { room: random.pick(rooms), target: lowest + random.int(highest - lowest + 1) };
}

/** Creates what ought to be accepted. */
async function created(bench: Bench, spec: unknown): Promise<CaseFinding | undefined> {
  return judged(await create(bench, thermostat(spec)), true, shown(spec), both(refusedRight));
}

/** Creates it, and forgets it again. */
async function tried(bench: Bench, spec: unknown, wished: boolean, accepted: Mistake): Promise<CaseFinding | undefined> {
  const ran = await create(bench, thermostat(spec));
  if (ran.ok) await bench.run(`kubectl delete ${of}`);
  return judged(ran, wished, spec === undefined ? 'A Thermostat without a spec' : shown(spec), both(accepted));
}

const targets: Trial = {
  name: 'targets at the limits and beyond',
  judge(bench, random) {
    const { room } = drawSpec(random);
    const values = [lowest - 1, lowest, highest, highest + 1, lowest + random.int(highest - lowest), '21', 21.5];
    const isRight = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value >= lowest && value <= highest;
    return firstFinding(...values.map((target) => () => tried(bench, { room, target }, isRight(target), wrongTarget)));
  },
};

const required: Trial = {
  name: 'something is left out',
  judge(bench, random) {
    const spec = drawSpec(random);
    const { room, target } = spec;
    return firstFinding(
      () => tried(bench, spec, true, leftOut),
      () => tried(bench, { room }, false, leftOut),
      () => tried(bench, { target }, false, leftOut),
      () => tried(bench, undefined, false, leftOut),
    );
  },
};

/** An enum that holds `false` in place of a text was written with a plain `off`. */
const asBoolean = (found: CaseFinding | undefined): CaseFinding | undefined => (found?.seen.includes('"false"') ? { ...offIsFalse, seen: found.seen } : found);

const modes: Trial = {
  name: 'modes',
  judge(bench, random) {
    const spec = drawSpec(random);
    const all = ['heat', 'cool', 'off'];
    // No longer word that a mode is part of, and no other way to write one.
    const unknown = [random.pick(['warm', 'auto']), '', 'HEAT', 'false', random.pick(['heating', 'preheat', 'cooler', 'offset'])];
    return firstFinding(
      ...all.map((each) => async () => asBoolean(await tried(bench, { ...spec, mode: each }, true, wrongMode))),
      ...unknown.map((each) => () => tried(bench, { ...spec, mode: each }, false, wrongMode)),
      () => filledMode(bench, spec),
      () => filledMode(bench, { ...spec, mode: null }),
      () => created(bench, spec),
      ...changes.map((each) => () => changedMode(bench, each)),
    );
  },
};

/** From the default on, each mode follows each other. */
const changes = ['cool', 'heat', 'off', 'cool', 'off', 'heat'];

/** Where there is no mode, the default is stored. */
async function filledMode(bench: Bench, spec: { readonly room: string; readonly mode?: null }): Promise<CaseFinding | undefined> {
  const refused = await created(bench, spec);
  if (refused !== undefined) return refused;
  const stored = await read(bench, of, '.spec.mode');
  await bench.run(`kubectl delete ${of}`);
  if (stored === 'heat') return undefined;
  return { ...(spec.mode === null ? keptNull : noDefault), seen: `${shown(spec)} was created. Its stored mode is ${stored === '' ? 'absent' : `\`${stored}\``}; expected: \`heat\`.` };
}

async function changedMode(bench: Bench, mode: string): Promise<CaseFinding | undefined> {
  await patch(bench, of, { spec: { mode } });
  const stored = await read(bench, of, '.spec.mode');
  return stored === mode ? undefined : { ...refusedRight, seen: `The mode was changed to \`${mode}\`, and \`${stored}\` is stored.` };
}

const stays: Trial = {
  name: 'the room stays',
  judge(bench, random) {
    const spec = drawSpec(random);
    const other = random.pick(rooms.filter((room) => room !== spec.room));
    const alike = random.pick([spec.room.toUpperCase(), [...spec.room].reverse().join('')]);
    const target = spec.target === lowest ? lowest + 1 : spec.target - 1;
    return firstFinding(
      () => created(bench, spec),
      async () => judged(await patch(bench, of, { spec: { target } }), true, `The target changes from ${spec.target} to ${target}`, both(moved)),
      async () => judged(await patch(bench, of, { spec: { room: other } }), false, `The room changes from \`${inShort(spec.room)}\` to \`${inShort(other)}\``, both(moved)),
      async () => judged(await patch(bench, of, { spec: { room: other, target: spec.target } }), false, `The room changes to \`${inShort(other)}\` together with the target`, both(moved)),
      async () => judged(await patch(bench, of, { spec: { room: alike } }), false, `The room changes from \`${inShort(spec.room)}\` to \`${inShort(alike)}\``, both(movedAlike)),
    );
  },
};

const nights: Trial = {
  name: 'day and night',
  judge(bench, random) {
    const target = lowest + 3 + random.int(highest - lowest - 4);
    const spec = { room: random.pick(rooms), target };
    return firstFinding(
      () => tried(bench, spec, true, warmNight),
      () => tried(bench, { ...spec, night: target }, true, warmNight),
      () => tried(bench, { ...spec, night: target + 1 }, false, warmNight),
      () => tried(bench, { ...spec, night: target - 0.5 }, false, wrongNight),
      // The task sets no lower limit.
      () => tried(bench, { ...spec, night: random.int(lowest) - 2 }, true, warmNight),
      () => withoutNight(bench, spec),
      () => created(bench, { ...spec, night: target - 1 }),
      async () => judged(await patch(bench, of, { spec: { target: target - 2 } }), false, `The night is ${target - 1}, and the target changes from ${target} to ${target - 2}`, both(warmNight)),
      async () => judged(await patch(bench, of, { spec: { night: null } }), true, 'The night is taken away', both(warmNight)),
    );
  },
};

/** What has no night gets none. */
async function withoutNight(bench: Bench, spec: unknown): Promise<CaseFinding | undefined> {
  const ran = await create(bench, thermostat(spec));
  const night = await read(bench, of, '.spec.night');
  await bench.run(`kubectl delete ${of}`);
  return ran.ok && night !== '' ? { ...filledNight, seen: `${shown(spec)} was created. Its stored night is ${night}; expected: absent.` } : undefined;
}

const status: Trial = {
  name: 'the status',
  async judge(bench, random) {
    const actual = random.pick([-3, 15, 22]) + random.int(3) + 0.5;
    const found = await created(bench, drawSpec(random));
    if (found !== undefined) return found;
    await patch(bench, of, { status: { actual: actual + 10 } });
    const early = await read(bench, of, '.status.actual');
    if (early !== '') return { ...statusWritten, seen: `A change of the object set \`status.actual\` to ${early}. Only a request to the status may.` };
    const { ok, text } = await patch(bench, of, { status: { actual } }, '--subresource=status');
    const stored = await read(bench, of, '.status.actual');
    if (!ok || stored !== String(actual))
      return { ...(!ok && text.includes('status.actual') ? fewNumbers : noStatus), seen: `\`kubectl patch --subresource=status\` was to set \`status.actual\` to ${actual}. ${ok ? `Stored is ${stored === '' ? 'nothing' : stored}.` : `The answer: ${text}`}` };
    await patch(bench, of, { spec: { target: lowest }, status: { actual: 99 } });
    const kept = await read(bench, of, '.status.actual');
    return kept === String(actual) ? undefined : { ...statusWritten, seen: `A change of the spec made \`status.actual\` ${kept} from ${actual}.` };
  },
};

const columns: Trial = {
  name: 'what kubectl get prints',
  async judge(bench, random) {
    const spec = drawSpec(random);
    const found = await created(bench, spec);
    if (found !== undefined) return found;
    const { text } = await bench.run('kubectl get th');
    const [head = '', row = ''] = text.split('\n');
    const at = head.split(/ {2,}/).findIndex((title) => title.toUpperCase() === 'TARGET');
    return at >= 0 && row.split(/ {2,}/)[at]?.trim() === String(spec.target)
      ? undefined
      : { ...(text.includes('resource type') ? noShortName : noColumn), seen: `${shown(spec)} was created. \`kubectl get th\` printed: ${text}` };
  },
};

const unknown: Trial = {
  name: 'a field that the schema doesn’t name',
  async judge(bench, random) {
    const { room, target } = drawSpec(random);
    const field = random.pick(['color', 'nigth', 'owner']);
    await bench.apply('mine.yaml', JSON.stringify(thermostat({ room, target })));
    await patch(bench, of, { spec: { [field]: 'x' } });
    const stored = await read(bench, of, '.spec');
    if (stored.includes(field)) return { ...keptUnknown, seen: `A change added the field \`spec.${field}\`, and it was stored: \`${stored}\`.` };
    await patch(bench, of, { status: { [field]: 'x' } }, '--subresource=status');
    const kept = await read(bench, of, '.status');
    return kept.includes(field) ? { ...keptUnknown, seen: `A change of the status added the field \`status.${field}\`, and it was stored: \`${kept}\`.` } : created(bench, { room, target });
  },
};

export default {
  controller: 'thermostats.yaml',
  entry: 'thermostats.yaml',
  cluster: { nodes: 0 },
  subject: { kind: CustomResourceDefinition, writes: [] },
  scenarios: [],
  trials: [targets, required, modes, stays, nights, status, columns, unknown],
  always: [],
  settled: [],
} satisfies Check;
