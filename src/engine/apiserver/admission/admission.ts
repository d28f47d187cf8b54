/**
 * Admission: what may still change or refuse a write that is well-formed and authorised. First every plugin may mutate,
 * then every plugin may validate, in the order of the registry. A plugin may have to call a webhook first; as long as none does,
 * everything happens in the caller's stack.
 */
import type { Clock, Random } from '../../kernel/index.ts';
import type { Json, KubeObject } from '../../meta/index.ts';
import { asJson } from '../codec.ts';
import type { Admission, Admitted, Attributes } from '../context.ts';
import { type Done, statusOfThrown } from '../outcome.ts';
import type { Resources } from '../resources.ts';
import { type CallWebhook, unreachableWebhooks } from './call-webhook.ts';
import { inUpstreamOrder } from './order.ts';

export type { Admission, Admitted, Attributes } from '../context.ts';

/**
 * One plugin. `mutate` and `validate` refuse by throwing a StatusError, the other two through `done`, which they call once, at once
 * where there is none to call. None changes what it is given.
 */
export interface AdmissionPlugin {
  /** Upstream's name. */
  readonly name: string;
  /** Returns the object as it should be, the same one where there is nothing to do. Not called for DELETE. */
  mutate?(object: KubeObject, attributes: Attributes): KubeObject;
  /** The same for who may have to wait. Runs after `mutate`. */
  readonly mutateLater?: LaterStep<KubeObject, KubeObject>;
  /** `object` is absent for DELETE. */
  validate?(object: KubeObject | undefined, attributes: Attributes): void;
  /** The same for who may have to wait. Runs after `validate`. */
  readonly validateLater?: LaterStep<KubeObject | undefined, Admitted>;
}

/** A step of a plugin that may have to wait for something. */
export interface LaterStep<T, R> {
  /** Whether there is anything to do; mostly there isn't, and then the step costs nothing. */
  concerns(object: T, attributes: Attributes): boolean;
  run(object: T, attributes: Attributes, done: Done<R>): void;
}

/** What a request's objects are: the resource's kind, or that of its subresource. */
export function kindOf({ kind: own, resource }: Attributes): { group: string; version: string; kind: string } {
  const { group, version, kind } = own ?? resource.definition;
  return { group, version, kind };
}

/** An object as admission sees it: the options of a connection are no object and have no metadata. */
export function shown(object: KubeObject | undefined, { operation }: Attributes): Json {
  if (object === undefined) return null;
  if (operation !== 'CONNECT') return asJson(object);
  const { metadata: _, ...options } = object;
  return asJson(options);
}

/** No plugin objects. */
export const admitted = { ok: 'admitted' } as const;

/** Makes a plugin from what it may read. */
export type PluginFactory = (server: AdmissionServer) => AdmissionPlugin;

/** The server as its plugins see it. */
export interface AdmissionServer extends Required<AdmissionOptions> {
  readonly resources: Resources;
  readonly clock: Clock;
  /** Suffixes of names, lengths of waits. */
  readonly random: Random;
}

/** What the server's host decides. */
export interface AdmissionOptions {
  /** A controller creates an account in every namespace: pods then run as one. Not by default: pods then need none (as in envtest). */
  readonly serviceAccounts?: boolean;
  /** The way to admission webhooks; by default none can be reached. */
  readonly callWebhook?: CallWebhook;
}

/** The server as plugins see it. `random`: the server's. */
export function admissionServer(
  {
    clock,
    random,
    serviceAccounts = false,
    callWebhook = unreachableWebhooks,
  }: AdmissionOptions & Pick<AdmissionServer, 'clock' | 'random'>,
  resources: Resources,
): AdmissionServer {
  return { clock, random: random.fork('apiserver/admission'), serviceAccounts, callWebhook, resources };
}

/** Sends a warning with the answer; once, however often the write is tried. */
export function warn({ context }: Attributes, text: string): void {
  context.warnings.add(text);
}

/** Chains plugins, in upstream's order. */
export function createAdmission(given: readonly AdmissionPlugin[]): Admission {
  const plugins = inUpstreamOrder(given);
  const mutating = plugins.filter((each) => each.mutate !== undefined || each.mutateLater !== undefined);
  const validating = plugins.filter((each) => each.validate !== undefined || each.validateLater !== undefined);
  return {
    mutate: (object, attributes, done) => mutateFrom(mutating, 0, object, attributes, done),
    validate: (object, attributes, done) => validateFrom(validating, 0, object, attributes, done),
  };
}

function mutateFrom(
  plugins: readonly AdmissionPlugin[],
  first: number,
  given: KubeObject,
  attributes: Attributes,
  done: Done<KubeObject>,
): void {
  let object = given;
  for (let index = first; index < plugins.length; index += 1) {
    const plugin = plugins[index];
    try {
      object = plugin?.mutate?.(object, attributes) ?? object;
    } catch (error) {
      return done({ status: statusOfThrown(error) });
    }
    const later = plugin?.mutateLater;
    if (later?.concerns(object, attributes) !== true) continue;
    return later.run(object, attributes, thenMutate(plugins, index + 1, attributes, done));
  }
  done({ ok: object });
}

/** A function of its own, as a closure in the loop would cost something for every plugin. */
function thenMutate(
  plugins: readonly AdmissionPlugin[],
  next: number,
  attributes: Attributes,
  done: Done<KubeObject>,
): Done<KubeObject> {
  return (outcome) => {
    if (outcome.status !== undefined) done(outcome);
    else mutateFrom(plugins, next, outcome.ok, attributes, done);
  };
}

function validateFrom(
  plugins: readonly AdmissionPlugin[],
  first: number,
  object: KubeObject | undefined,
  attributes: Attributes,
  done: Done<Admitted>,
): void {
  for (let index = first; index < plugins.length; index += 1) {
    const plugin = plugins[index];
    try {
      plugin?.validate?.(object, attributes);
    } catch (error) {
      return done({ status: statusOfThrown(error) });
    }
    const later = plugin?.validateLater;
    if (later?.concerns(object, attributes) !== true) continue;
    return later.run(object, attributes, thenValidate(plugins, index + 1, object, attributes, done));
  }
  done(admitted);
}

function thenValidate(
  plugins: readonly AdmissionPlugin[],
  next: number,
  object: KubeObject | undefined,
  attributes: Attributes,
  done: Done<Admitted>,
): Done<Admitted> {
  return (outcome) => {
    if (outcome.status !== undefined) done(outcome);
    else validateFrom(plugins, next, object, attributes, done);
  };
}
