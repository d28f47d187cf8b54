/** What expressions about a request see: object, oldObject, request, params, namespaceObject, authorizer, variables. */

import { type Attributes, kindOf, shown } from '../../apiserver/admission/admission.ts';
import { asJson } from '../../apiserver/codec.ts';
import type { KubeObject, User } from '../../meta/index.ts';
import {
  type Ask,
  AUTHORIZER_TYPE,
  authorizerValue,
  BOOL,
  DYN,
  fromJson,
  listOf,
  mapOf,
  objectOf,
  opaque,
  RESOURCE_CHECK_TYPE,
  requestResourceValue,
  STRING,
  type Type,
  type Value,
} from '../cel/index.ts';

const kindType = objectOf(
  'kubernetes.GroupVersionKind',
  new Map([
    ['group', STRING],
    ['version', STRING],
    ['kind', STRING],
  ]),
);
const resourceType = objectOf(
  'kubernetes.GroupVersionResource',
  new Map([
    ['group', STRING],
    ['version', STRING],
    ['resource', STRING],
  ]),
);
const userType = objectOf(
  'kubernetes.UserInfo',
  new Map<string, Type>([
    ['username', STRING],
    ['uid', STRING],
    ['groups', listOf(STRING)],
    ['extra', mapOf(STRING, listOf(STRING))],
  ]),
);
const requestType = objectOf(
  'kubernetes.AdmissionRequest',
  new Map<string, Type>([
    ['kind', kindType],
    ['resource', resourceType],
    ['subResource', STRING],
    ['requestKind', kindType],
    ['requestResource', resourceType],
    ['requestSubResource', STRING],
    ['name', STRING],
    ['namespace', STRING],
    ['operation', STRING],
    ['userInfo', userType],
    ['dryRun', BOOL],
    ['options', DYN],
  ]),
);

/** Types of what every expression about a request sees; `params` where the policy has parameters. */
export function requestVariables(hasParams: boolean): Map<string, Type> {
  const types = new Map<string, Type>([
    ['object', DYN],
    ['oldObject', DYN],
    ['request', requestType],
    ['namespaceObject', DYN],
    ['authorizer', opaque(AUTHORIZER_TYPE)],
    ['authorizer.requestResource', opaque(RESOURCE_CHECK_TYPE)],
  ]);
  if (hasParams) types.set('params', DYN);
  return types;
}

/** The values, made when first read. */
export function requestActivation(
  object: KubeObject | undefined,
  attributes: Attributes,
  namespaceObject: KubeObject | undefined,
): (name: string) => Value | undefined {
  const { old, user, context } = attributes;
  const ofObject = (each: KubeObject | undefined): Value => (each === undefined ? null : fromJson(asJson(each)));
  const makers: Readonly<Record<string, () => Value>> = {
    object: () => fromJson(shown(object, attributes)),
    oldObject: () => fromJson(shown(old, attributes)),
    namespaceObject: () => ofObject(namespaceObject),
    request: () => fromJson(asJson(admissionRequest(attributes))),
    authorizer: () => authorizerValue(authorizeAs(context, user)),
    'authorizer.requestResource': () => {
      const { resource, namespace, name, subresource } = attributes;
      const question = { group: resource.group, resource: resource.plural, subresource, namespace, name };
      return requestResourceValue(authorizeAs(context, user), question);
    },
  };
  const made = new Map<string, Value>();
  return (name) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const value = Object.hasOwn(makers, name) ? makers[name]?.() : undefined;
    if (value !== undefined) made.set(name, value);
    return value;
  };
}

function admissionRequest(attributes: Attributes): object {
  const { resource, subresource, name, namespace, operation, user, dryRun } = attributes;
  const { group, version, plural } = resource.definition;
  const kind = kindOf(attributes);
  return {
    kind,
    resource: { group, version, resource: plural },
    subResource: subresource,
    requestKind: kind,
    requestResource: { group, version, resource: plural },
    requestSubResource: subresource,
    name,
    namespace,
    operation,
    userInfo: { username: user.name, uid: user.uid ?? '', groups: user.groups, extra: user.extra ?? {} },
    dryRun,
    options: {},
  };
}

/** Asks the server's own authorizer about the request's user, or about a service account. */
function authorizeAs({ parts }: Attributes['context'], user: User): Ask {
  return (question) => {
    const { serviceAccount: account, verb, path } = question;
    const asked: User =
      account === undefined
        ? user
        : {
            name: `system:serviceaccount:${account.namespace}:${account.name}`,
            groups: ['system:serviceaccounts', `system:serviceaccounts:${account.namespace}`, 'system:authenticated'],
          };
    const { group = '', resource = '', subresource = '', namespace = '', name = '' } = question;
    const verdict = parts.access.authorize(
      asked,
      path === undefined
        ? { isResource: true, verb, group, resource, subresource, namespace, name }
        : { isResource: false, verb: verb as 'get', path },
    );
    return { allowed: verdict.decision === 'allow', reason: verdict.reason };
  };
}
