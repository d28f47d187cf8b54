/** The cloud's API: a path and a method to what is done, some hundred milliseconds after it was asked for. */
import { cloudPrefix } from '../sdk/cloud-client.ts';
import { CloudFormatError } from '../sdk/cloud-objects.ts';
import type { Handler, Json, Status } from '../sdk/index.ts';
import { cloudKinds } from './kinds.ts';
import { alreadyExists, invalid, isLeaving, noSuchMethod, noSuchPath, notFound, quotaExceeded, refused } from './refusals.ts';
import type { CloudStore } from './store.ts';
import type { CloudFault, CloudKind, CloudParts, CloudRefusalCode } from './types.ts';

type Request = Parameters<Handler>[0];

export interface ApiState extends CloudParts {
  readonly store: CloudStore;
  readonly faults: Set<CloudFault>;
}

/** Where a request leads to. `name`: '' for all of the kind. */
interface Target {
  readonly kind: CloudKind;
  readonly name: string;
  readonly verb: 'get' | 'list' | 'create' | 'update' | 'delete';
}

type Answer = { readonly code: number; readonly body: Json };

/** A call takes from 40 to 120 ms. */
const [fastestMs, spreadMs] = [40, 80];

/** Takes a request, and answers it once the cloud has got round to it. */
export function createCloudApi(state: ApiState): Handler {
  const { clock, random } = state;
  return (request, exchange) => {
    let hungUp = false;
    const answer = (): void => {
      if (hungUp) return;
      const { code, body } = answerTo(state, request);
      exchange.respond({ code, headers: { 'content-type': 'application/json' }, body });
    };
    clock.after(fastestMs + random.int(spreadMs) + slowness(state), answer);
    return () => {
      hungUp = true;
    };
  };
}

/** So much later than usual; milliseconds. */
function slowness({ faults }: ApiState): number {
  let ms = 0;
  for (const fault of faults) if (fault.what === 'slow') ms += fault.byMs;
  return ms;
}

function answerTo(state: ApiState, request: Request): Answer {
  const target = targetOf(request);
  if ('status' in target) return asAnswer(target);
  const { kind, name, verb } = target;
  const about = name === '' ? kind.plural : `${kind.plural}/${name}`;
  const cause = state.trace.record({
    component: 'cloud',
    type: 'request',
    what: `${request.method} ${about}`,
    object: about,
    cause: request.cause ?? 0,
  });
  state.trace.current = cause;
  const refusal = refusalOf(state, verb);
  if (refusal !== undefined && refusal !== 504) return asAnswer(say(state, refused(refusal), cause));
  const answer = carryOut(state, target, request.body, cause);
  return refusal === undefined || answer.code >= 300 ? answer : asAnswer(say(state, refused(refusal), cause));
}

/** What is refused by a fault stands in the trace. */
function say({ trace }: ApiState, status: Status, cause: number): Status {
  trace.record({ component: 'cloud', type: 'fault', what: status.message ?? '', cause });
  return status;
}

function targetOf({ method, path }: Request): Target | Status {
  const [plural, name = '', ...more] = path.slice(cloudPrefix.length).split('/').map(decodeURIComponent);
  const kind = cloudKinds.find((each) => each.plural === plural);
  if (kind === undefined || more.length > 0) return noSuchPath(path);
  if (method === 'GET') return { kind, name, verb: name === '' ? 'list' : 'get' };
  if (method === 'POST' && name === '') return { kind, name, verb: 'create' };
  if (method === 'PUT' && name !== '') return { kind, name, verb: 'update' };
  if (method === 'DELETE' && name !== '') return { kind, name, verb: 'delete' };
  return noSuchMethod(method);
}

function refusalOf({ faults, random }: ApiState, verb: Target['verb']): CloudRefusalCode | undefined {
  for (const fault of faults) {
    if (fault.what !== 'refuse' || (fault.verb !== undefined && fault.verb !== verb)) continue;
    if (random.chance(fault.chance)) return fault.code ?? 503;
  }
  return undefined;
}

function carryOut(state: ApiState, target: Target, body: Json | undefined, cause: number): Answer {
  const { store } = state;
  const { kind, name, verb } = target;
  if (verb === 'list') return { code: 200, body: store.list(kind) };
  if (verb === 'create') return create(state, kind, body, cause);
  const found = store.get(kind, name);
  if (found === undefined) return asAnswer(notFound(kind, name));
  if (verb === 'get') return { code: 200, body: found };
  if (verb === 'delete') {
    const kept = kind.keeps?.(found);
    if (kept !== undefined) return asAnswer(kept);
    store.remove(kind, name, cause);
    return { code: 202, body: null };
  }
  if (found.state === 'deleting') return asAnswer(isLeaving(kind, name));
  const spec = specOf(kind, body);
  if ('status' in spec) return asAnswer(spec);
  if (spec.name !== name) return asAnswer(invalid(`name: "${spec.name}" isn't the "${name}" of the path`));
  const refusal = kind.refuse?.(body, found, store.ofPlural);
  if (refusal !== undefined) return asAnswer(refusal);
  return { code: 200, body: store.replace(kind, spec, cause) };
}

function create(state: ApiState, kind: CloudKind, body: Json | undefined, cause: number): Answer {
  const { store, faults } = state;
  const spec = specOf(kind, body);
  if ('status' in spec) return asAnswer(spec);
  const there = store.get(kind, spec.name);
  if (there !== undefined) return asAnswer(alreadyExists(kind, spec.name, there.state === 'deleting'));
  const used = store.used(kind);
  const isFull = [...faults].some(({ what }) => what === 'quota');
  const limit = isFull ? used : (store.quotas.get(kind.plural) ?? kind.quota);
  if (used >= limit) return asAnswer(quotaExceeded(kind, used, limit));
  const refusal = kind.refuse?.(body, undefined, store.ofPlural);
  if (refusal !== undefined) return asAnswer(refusal);
  return { code: 201, body: store.create(kind, spec, cause, slowness(state)) };
}

function specOf(kind: CloudKind, body: Json | undefined): { readonly name: string } | Status {
  try {
    return kind.parse(body);
  } catch (error) {
    if (error instanceof CloudFormatError) return invalid(error.message);
    throw error;
  }
}

/** A Status is JSON: its type has no index signature, which is all that TypeScript misses. */
const asAnswer = (status: Status): Answer => ({ code: status.code, body: status as unknown as Json });
