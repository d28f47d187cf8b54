/** Conditions and the states of containers, as one reads them: "Ready: True", "`nginx` runs". Of any kind that has them. */
import { fieldIn, stringIn } from '../field-in.ts';

const conditionLists = ['conditions'] as const;
const containerLists = ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses'] as const;
/** What most people ask for first. */
const foremost = ['Ready', 'Available', 'Complete', 'Failed'];

/** What has changed from one state of an object to the next, in words. Times and messages alone say nothing. */
export function stateChanges(before: unknown, after: unknown): readonly string[] {
  const containers = containerLists.flatMap((list) => changed(before, after, list, 'name', containerWords));
  const conditions = conditionLists.flatMap((list) => changed(before, after, list, 'type', conditionWords));
  return [...containers, ...conditions];
}

/** The object without what `stateChanges` tells. */
export function withoutStates<T>(object: T): T {
  const status = fieldIn(object, 'status');
  if (typeof status !== 'object' || status === null) return object;
  const told: ReadonlySet<string> = new Set([...conditionLists, ...containerLists]);
  const rest = Object.fromEntries(Object.entries(status).filter(([name]) => !told.has(name)));
  return { ...object, status: rest };
}

type Words = (name: string, before: unknown, after: unknown) => string;

function changed(before: unknown, after: unknown, list: string, key: string, words: Words): readonly string[] {
  const [then, now] = [itemsOf(before, list, key), itemsOf(after, list, key)];
  const names = [...new Set([...now.keys(), ...then.keys()])];
  const rank = (name: string): number => (foremost.includes(name) ? foremost.indexOf(name) : foremost.length);
  return names
    .toSorted((a, b) => rank(a) - rank(b) || names.indexOf(a) - names.indexOf(b))
    .map((name) => words(name, then.get(name), now.get(name)))
    .filter((text) => text !== '');
}

function itemsOf(object: unknown, list: string, key: string): ReadonlyMap<string, unknown> {
  const items = fieldIn(object, 'status', list);
  const all: readonly unknown[] = Array.isArray(items) ? items : [];
  return new Map(all.map((item) => [stringIn(item, key), item]));
}

/** "`Ready`: False (ContainersNotReady)" */
function conditionWords(type: string, before: unknown, after: unknown): string {
  if (after === undefined) return `\`${type}\`: gone`;
  const [status, reason] = [stringIn(after, 'status'), stringIn(after, 'reason')];
  if (status === stringIn(before, 'status') && reason === stringIn(before, 'reason')) return '';
  return `\`${type}\`: ${status}${reason === '' ? '' : ` (${reason})`}`;
}

/** "`nginx` waits (ContainerCreating)", "`nginx` runs", "`nginx` ended (Error, exit code 1), restarted 2 times" */
function containerWords(name: string, before: unknown, after: unknown): string {
  if (after === undefined) return `\`${name}\` is gone`;
  const parts: string[] = [];
  const now = stateWords(fieldIn(after, 'state'));
  if (now !== '' && now !== stateWords(fieldIn(before, 'state'))) parts.push(now);
  const restarts = Number(fieldIn(after, 'restartCount') ?? 0);
  if (restarts > Number(fieldIn(before, 'restartCount') ?? 0)) parts.push(`restarted ${restarts === 1 ? 'once' : `${restarts} times`}`);
  const ready = fieldIn(after, 'ready');
  if (parts.length === 0 && before !== undefined && ready !== fieldIn(before, 'ready')) parts.push(ready === true ? 'is ready' : 'isn’t ready');
  return parts.length === 0 ? '' : `\`${name}\` ${parts.join(', ')}`;
}

function stateWords(state: unknown): string {
  if (fieldIn(state, 'running') !== undefined) return 'runs';
  const [waiting, terminated] = [fieldIn(state, 'waiting'), fieldIn(state, 'terminated')];
  const because = (what: unknown, more = ''): string => {
    const said = [stringIn(what, 'reason'), more].filter((each) => each !== '').join(', ');
    return said === '' ? '' : ` (${said})`;
  };
  if (waiting !== undefined) return `waits${because(waiting)}`;
  if (terminated === undefined) return '';
  const code = Number(fieldIn(terminated, 'exitCode') ?? 0);
  return `ended${because(terminated, code === 0 ? '' : `exit code ${code}`)}`;
}
