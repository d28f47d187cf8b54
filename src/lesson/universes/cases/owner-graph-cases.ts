/** What a graph of owners must do, tried by calls alone: objects come, change their owners and go, in any order that a watch may have. */
import { engineParts, type Random } from '../../../engine/index.ts';
import { kinds } from '../../../engine/sdk/index.ts';
import { createReadableGraph } from '../../../session/learner/parts/made-part.ts';
import type { CallValue } from '../../../session/apart/messages.ts';
import { isRecord } from '../../../session/record.ts';
import { type Mistake, mistake } from '../finding.ts';
import type { Case } from '../types.ts';
import type { Call } from './calls.ts';
import { judgeScripts, type ScriptedPart } from './scripts.ts';

/** Scripts of a universe: each crosses the port once. */
const scripts = 12;

interface Thing {
  readonly plural: string;
  readonly kind: string;
  readonly apiVersion: string;
  readonly name: string;
  readonly uid: string;
}

const set: Thing = { plural: 'replicasets', kind: 'ReplicaSet', apiVersion: 'apps/v1', name: 'web', uid: 'set' };
const deployment: Thing = { plural: 'deployments', kind: 'Deployment', apiVersion: 'apps/v1', name: 'web', uid: 'deployment' };
const map: Thing = { plural: 'configmaps', kind: 'ConfigMap', apiVersion: 'v1', name: 'web', uid: 'map' };
const pods = ['a', 'b'].map((name): Thing => ({ plural: 'pods', kind: 'Pod', apiVersion: 'v1', name: `web-${name}`, uid: name }));
const things = [deployment, set, map, ...pods];

export const ownerGraphCases: readonly Case[] = [
  { name: 'owners come before what they own', judge: (run, random) => judgeScripts(run, part, draw(random, { isInOrder: true })) },
  { name: 'objects come in any order', judge: (run, random) => judgeScripts(run, part, draw(random, {})) },
  { name: 'owners wait for what they own', judge: (run, random) => judgeScripts(run, part, draw(random, { waits: true })) },
  { name: 'references are wrong', judge: (run, random) => judgeScripts(run, part, draw(random, { areWrong: true })) },
];

interface Course {
  readonly isInOrder?: true;
  readonly waits?: true;
  readonly areWrong?: true;
}

function* draw(random: Random, course: Course): Generator<readonly Call[]> {
  for (let count = 0; count < scripts; count += 1) {
    const calls: Call[] = [];
    const add = (name: string, ...values: readonly CallValue[]): void => void calls.push({ name, values, atMs: 0 });
    const gone = new Set<string>();
    const length = 4 + random.int(8);
    for (let index = 0; index < length; index += 1) {
      const ordered = course.isInOrder === true ? things[index] : undefined;
      const thing = ordered ?? random.pick(things);
      // A uid never comes back.
      if (gone.has(thing.uid)) continue;
      if (ordered === undefined && random.chance(0.3)) {
        add('gone', thing.uid);
        gone.add(thing.uid);
      } else add('seen', thing.plural, objectOf(thing, random, course));
      const other = random.pick(things);
      add('item', other.uid);
      if (random.chance(0.3)) add('uidOf', `${other.plural}/default/${other.name}`);
      if (random.chance(0.3)) add('isAbsent', referenceTo(other), 'default');
      if (random.chance(0.1)) add('noteAbsent', { ...referenceTo(other), uid: 'never' }, 'default');
    }
    add('isAbsent', { ...referenceTo(set), uid: 'never' }, 'default');
    yield calls;
  }
}

const referenceTo = ({ apiVersion, kind, name, uid }: Thing): { apiVersion: string; kind: string; name: string; uid: string } => ({ apiVersion, kind, name, uid });

function objectOf(thing: Thing, random: Random, { waits, areWrong }: Course): CallValue {
  const owners = thing.plural === 'pods' ? [set, map] : thing === set ? [deployment] : [];
  const ownerReferences = owners
    .filter(() => random.chance(0.7))
    .map(referenceTo)
    .map((reference) => (areWrong === true && random.chance(0.4) ? { ...reference, ...random.pick([{ name: 'api' }, { kind: 'Secret' }, { uid: 'never' }]) } : reference));
  const isLeaving = waits === true && random.chance(0.5);
  return {
    apiVersion: thing.apiVersion,
    kind: thing.kind,
    metadata: {
      name: thing.name,
      namespace: areWrong === true && random.chance(0.1) ? 'shop' : 'default',
      uid: thing.uid,
      ...(ownerReferences.length > 0 ? { ownerReferences } : {}),
      ...(isLeaving ? { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [random.pick(['foregroundDeletion', 'orphan', 'foregroundDeletion'])] } : {}),
    },
  };
}

const part: ScriptedPart = {
  make: () => createReadableGraph(engineParts.createOwnerGraph(kinds)),
  words: valueWords,
  isRight: isAsGood,
  mistake: whatIsWrong,
};

function valueWords(value: CallValue): string {
  if (typeof value === 'string') return `'${value}'`;
  if (!isRecord(value) || !isRecord(value['metadata'])) return JSON.stringify(value);
  const { name, namespace, uid, ownerReferences, deletionTimestamp, finalizers } = value['metadata'];
  const owners = Array.isArray(ownerReferences) ? `, owners ${ownerReferences.map((each) => `${each.kind} ${each.name} (${each.uid})`).join(' and ')}` : '';
  const leaving = deletionTimestamp === undefined ? '' : `, leaving, ${JSON.stringify(finalizers)}`;
  return `${String(namespace)}/${String(name)} (${String(uid)}${owners}${leaving})`;
}

const listIn = (value: CallValue | undefined): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A pass too many does no harm, where it is about the object itself, about its owners or what it owns. */
function isAsGood({ name, values }: Call, returned: CallValue | undefined, expected: CallValue | undefined): boolean {
  if (name === 'noteAbsent') return true;
  if (name !== 'seen' && name !== 'gone') return JSON.stringify(returned) === JSON.stringify(expected);
  const [due, should] = [listIn(returned), listIn(expected)];
  return should.every((key) => due.includes(key)) && due.length <= should.length + nearTo(values) && new Set(due).size === due.length;
}

/** How many keys more may be due. */
const nearTo = (values: readonly CallValue[]): number => (values.length === 2 ? 3 : 1);

function whatIsWrong(calls: readonly Call[], returned: CallValue | undefined, expected: CallValue | undefined): Mistake {
  const last = calls.at(-1);
  switch (last?.name) {
    case 'item':
      return mistake('lost a dependent', 'Owners and dependents come in any order, and references change. Which of your lines enters a dependent, and which takes it out?', 'orphan');
    case 'uidOf':
      return mistake('lost an object', 'Which object has this key now? What happens to the key when another one takes the name?', 'orphan');
    case 'isAbsent':
      return returned === true
        ? mistake('took an owner for absent', 'What proves that an owner is gone? That it hasn’t been seen yet does not.')
        : mistake('forgot who is absent', 'This owner is known to be gone. Where does your graph remember that?', 'waiting');
    default:
      return listIn(returned).length > listIn(expected).length
        ? mistake('called for objects that nothing has happened to', 'For which objects does this event change what is to be done?', 'restless')
        : mistake('missed an object that is due', 'This event changes what is to be done about an object. Think of its owners, and of what it owns: which of them have to be looked at again?', 'orphan');
  }
}
