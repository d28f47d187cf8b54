/** The request to a webhook and its answer: AdmissionReview of admission.k8s.io (upstream: plugin/webhook/request). */

import { type Attributes, kindOf, shown } from '../../apiserver/admission/admission.ts';
import { isJsonObject, type Json, type JsonObject, type KubeObject, type Status } from '../../meta/index.ts';

/** An AdmissionReview in the first version that both sides know. `asVersion`: the version of the resource that the webhook knows. */
export function reviewOf(
  object: KubeObject | undefined,
  attributes: Attributes,
  uid: string,
  versions: readonly string[],
  asVersion = attributes.resource.definition.version,
): JsonObject {
  const { resource, subresource, namespace, name, operation, user, dryRun, old } = attributes;
  const { group, version, plural } = resource.definition;
  const kindRef = kindOf(attributes);
  const resourceRef = { group, version, resource: plural };
  const isOther = asVersion !== version;
  const converted = (json: Json): Json =>
    isOther && attributes.kind === undefined && isJsonObject(json)
      ? { ...json, apiVersion: `${group}/${asVersion}` }
      : json;
  const { extra } = user;
  return {
    kind: 'AdmissionReview',
    apiVersion: `admission.k8s.io/${versions.find((each) => each === 'v1' || each === 'v1beta1') ?? 'v1'}`,
    request: {
      uid,
      kind: isOther && attributes.kind === undefined ? { ...kindRef, version: asVersion } : kindRef,
      resource: { ...resourceRef, version: asVersion },
      ...(subresource !== '' && { subResource: subresource }),
      requestKind: kindRef,
      requestResource: resourceRef,
      ...(subresource !== '' && { requestSubResource: subresource }),
      ...(name !== '' && { name }),
      ...(namespace !== '' && { namespace }),
      operation,
      userInfo: {
        username: user.name,
        ...(user.uid !== undefined && { uid: user.uid }),
        groups: [...user.groups],
        ...(extra !== undefined && {
          extra: Object.fromEntries(Object.entries(extra).map(([key, all]) => [key, [...all]])),
        }),
      },
      object: converted(shown(object, attributes)),
      oldObject: converted(shown(old, attributes)),
      dryRun,
      options: optionsOf(attributes),
    },
  };
}

/** CreateOptions and their like, as the request has them. */
function optionsOf({ context, operation, dryRun }: Attributes): JsonObject {
  const { query, method } = context.request;
  const ofOperation = {
    CREATE: 'CreateOptions',
    UPDATE: 'UpdateOptions',
    DELETE: 'DeleteOptions',
    CONNECT: 'ConnectOptions',
  };
  const kept = ['fieldManager', 'fieldValidation'].filter((name) => query[name] !== undefined);
  return {
    kind: method === 'PATCH' ? 'PatchOptions' : ofOperation[operation],
    apiVersion: 'meta.k8s.io/v1',
    ...Object.fromEntries(kept.map((name) => [name, query[name] ?? ''])),
    ...(dryRun && { dryRun: ['All'] }),
  };
}

/** A verified answer. */
export interface Verdict {
  readonly allowed: boolean;
  readonly result: Partial<Status> | undefined;
  readonly warnings: readonly string[];
  /** Base64. */
  readonly patch: string | undefined;
  readonly patchType: string | undefined;
  /** What it wants written into the audit event. */
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

/** Reads an answer; a text is what is wrong with it, in upstream's words. */
export function verdictOf(answer: Json, review: JsonObject, uid: string, mutating: boolean): Verdict | string {
  const given = isJsonObject(answer) ? answer : {};
  const response = given['response'];
  if (!isJsonObject(response)) return 'webhook response was absent';
  const { patch, patchType, status, warnings, auditAnnotations: notes } = response;
  const asked = String(review['apiVersion']);
  if (response['uid'] !== uid && asked === 'admission.k8s.io/v1') {
    return `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response['uid'] ?? '')}`;
  }
  if (given['apiVersion'] !== asked || given['kind'] !== 'AdmissionReview') {
    return `expected webhook response of ${typeName(asked, 'AdmissionReview')}, got ${typeName(given['apiVersion'], given['kind'])}`;
  }
  const hasPatch = typeof patch === 'string' && patch !== '';
  const hasType = patchType !== undefined && patchType !== null;
  if (!mutating && hasPatch) return 'validating webhook may not return response.patch';
  if (!mutating && hasType) return 'validating webhook may not return response.patchType';
  if (mutating && hasPatch && !hasType) return 'webhook returned response.patch but not response.patchType';
  if (mutating && !hasPatch && hasType) return 'webhook returned response.patchType but not response.patch';
  return {
    allowed: response['allowed'] === true,
    result: isJsonObject(status) ? (status as Partial<Status>) : undefined,
    warnings: Array.isArray(warnings) ? warnings.map(String) : [],
    patch: hasPatch ? patch : undefined,
    patchType: hasType ? String(patchType) : undefined,
    auditAnnotations: Object.fromEntries(
      Object.entries(isJsonObject(notes) ? notes : {}).map(([key, value]) => [key, String(value)]),
    ),
  };
}

/** As Go prints a GroupVersionKind. */
function typeName(apiVersion: Json | undefined, kind: Json | undefined): string {
  const [group, version] = String(apiVersion ?? '').includes('/')
    ? String(apiVersion).split('/', 2)
    : ['', String(apiVersion ?? '')];
  return `${group}/${version}, Kind=${String(kind ?? '')}`;
}
