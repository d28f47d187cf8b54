/** POST serviceaccounts/x/token: a token for the account (upstream: registry/core/serviceaccount/storage/token.go). */

import type { BoundObjectReference } from '../../api/index.ts';
import { decode, Pod, ServiceAccount, type TokenRequest } from '../../api/index.ts';
import { asJson } from '../../apiserver/codec.ts';
import type { Context } from '../../apiserver/context.ts';
import { readBody } from '../../apiserver/decode.ts';
import { checkNamespace } from '../../apiserver/object-meta.ts';
import { attempt, refuse } from '../../apiserver/outcome.ts';
import { isOf, objectPath } from '../../apiserver/resource.ts';
import { respondJson, respondStatus } from '../../apiserver/respond.ts';
import { admitBody } from '../../apiserver/subresources/admitted.ts';
import {
  badRequest,
  conflict,
  type FieldError,
  formatTime,
  invalid,
  invalidValue,
  isJsonObject,
  type Json,
  type KubeObject,
  notFound,
} from '../../meta/index.ts';
import { boundKinds, issuer, type Tokens, tokensOf } from './tokens.ts';

const kind = {
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'TokenRequest',
  plural: 'tokenrequests',
  namespaced: true,
  schema: 'io.k8s.api.authentication.v1.TokenRequest',
} as const;

const defaultSeconds = 3600;
const leastSeconds = 600;
const mostSeconds = 2 ** 32;
/** What admission asks for. Clients that read such a token once are borne with for a year (upstream: WarnOnlyBoundTokenExpirationPeriod). */
const extendedSeconds = 3607;
const yearSeconds = 365 * 24 * 60 * 60;

/** 201 with the TokenRequest and its token. Throws 400, 404, 409 and 422. */
export function requestToken(context: Context): void {
  const { info, exchange, parts, request, warnings } = context;
  const tokens = tokensOf(parts.resources);
  if (tokens === undefined)
    return respondStatus(exchange, notFound({ group: '', plural: 'serviceaccounts/token' }, info.name));
  const body = readBody(request, 'TokenRequest')?.value;
  specOf(context, body);
  admitBody(context, kind, body, (admitted) => {
    const spec = admitted.status === undefined ? attempt(() => specOf(context, asJson(admitted.ok))) : admitted;
    if (spec.status !== undefined) respondStatus(exchange, spec.status, warnings);
    else issue(context, tokens, spec.ok);
  });
}

function issue(context: Context, tokens: Tokens, spec: Spec): void {
  const { storage, resource, info, exchange, parts } = context;
  storage.get(objectPath(resource, info.namespace, info.name), (outcome) => {
    if (outcome.status !== undefined) return respondStatus(exchange, outcome.status, context.warnings);
    const account = outcome.ok;
    if (!isOf(ServiceAccount, account)) throw new Error('only service accounts have tokens');
    const answered = attempt(() => {
      const bound = spec.boundObjectRef && boundTo(tokens, spec.boundObjectRef, account);
      const { audiences, expirationSeconds } = spec;
      const isExtended =
        bound?.kind === 'Pod' && expirationSeconds === extendedSeconds && audiences.every((each) => each === issuer);
      const { token, expiresMs } = tokens.issue({
        account,
        audiences,
        bound,
        ...(isExtended ? { expirationSeconds: yearSeconds, warnAfterSeconds: expirationSeconds } : { expirationSeconds }),
      });
      const { name, namespace } = account.metadata;
      return {
        kind: 'TokenRequest',
        apiVersion: 'authentication.k8s.io/v1',
        metadata: { name, namespace, creationTimestamp: formatTime(parts.clock.now()) },
        spec: { audiences, expirationSeconds, boundObjectRef: spec.boundObjectRef ?? null },
        status: { token: context.dryRun ? '' : token, expirationTimestamp: formatTime(expiresMs) },
      };
    });
    if (answered.status !== undefined) respondStatus(exchange, answered.status, context.warnings);
    else respondJson(exchange, 201, answered.ok, context.warnings);
  });
}

interface Spec {
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
  readonly boundObjectRef: BoundObjectReference | undefined;
}

function specOf({ info }: Context, body: Json | undefined): Spec {
  const { object } = decode<TokenRequest>(kind, isJsonObject(body) ? body : {});
  const { name = '', namespace = '' } = object.metadata;
  if (name !== '' && name !== info.name)
    refuse(
      badRequest(
        `requested name ${JSON.stringify(name)} does not match the service account name ${JSON.stringify(info.name)}`,
      ),
    );
  checkNamespace(namespace, info.namespace);
  const { audiences = [], expirationSeconds = defaultSeconds, boundObjectRef } = object.spec ?? {};
  const errors: FieldError[] = [];
  const path = 'spec.expirationSeconds';
  if (expirationSeconds < leastSeconds) {
    errors.push(invalidValue(path, expirationSeconds, 'may not specify a duration less than 10 minutes'));
  }
  if (expirationSeconds > mostSeconds) {
    errors.push(invalidValue(path, expirationSeconds, 'may not specify a duration larger than 2^32 seconds'));
  }
  if (errors.length > 0) refuse(invalid(kind, '', errors));
  return { audiences: audiences.length === 0 ? [issuer] : audiences, expirationSeconds, boundObjectRef };
}

/** The object that the token is to go with. */
function boundTo(tokens: Tokens, reference: BoundObjectReference, account: ServiceAccount): KubeObject {
  const { apiVersion = '', kind: wanted = '', name = '', uid } = reference;
  if (apiVersion !== 'v1' || !boundKinds.some((each) => each.kind === wanted)) {
    refuse(badRequest(`cannot bind token to object of type ${apiVersion}, Kind=${wanted}`));
  }
  const object = tokens.boundObject(reference, account.metadata.namespace ?? '');
  const plural = `${wanted.toLowerCase()}s`;
  if (object === undefined) return refuse(notFound({ group: '', plural }, name));
  if (isOf(Pod, object) && (object.spec.serviceAccountName ?? '') !== account.metadata.name) {
    const who = JSON.stringify(account.metadata.name);
    refuse(
      badRequest(`cannot bind token for serviceaccount ${who} to pod running with different serviceaccount name.`),
    );
  }
  if (uid !== undefined && uid !== '' && uid !== object.metadata.uid) {
    const words = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
    refuse(conflict({ group: '', plural: wanted }, name, words));
  }
  return object;
}
