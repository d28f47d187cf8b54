/**
 * What an engine says, checked at the door: learner code shares its realm and may say anything in its name. What isn't as the protocol has
 * it never reaches the page; what is can be wrong, and is shown as text.
 */
import { parseLog } from '../session/parse-log.ts';
import type { CallName } from './protocol.ts';
import { data, either, fields, list, nothing, number, oneOf, record, type Validator, short, text, yes } from '../session/validators.ts';

const many = 100_000;

const moment = fields({ t: number, revision: number });

const podStates = ['missing', 'pending', 'starting', 'not-ready', 'running', 'terminating', 'crash-loop', 'failed', 'succeeded', 'unknown'];
const pod = fields(
  {
    uid: short,
    name: short,
    namespace: short,
    shortName: short,
    label: short,
    ready: yes,
    restarts: number,
    sinceMs: number,
    state: oneOf(...podStates),
  },
  { owner: short, node: short },
);
const pods = list(pod, many, 'uid');
const set = fields({ kind: short, name: short, namespace: short, uid: short, wants: number, ready: number, gap: number, pods });
const node = fields({
  name: short,
  ready: yes,
  reason: short,
  sinceMs: number,
  heartbeatAgoMs: number,
  cpuAllocatableMilli: number,
  cpuRequestedMilli: number,
  unschedulable: yes,
  pods,
});
const chart = fields(
  { uid: short, name: short, namespace: short, points: list(fields({ t: number, wants: number, ready: number }), many) },
  { measured: yes, askedMs: number },
);
const event = fields(
  { t: number, type: short, reason: text, object: short, message: text, count: number },
  { revision: number },
);
const member = fields(
  { name: short, role: oneOf('leader', 'follower', 'candidate', 'learner', 'down'), reachable: yes },
  { term: number, lastIndex: number, commitIndex: number, appliedIndex: number, dbSize: number },
);
const etcd = fields(
  { members: list(member, 100, 'name') },
  { messages: list(fields({ t: number, from: short, to: short, words: short }), many) },
);

const clusterView: Validator = fields(
  {
    timeMs: number,
    revision: number,
    quiet: yes,
    running: yes,
    speed: number,
    seed: number,
    sets: list(set, many, 'uid'),
    loose: pods,
    nodes: list(node, many, 'name'),
    charts: list(chart, many, 'uid'),
    events: list(event, many),
    ticks: list(fields({ t: number, revision: number, kind: oneOf('you', 'pod', 'lease', 'other') }, { words: short }), 10 * many),
    faults: list(fields({ from: number, to: number, label: short }), many),
  },
  { etcd, eventsInAll: number },
);

const problem = {
  must: { title: text, message: text, hint: text },
  may: {
    file: short,
    line: number,
    column: number,
    sourceLines: list(fields({ line: number, text }), many),
    squiggle: fields({ from: number, to: number }),
  },
};
const change: Validator = (value) =>
  fields(
    {
      name: short,
      kind: short,
      change: oneOf('created', 'changed', 'deleted', 'same'),
      fields: list(fields({ path: text, from: text, to: text }), 100),
      owns: list(change, many),
    },
    { revision: number, leavingSince: number },
  )(value);
const tree: Validator = (value) =>
  fields(
    { key: text, value: text },
    { change: oneOf('added', 'removed', 'changed'), was: text, children: list(tree, many), changedBelow: yes },
  )(value);
const point: Validator = (value) => Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
const line = fields({ name: text, role: oneOf('wanted', 'actual', 'other'), steps: yes, points: list(point, many) });
const words = (...types: readonly string[]): Validator => fields({ type: oneOf(...types), text });
const outputs: Validator = either(
  words('stdout', 'stderr'),
  fields({ type: oneOf('error'), ...problem.must }, problem.may),
  fields(
    { type: oneOf('changes'), objects: list(change, many), omitted: number },
    { counts: fields({ created: number, changed: number, deleted: number }) },
  ),
  fields({ type: oneOf('table'), table: fields({ columns: list(text, 1_000), rows: list(list(text, 1_000), many), omitted: number }) }),
  fields({ type: oneOf('tree'), tree }),
  fields({ type: oneOf('chart'), chart: fields({ title: text, x: text, y: text, lines: list(line, 1_000) }) }),
);
/** Trees are walked only when they are known to end. */
const output: Validator = (value) => data(value) && outputs(value);

