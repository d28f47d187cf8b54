/** Conditions, the states of containers, and endpoints, as one reads them: "Ready: True", "`nginx` runs". Of any kind that has them. */
import { nestedField, nestedString } from '../nested-field.ts';

const conditionLists = ['conditions'] as const;
const containerLists = ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses'] as const;
/** What most people ask for first. */
const foremost = ['Ready', 'Available', 'Complete', 'Failed'];

/** What has changed from one state of an object to the next, in words. Times and messages alone say nothing. */
export function stateChanges(before: unknown, after: unknown): readonly string[] {
  const containers = containerLists.flatMap((list) => changed(before, after, list, 'name', containerWords));
  const conditions = conditionLists.flatMap((list) => changed(before, after, list, 'type', conditionWords));
  return [...containers, ...conditions, ...compared(endpointsOf(before), endpointsOf(after), endpointWords)];
}

/** The object without what `stateChanges` describes. */
export function withoutStates<T>(object: T): T {
  const status = nestedField(object, 'status');
  if (nestedField(object, 'endpoints') !== undefined) return { ...object, endpoints: undefined };
  if (typeof status !== 'object' || status === null) return object;
  const described: ReadonlySet<string> = new Set([...conditionLists, ...containerLists]);
  const rest = Object.fromEntries(Object.entries(status).filter(([name]) => !described.has(name)));
  return { ...object, status: rest };
}

type Words = (name: string, before: unknown, after: unknown) => string;

function changed(before: unknown, after: unknown, list: string, key: string, words: Words): readonly string[] {
  return compared(itemsOf(before, list, key), itemsOf(after, list, key), words);
}

function compared(then: ReadonlyMap<string, unknown>, now: ReadonlyMap<string, unknown>, words: Words): readonly string[] {
  const names = [...new Set([...now.keys(), ...then.keys()])];
  const rank = (name: string): number => (foremost.includes(name) ? foremost.indexOf(name) : foremost.length);
  return names
    .toSorted((a, b) => rank(a) - rank(b) || names.indexOf(a) - names.indexOf(b))
    .map((name) => words(name, then.get(name), now.get(name)))
    .filter((text) => text !== '');
}

function itemsOf(object: unknown, list: string, key: string): ReadonlyMap<string, unknown> {
  const items = nestedField(object, 'status', list);
  const all: readonly unknown[] = Array.isArray(items) ? items : [];
  return new Map(all.map((item) => [nestedString(item, key), item]));
}

/** Of an EndpointSlice, by the name of the Pod; by its address where it has none. */
function endpointsOf(slice: unknown): ReadonlyMap<string, unknown> {
  const endpoints = nestedField(slice, 'endpoints');
  const all: readonly unknown[] = Array.isArray(endpoints) ? endpoints : [];
  return new Map(all.map((each) => [nestedString(each, 'targetRef', 'name') || nestedString(each, 'addresses', '0'), each]));
}

/** "`web-x` is new, not ready", "`web-x` is ready", "`web-x` isn’t ready, terminating" */
function endpointWords(name: string, before: unknown, after: unknown): string {
  if (after === undefined) return `\`${name}\` is gone`;
  const { isReady, terminating } = endpointState(after);
  if (before === undefined) return `\`${name}\` is new, ${isReady ? 'ready' : 'not ready'}${terminating}`;
  const then = endpointState(before);
  if (then.isReady === isReady && then.terminating === terminating) return '';
  return `\`${name}\` ${isReady ? 'is ready' : 'isn’t ready'}${terminating}`;
}

const endpointState = (endpoint: unknown) => ({
  isReady: nestedField(endpoint, 'conditions', 'ready') !== false,
  terminating: nestedField(endpoint, 'conditions', 'terminating') === true ? ', terminating' : '',
});

/** "`Ready`: False (ContainersNotReady)" */
function conditionWords(type: string, before: unknown, after: unknown): string {
  if (after === undefined) return `\`${type}\`: gone`;
  const [status, reason] = [nestedString(after, 'status'), nestedString(after, 'reason')];
  if (status === nestedString(before, 'status') && reason === nestedString(before, 'reason')) return '';
  return `\`${type}\`: ${status}${reason === '' ? '' : ` (${reason})`}`;
}

/** "`nginx` waits (ContainerCreating)", "`nginx` runs", "`nginx` ended (Error, exit code 1), restarted 2 times" */
function containerWords(name: string, before: unknown, after: unknown): string {
  if (after === undefined) return `\`${name}\` is gone`;
  const parts: string[] = [];
  const now = stateWords(nestedField(after, 'state'));
  if (now !== '' && now !== stateWords(nestedField(before, 'state'))) parts.push(now);
  const restarts = Number(nestedField(after, 'restartCount') ?? 0);
  if (restarts > Number(nestedField(before, 'restartCount') ?? 0)) parts.push(`restarted ${restarts === 1 ? 'once' : `${restarts} times`}`);
  const ready = nestedField(after, 'ready');
  if (parts.length === 0 && before !== undefined && ready !== nestedField(before, 'ready')) parts.push(ready === true ? 'is ready' : 'isn’t ready');
  return parts.length === 0 ? '' : `\`${name}\` ${parts.join(', ')}`;
}

function stateWords(state: unknown): string {
  if (nestedField(state, 'running') !== undefined) return 'runs';
  const [waiting, terminated] = [nestedField(state, 'waiting'), nestedField(state, 'terminated')];
  const because = (what: unknown, more = ''): string => {
    const said = [nestedString(what, 'reason'), more].filter((each) => each !== '').join(', ');
    return said === '' ? '' : ` (${said})`;
  };
  if (waiting !== undefined) return `waits${because(waiting)}`;
  if (terminated === undefined) return '';
  const code = Number(nestedField(terminated, 'exitCode') ?? 0);
  return `ended${because(terminated, code === 0 ? '' : `exit code ${code}`)}`;
}
