/** Remembers what swapped controllers did, call by call: what each read, what it decided, how long it took. Changes nothing of it. */
import { type Client, type Cluster, statusOf, type Tools } from '../../engine/index.ts';
import type { DecisionView, ReconcileCallView, ReconcilesAsk, ReconcilesView, WatchExpression } from '../../viz/reconciles-model.ts';
import type { Compile } from './compile.ts';
import { placeOf } from './problem.ts';
import { createProbes, onlyLooks, type Probes, unlessLooking } from './probes.ts';
import { refText, shortText } from './short-text.ts';

/** What passes from one session to the next: expressions outlive a rewind or a fork. */
export interface Watching {
  expressions: readonly WatchExpression[];
}

export interface RecorderOptions {
  readonly cluster: Cluster;
  readonly compile: Compile;
  readonly watching: Watching;
  /** What `converge/sdk` exports: expressions see it as it is. */
  readonly sdk: Readonly<Record<string, unknown>>;
  /** Told which expression is being evaluated, and with nothing when it is done. */
  looking?(watch?: WatchExpression): void;
  /** Milliseconds since the session's start. */
  t(): number;
}

export interface Recorder {
  readonly probes: Probes<Call>;
  /** Reconcile is about to be called with this key. */
  begin(controller: string, key: string): Recording;
  /** What a controller does outside of its reconciles isn't evaluated. */
  outside<T>(run: () => T): T;
  ask(ask: ReconcilesAsk): ReconcilesView;
}

