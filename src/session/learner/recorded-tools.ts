/** The tools of a call of reconcile, which note what it reads and decides, and which a watch expression can't use to change anything. */
import { type Client, statusOf, type Tools } from '../../engine/index.ts';
import type { LearnerCluster } from './learner-cluster.ts';
import type { DecisionView } from '../../viz/reconciles-model.ts';
import { placeOf } from './problem.ts';
import { readOnlyError, unlessEvaluating } from './probes.ts';
import { type Call, type Mutable, noteDecision, noteRead } from './recorded-call.ts';
import { readText, requestText, writtenText } from './request-text.ts';
import { shortText } from './short-text.ts';

/** What chance is to an expression, which must not use it up. */
export const expressionRandom = 0.5;

export function recordedTools(tools: Tools, call: Call, cluster: LearnerCluster, isEvaluating: () => boolean): Tools {
  const recording = unlessEvaluating(isEvaluating, 'it records no events');
  return {
    ...tools,
    client: recordedClient(tools.client, call, cluster, isEvaluating),
    lister: recordedLister(tools.lister, call, isEvaluating),
    expect: recordedExpectations(tools.expect, call, isEvaluating),
    events: { normal: recording(tools.events.normal), warning: recording(tools.events.warning) },
    log: unlessEvaluating(isEvaluating, 'it logs nothing')(tools.log),
    random: () => (isEvaluating() ? expressionRandom : tools.random()),
  };
}

const revisionOf = (object: { readonly metadata: { readonly resourceVersion?: string } }): string =>
  object.metadata.resourceVersion === undefined ? '' : ` r ${object.metadata.resourceVersion}`;

/** "Pod ×4, newest r 40"; the newest is looked for among a few hundred. */
function listText(kind: string, found: readonly { readonly metadata: { readonly resourceVersion?: string } }[]): string {
  if (found.length === 0) return `${kind}: none`;
  let newest = 0;
  if (found.length <= 300)
    for (const { metadata } of found) newest = Math.max(newest, Number(metadata.resourceVersion ?? 0));
  return `${kind} ×${found.length}${newest > 0 ? `, newest r ${newest}` : ''}`;
}

function recordedLister(lister: Tools['lister'], call: Call, isEvaluating: () => boolean): Tools['lister'] {
  return (kind) => {
    const { get, list, controlledBy, orphans } = lister(kind);
    /** What a list holds costs the loop time: an expression would change the history by it. */
    const listing = unlessEvaluating(isEvaluating, 'it reads no lists. Use a local variable');
    const noted = <T extends readonly { readonly metadata: { readonly resourceVersion?: string } }[]>(found: T): T => {
      noteRead(call, listText(kind.kind, found));
      return found;
    };
    return {
      get(key) {
        const found = get(key);
        if (isEvaluating()) return found;
        noteRead(call, `${kind.kind} ${key}${found === undefined ? ': not there' : revisionOf(found)}`);
        return found;
      },
      list: listing((namespace) => noted(list(namespace))),
      controlledBy: listing((owner) => noted(controlledBy(owner))),
      orphans: listing((namespace) => noted(orphans(namespace))),
    };
  };
}

function recordedExpectations(expect: Tools['expect'], call: Call, isEvaluating: () => boolean): Tools['expect'] {
  const noting = unlessEvaluating(isEvaluating, 'it expects nothing');
  return {
    creations: noting((key, count, leaving) => expect.creations(key, count, leaving)),
    deletions: noting((key, objects) => expect.deletions(key, objects)),
    creationsFailed: noting((key, count) => expect.creationsFailed(key, count)),
    deletionsFailed: noting((key, objects) => expect.deletionsFailed(key, objects)),
    satisfied(key) {
      if (isEvaluating()) return expect.satisfied(key);
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

/** The same client. Each write stands in the trace with the line that requested it, between the reconcile and its request. */
function recordedClient(client: Client, call: Call, cluster: LearnerCluster, isEvaluating: () => boolean): Client {
  return new Proxy(client, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function' || typeof name !== 'string') return method;
      return (...args: readonly unknown[]): unknown => {
        if (isEvaluating()) throw readOnlyError('it sends no requests');
        return request(target, name, args, call, cluster);
      };
    },
  });
}

function request(client: Client, verb: string, args: readonly unknown[], call: Call, cluster: LearnerCluster): unknown {
  const text = requestText(verb, args);
  const isRead = verb === 'list' || verb.startsWith('get');
  const place = isRead ? undefined : placeOf(new Error('requested here'));
  const source = place?.file === undefined ? {} : { source: { file: place.file, line: place.line } };
  const through = isRead || !isCausable(client) ? client : client.withCause(noteLine(cluster, call, text, source));
  const decision: Mutable<DecisionView> = { text, ...source.source, result: 'on its way' };
  if (!isRead) noteDecision(call, decision);
  const answer: unknown = Reflect.apply(Reflect.get(through, verb), through, args);
  if (answer instanceof Promise)
    answer.then(
      (value: unknown) => {
        call.turns += 1;
        decision.result = 'done';
        if (isRead) noteRead(call, readText(text, value));
        else decision.text = writtenText(text, value);
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
  cluster: LearnerCluster,
  call: Call,
  text: string,
  { source }: { readonly source?: { readonly file: string; readonly line: number } },
): number {
  if (source === undefined) return call.trace;
  const component = `controller/${call.controller}`;
  return cluster.trace.record({ component, type: 'note', what: `${source.file}:${source.line} ${text}`, cause: call.trace, source });
}

