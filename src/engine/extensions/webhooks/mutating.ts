/** MutatingAdmissionWebhook: webhooks may change what is written, one after the other (upstream: plugin/webhook/mutating). */

import { type Attributes, admitted, type PluginFactory } from '../../apiserver/admission/admission.ts';
import { asJson } from '../../apiserver/codec.ts';
import { checkObject } from '../../apiserver/decode-object.ts';
import { attempt, type Done, type Outcome, statusOfThrown } from '../../apiserver/outcome.ts';
import { fromBase64, fromUtf8 } from '../../meta/bytes.ts';
import {
  applyJsonPatch,
  deepEqual,
  internalError,
  isJsonObject,
  type Json,
  type KubeObject,
  StatusError,
} from '../../meta/index.ts';
import { type Answer, ask } from './ask.ts';
import { whetherToCall } from './conditions.ts';
import { mutatingWebhooks } from './configurations.ts';
import { isExempt, isNamed, type Webhook } from './match.ts';
import type { Verdict } from './review.ts';

export const mutatingAdmissionWebhook: PluginFactory = (server) => {
  /** Calls the webhooks from one on, each with what the ones before have made of the object. */
  function call(round: Round, index: number, object: KubeObject | undefined, done: Done<KubeObject | undefined>): void {
    const webhook = round.webhooks[index];
    if (webhook === undefined) return again(round, object, done);
    const next = (changed: KubeObject | undefined): void => call(round, index + 1, changed, done);
    const { attributes } = round;
    if (round.only !== undefined && !round.only.has(webhook)) return next(object);
    if (!isNamed(webhook, object, attributes, server.resources)) return next(object);
    const applies = whetherToCall(webhook, object, attributes);
    if (applies.status !== undefined) return done(applies);
    if (!applies.ok) return next(object);
    ask(webhook, object, attributes, server, (answer) => {
      const result = resultOf(answer, webhook, object, attributes);
      if (result.status !== undefined) return done(result);
      if (!deepEqual(result.ok, object)) {
        for (const earlier of round.reinvocable) round.toReinvoke.add(earlier);
      }
      if (isReinvocable(webhook)) round.reinvocable.add(webhook);
      next(result.ok);
    });
  }

  /** Webhooks with a reinvocation policy are called again after later ones have changed the object. */
  function again(round: Round, object: KubeObject | undefined, done: Done<KubeObject | undefined>): void {
    if (round.only !== undefined || round.toReinvoke.size === 0) return done({ ok: object });
    call({ ...round, only: round.toReinvoke, reinvocable: new Set(), toReinvoke: new Set() }, 0, object, done);
  }

  function start(object: KubeObject | undefined, attributes: Attributes, done: Done<KubeObject | undefined>): void {
    const webhooks = isExempt(attributes) ? [] : mutatingWebhooks(server.resources);
    if (webhooks.length === 0) return done({ ok: object });
    call({ webhooks, attributes, only: undefined, reinvocable: new Set(), toReinvoke: new Set() }, 0, object, done);
  }

  return {
    name: 'MutatingAdmissionWebhook',
    mutateLater: {
      concerns: () => mutatingWebhooks(server.resources).length > 0,
      run(object, attributes, done) {
        start(object, attributes, (outcome) =>
          done(outcome.status !== undefined ? outcome : { ok: outcome.ok ?? object }),
        );
      },
    },
    // A deletion has no object to change, but these webhooks hear of it as well.
    validateLater: {
      concerns: (_object, { operation }) => operation === 'DELETE' && mutatingWebhooks(server.resources).length > 0,
      run(_object, attributes, done) {
        start(undefined, attributes, (outcome) => done(outcome.status !== undefined ? outcome : admitted));
      },
    },
  };
};

interface Round {
  readonly webhooks: readonly Webhook[];
  readonly attributes: Attributes;
  /** In the second round: the webhooks that are called again. */
  readonly only: ReadonlySet<Webhook> | undefined;
  readonly reinvocable: Set<Webhook>;
  readonly toReinvoke: Set<Webhook>;
}

function isReinvocable(webhook: Webhook): boolean {
  return 'reinvocationPolicy' in webhook && webhook.reinvocationPolicy === 'IfNeeded';
}

function resultOf(
  answer: Answer,
  webhook: Webhook,
  object: KubeObject | undefined,
  attributes: Attributes,
): Outcome<KubeObject | undefined> {
  if (answer.type === 'refused') return { status: answer.status };
  if (answer.type === 'open') return { ok: object };
  try {
    return patched(answer.verdict, webhook, object, attributes);
  } catch (error) {
    return { status: internalError(statusOfThrown(error).message ?? '') };
  }
}

/** Throws what is wrong with the patch. */
function patched(
  { patch, patchType }: Verdict,
  { name, failurePolicy }: Webhook,
  object: KubeObject | undefined,
  attributes: Attributes,
): Outcome<KubeObject | undefined> {
  if (patch === undefined) return { ok: object };
  const failed = (why: string): Outcome<KubeObject | undefined> => {
    const words = `failed calling webhook ${JSON.stringify(name)}: ${why}`;
    return failurePolicy === 'Ignore' ? { ok: object } : { status: internalError(words) };
  };
  const operations = attempt(() => decodedPatch(patch));
  if (operations.status !== undefined) {
    return failed('received undecodable patch in webhook response: invalid JSON');
  }
  if (Array.isArray(operations.ok) && operations.ok.length === 0) return { ok: object };
  if (object === undefined) {
    const words = `admission webhook ${JSON.stringify(name)} attempted to modify the object, which is not supported for this operation`;
    throw new StatusError(internalError(words));
  }
  if (patchType !== 'JSONPatch') return failed(`unsupported patch type ${JSON.stringify(patchType)}`);
  const { context, resource, kind } = attributes;
  const value = applyJsonPatch(asJson(object), operations.ok);
  if (kind !== undefined) return { ok: subresourceObject(value, object) };
  // What a webhook writes and the kind doesn't have is dropped, whatever the client wants of its own fields.
  const query = { ...context.request.query, fieldValidation: 'Ignore' };
  const decoded = checkObject({ ...context, request: { ...context.request, query } }, value, [], undefined);
  return { ok: resource.definition.rules.default?.(decoded) ?? decoded };
}

/** What a patch has made of an Eviction or its like; these are read by who serves them. */
function subresourceObject(value: Json, before: KubeObject): KubeObject {
  return isJsonObject(value) ? Object.assign({ ...before }, value) : before;
}

/** Throws where it is no base64, no UTF-8 or no JSON. */
function decodedPatch(patch: string): Json {
  const decoded = fromBase64(patch);
  const text = 'bytes' in decoded ? fromUtf8(decoded.bytes) : undefined;
  return JSON.parse(text ?? '');
}