export interface Recording {
  /** The tools, looked at. */
  tools(tools: Tools): Tools;
  done(requeueMs: number | undefined): void;
  failed(error: unknown): void;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Call extends Omit<Mutable<ReconcileCallView>, 'read' | 'decided' | 'values' | 'tookMs'> {
  readonly read: string[];
  readonly decided: Mutable<DecisionView>[];
  readonly values: Map<string, string[]>;
  endedAt: number | undefined;
}

/** Calls remembered of each controller, and what of one call. */
const callsKept = 200;
const readsKept = 24;
const decisionsKept = 24;
const valuesKept = 12;
/** What chance is to an expression, which must not use it up. */
export const chance = 0.5;

export function createRecorder({ cluster, compile, watching, sdk, looking, t }: RecorderOptions): Recorder {
  const byController = new Map<string, Call[]>();
  const totals = new Map<string, number>();
  let last = 0;
  const probes = createProbes<Call>(compile, new Set(Object.values(sdk)), {
    seen(call, id, text) {
      const values = call.values.get(id) ?? [];
      call.values.set(id, [...values, text].slice(-valuesKept));
    },
    looking: (watch) => looking?.(watch),
  });
  probes.watch(watching.expressions);

  function newCall(controller: string, key: string): Call {
    last += 1;
    const call: Call = {
      id: last,
      controller,
      key,
      t: t(),
      trace: cluster.trace.last,
      read: [],
      readOmitted: 0,
      decided: [],
      decidedOmitted: 0,
      end: 'under way',
      turns: 1,
      values: new Map(),
      endedAt: undefined,
    };
    const calls = byController.get(controller) ?? [];
    calls.push(call);
    if (calls.length > callsKept) calls.shift();
    byController.set(controller, calls);
    totals.set(controller, (totals.get(controller) ?? 0) + 1);
    return call;
  }

  function end(call: Call): void {
    call.endedAt = t();
    if (probes.hook.call === call) probes.hook.call = undefined;
  }

  const looked = (): boolean => probes.looking;
  const telling = unlessLooking(looked, 'it records no events');

  return {
    probes,
    begin(controller, key) {
      const call = newCall(controller, key);
      probes.hook.call = call;
      return {
        tools: (tools) => ({
          ...tools,
          client: recordedClient(tools.client, call, cluster, looked),
          lister: recordedLister(tools.lister, call, looked),
          expect: recordedExpectations(tools.expect, call, looked),
          events: { normal: telling(tools.events.normal), warning: telling(tools.events.warning) },
          log: unlessLooking(looked, 'it logs nothing')(tools.log),
          random: () => (probes.looking ? chance : tools.random()),
        }),
        done(requeueMs) {
          call.end = 'done';
          if (requeueMs !== undefined) call.requeueMs = requeueMs;
          end(call);
        },
        failed(error) {
          call.end = 'failed';
          call.error = shortText(error).replaceAll('"', '');
          end(call);
        },
      };
    },
    outside(run) {
      const { call } = probes.hook;
      probes.hook.call = undefined;
      try {
        return run();
      } finally {
        probes.hook.call = call;
      }
    },
    ask({ controller, count = 50, watches }) {
      // Each look names them; they are compiled when they have changed.
      if (watches !== undefined && JSON.stringify(watches) !== JSON.stringify(watching.expressions)) {
        watching.expressions = watches;
        probes.watch(watches);
      }
      const names = controller === undefined ? [...byController.keys()] : [controller];
      const calls = names.flatMap((name) => byController.get(name) ?? []);
      const newest = calls.toSorted((a, b) => b.id - a.id).slice(0, Math.min(callsKept, Math.max(0, count)));
      const total = names.reduce((sum, name) => sum + (totals.get(name) ?? 0), 0);
      return { calls: newest.map((call) => viewOf(call, t())), total, kept: calls.length, watches: probes.views() };
    },
  };
}

function viewOf({ values, endedAt, ...call }: Call, now: number): ReconcileCallView {
  return {
    ...call,
    read: [...call.read],
    decided: call.decided.map((decision) => ({ ...decision })),
    tookMs: (endedAt ?? now) - call.t,
    values: Object.fromEntries([...values].map(([id, texts]) => [id, [...texts]])),
  };
}

function noteRead(call: Call, text: string): void {
  if (call.read.length < readsKept) call.read.push(text);
  else call.readOmitted += 1;
}

const revisionOf = (object: { readonly metadata: { readonly resourceVersion?: string } }): string =>
  object.metadata.resourceVersion === undefined ? '' : ` r ${object.metadata.resourceVersion}`;

/** "Pod ×4, newest r 40"; the newest is looked for among a few hundred. */
function listWords(kind: string, found: readonly { readonly metadata: { readonly resourceVersion?: string } }[]): string {
  if (found.length === 0) return `${kind}: none`;
  let newest = 0;
  if (found.length <= 300)
    for (const { metadata } of found) newest = Math.max(newest, Number(metadata.resourceVersion ?? 0));
  return `${kind} ×${found.length}${newest > 0 ? `, newest r ${newest}` : ''}`;
}

function recordedLister(lister: Tools['lister'], call: Call, looking: () => boolean): Tools['lister'] {
  return (kind) => {
    const { get, list, controlledBy, orphans } = lister(kind);
    /** What a list holds costs the loop time: an expression would change the history by it. */
    const listing = unlessLooking(looking, 'it reads no lists. Put this one into a variable of reconcile');
    const noted = <T extends readonly { readonly metadata: { readonly resourceVersion?: string } }[]>(found: T): T => {
      noteRead(call, listWords(kind.kind, found));
      return found;
    };
    return {
      get(key) {
        const found = get(key);
        if (looking()) return found;
        noteRead(call, `${kind.kind} ${key}${found === undefined ? ': not there' : revisionOf(found)}`);
        return found;
      },
      list: listing((namespace) => noted(list(namespace))),
      controlledBy: listing((owner) => noted(controlledBy(owner))),
      orphans: listing((namespace) => noted(orphans(namespace))),
    };
  };
}

function recordedExpectations(expect: Tools['expect'], call: Call, looking: () => boolean): Tools['expect'] {
  const noting = unlessLooking(looking, 'it expects nothing');
  return {
    creations: noting((key, count) => expect.creations(key, count)),
    deletions: noting((key, objects) => expect.deletions(key, objects)),
    creationsFailed: noting((key, count) => expect.creationsFailed(key, count)),
    deletionsFailed: noting((key, objects) => expect.deletionsFailed(key, objects)),
    satisfied(key) {
      if (looking()) return expect.satisfied(key);
      const satisfied = expect.satisfied(key);
      noteRead(call, satisfied ? 'expectations: satisfied' : 'expectations: still waiting');
      return satisfied;
    },
  };
}

/** A client that each request can be given a cause for. */
interface Causable {
  withCause(cause: number): Client;
}
const isCausable = (client: Client): client is Client & Causable => 'withCause' in client;

/** The same client. Each write stands in the trace with the line that asked for it, between the reconcile and its request. */
function recordedClient(client: Client, call: Call, cluster: Cluster, looking: () => boolean): Client {
  return new Proxy(client, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function' || typeof name !== 'string') return method;
      return (...args: readonly unknown[]): unknown => {
        if (looking()) throw onlyLooks('it sends no requests');
        return request(target, name, args, call, cluster);
      };
    },
  });
}