const logged: Validator = (value) => {
  if (!data(value)) return false;
  try {
    parseLog(value);
    return true;
  } catch {
    return false;
  }
};
/** An input as the log has it, parsed as a log's is. */
const input: Validator = (value) => logged({ version: 1, seed: 1, cluster: {}, files: {}, inputs: [value] });
const result = fields({
  input,
  outputs: list(output, many),
  exitCode: number,
  from: moment,
  to: moment,
  end: oneOf('quiet', 'now', 'notBeyond', 'limit', 'unfinished', 'interrupted'),
  files: record(either(text, nothing), many),
});

const branch = fields({ id: short, name: short }, { from: fields({ name: short, t: number, revision: number }), words: text });
const branches = list(branch, 1_000, 'id');
const kept = fields({ branches: list(fields({ view: branch, log: logged }), 1_000), current: short });
const replayed = fields({ results: list(result, many), now: moment, historyHash: short });
const difference = fields({
  kind: short,
  name: short,
  namespace: short,
  where: oneOf('only-a', 'only-b', 'changed'),
  fields: list(fields({ path: text, from: text, to: text }), many),
});

const answers: Readonly<Record<CallName, Validator>> = {
  reset: replayed,
  restore: replayed,
  run: result,
  control: moment,
  interrupt: nothing,
  ping: nothing,
  view: clusterView,
  seek: clusterView,
  kept,
  inspect: data,
  snapshot: fields({ log: logged, files: record(text, many), now: moment, historyHash: short, swapped: list(short, 1_000) }),
  cut: fields({ t: number, words: text, dropped: number }),
  branch: fields({ branches, current: short, log: logged, now: moment, historyHash: short, words: text }),
  compare: fields({ differences: list(difference, many), same: number, omitted: number }),
};

/** Where the session runs and that it was brought back is for the page to say, not for an engine. */
const events: Readonly<Record<string, Validator>> = {
  state: fields({ state: fields({ state: oneOf('failed'), because: text }) }),
  replaying: fields({ index: number, of: number }),
  evaluating: fields({}, { watch: fields({ id: short, text: short }) }),
  branches: fields({ branches, current: short }),
  inside: fields({ result }, { saved: fields({ path: short, text: either(text, nothing) }, { before: text }) }),
  answer: fields({ id: short, part: data }),
  terminal: fields({ terminal: short, count: number, piece: fields({ type: oneOf('line', 'output'), text }) }),
  'terminal-state': fields({ terminal: short, state: fields({ command: text, listening: yes, reading: yes }) }),
  output: fields({ output }, { cell: short }),
  problem: fields({ controller: short, t: number, count: number, problem: fields(problem.must, problem.may) }),
  log: fields({ controller: short, t: number, level: oneOf('info', 'error'), text }),
  swapped: fields({ controllers: list(short, 1_000) }),
};

const typed = fields({ type: short });

/** A message of the protocol, but for what a reply answers: that depends on what was asked. */
export function isProtocolMessage(message: unknown): boolean {
  if (!typed(message)) return false;
  switch (typeOf(message)) {
    case 'hello':
      return fields({ version: number })(message);
    case 'reply':
      return fields({ id: number })(message);
    case 'refusal':
      return fields({ id: number, message: text })(message);
    case 'view':
      return fields({}, { patch: data })(message);
    case 'broken':
      return fields({ message: text })(message);
    case 'event': {
      const event: unknown = Reflect.get(Object(message), 'event');
      return typed(event) && Object.hasOwn(events, typeOf(event)) && events[typeOf(event)]?.(event) === true;
    }
    default:
      return false;
  }
}

const typeOf = (value: unknown): string => String(Reflect.get(Object(value), 'type'));

/** Whether this can be the answer to that call. */
export const isAnswerTo = (call: CallName, value: unknown): boolean => answers[call](value);