function request(client: Client, verb: string, args: readonly unknown[], call: Call, cluster: Cluster): unknown {
  const text = requestWords(verb, args);
  const isRead = verb === 'get' || verb === 'list';
  const place = isRead ? undefined : placeOf(new Error('asked here'));
  const source = place?.file === undefined ? {} : { source: { file: place.file, line: place.line } };
  const through = isRead || !isCausable(client) ? client : client.withCause(noteLine(cluster, call, text, source));
  const decision: Mutable<DecisionView> = { text, ...source.source, result: 'on its way' };
  if (!isRead) {
    if (call.decided.length < decisionsKept) call.decided.push(decision);
    else call.decidedOmitted += 1;
  }
  const answer: unknown = Reflect.apply(Reflect.get(through, verb), through, args);
  if (answer instanceof Promise)
    answer.then(
      (value: unknown) => {
        call.turns += 1;
        decision.result = 'done';
        if (isRead) noteRead(call, answerWords(text, value));
        else decision.text = answeredWords(text, value);
      },
      (error: unknown) => {
        call.turns += 1;
        decision.result = 'refused';
        decision.reason = statusOf(error)?.reason ?? shortText(error);
        if (isRead) noteRead(call, `${text}: ${decision.reason}`);
      },
    );
  return answer;
}

function noteLine(
  cluster: Cluster,
  call: Call,
  text: string,
  { source }: { readonly source?: { readonly file: string; readonly line: number } },
): number {
  if (source === undefined) return call.trace;
  const component = `controller/${call.controller}`;
  return cluster.trace.record({ component, type: 'note', what: `${source.file}:${source.line} ${text}`, cause: call.trace, source });
}

const words: Readonly<Record<string, string>> = {
  updateStatus: 'update status of',
  postSubresource: 'post to',
  putSubresource: 'put to',
};

/** `create Pod default/web-…`, `delete 3 Pods`, `post to pods/eviction of web-a` */
function requestWords(verb: string, args: readonly unknown[]): string {
  const [kind, subject, third] = args;
  const name = typeof kind === 'object' && kind !== null ? String(Reflect.get(kind, 'kind')) : '';
  if (verb === 'createMany') return `create ${String(third)} ${name}${third === 1 ? '' : 's'}`;
  if (verb === 'deleteMany') return `delete ${Array.isArray(subject) ? subject.length : '?'} ${name}s`;
  const sub = verb.endsWith('Subresource') ? `/${String(third)}` : '';
  return `${words[verb] ?? verb} ${name}${sub}${refWords(subject)}`;
}

function refWords(subject: unknown): string {
  if (typeof subject === 'string') return ` ${subject}`;
  if (typeof subject !== 'object' || subject === null) return '';
  const metadata: unknown = Reflect.get(subject, 'metadata');
  const text = refText(typeof metadata === 'object' && metadata !== null ? metadata : subject);
  return text === '' ? '' : ` ${text}`;
}

/** What was asked for, and what came: `get Pod web r 40`, `list Pod ×4`. */
function answerWords(text: string, value: unknown): string {
  if (Array.isArray(value)) return `${text} ×${value.length}`;
  const metadata: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'metadata') : undefined;
  const revision: unknown = typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'resourceVersion') : undefined;
  return typeof revision === 'string' ? `${text} r ${revision}` : text;
}

/** A name that the server gave takes the place of what was asked with. */
function answeredWords(text: string, value: unknown): string {
  if (!text.endsWith('…')) return text;
  const metadata: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'metadata') : undefined;
  return typeof metadata === 'object' && metadata !== null ? text.replace(/ \S*…$/, ` ${refText(metadata)}`) : text;
}
