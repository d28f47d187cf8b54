/** Kubernetes' authorizer library: `authorizer.group("apps").resource("deployments").namespace("x").check("create").allowed()`. */
import { noSuchOverload } from '../errors.ts';
import type { Library } from '../functions.ts';
import { asText, isCompound, type OpaqueValue, type Value } from '../values.ts';

/** What is to be authorized: a resource or, with `path`, something else. */
export interface AccessQuestion {
  readonly verb: string;
  readonly path?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  /** `namespace/name` of a service account; by default the request's user. */
  readonly serviceAccount?: { readonly namespace: string; readonly name: string };
}

export interface AccessAnswer {
  readonly allowed: boolean;
  readonly reason: string;
}

/** Answers who may do what, for one user. */
export type Ask = (question: AccessQuestion) => AccessAnswer;

type Stage = 'Authorizer' | 'PathCheck' | 'GroupCheck' | 'ResourceCheck' | 'Decision';

interface StageValue extends OpaqueValue {
  readonly ask: Ask;
  readonly question: AccessQuestion;
  readonly answer: AccessAnswer | undefined;
}

const typeOf = (stage: Stage): string => `kubernetes.authorization.${stage}`;

function at(stage: Stage, ask: Ask, question: AccessQuestion, answer?: AccessAnswer): StageValue {
  const value: StageValue = {
    kind: 'opaque',
    type: typeOf(stage),
    text: typeOf(stage),
    ask,
    question,
    answer,
    equals: (other) => other === value,
  };
  return value;
}

/** The variable `authorizer`. */
export function authorizerValue(ask: Ask): Value {
  return at('Authorizer', ask, { verb: '' });
}

/** The variable `authorizer.requestResource`. */
export function requestResourceValue(ask: Ask, question: Omit<AccessQuestion, 'verb'>): Value {
  return at('ResourceCheck', ask, { ...question, verb: '' });
}

export const AUTHORIZER_TYPE = typeOf('Authorizer');
export const RESOURCE_CHECK_TYPE = typeOf('ResourceCheck');

const isStage = (value: OpaqueValue): value is StageValue => value.type.startsWith('kubernetes.authorization.');

function stage(value: Value | undefined): StageValue {
  return isCompound(value) && value.kind === 'opaque' && isStage(value) ? value : noSuchOverload();
}

function next(to: Stage, change: (args: readonly string[]) => Partial<AccessQuestion>): Library[number][1] {
  return ([from, ...args]) => {
    const { ask, question } = stage(from);
    return at(to, ask, { ...question, ...change(args.map(asText)) });
  };
}

function checked(): Library[number][1] {
  return ([from, verb], spend) => {
    spend(350_000);
    const { ask, question } = stage(from);
    const asked = { ...question, verb: asText(verb) };
    return at('Decision', ask, asked, ask(asked));
  };
}

const [authorizer, path, group, resource, decision] = [
  typeOf('Authorizer'),
  typeOf('PathCheck'),
  typeOf('GroupCheck'),
  typeOf('ResourceCheck'),
  typeOf('Decision'),
];

export const authorizers: Library = [
  [`${authorizer} -> path(string): ${path}`, next('PathCheck', ([text = '']) => ({ path: text }))],
  [`${authorizer} -> group(string): ${group}`, next('GroupCheck', ([text = '']) => ({ group: text }))],
  [
    `${authorizer} -> serviceAccount(string, string): ${authorizer}`,
    next('Authorizer', ([namespace = '', name = '']) => ({ serviceAccount: { namespace, name } })),
  ],
  [`${group} -> resource(string): ${resource}`, next('ResourceCheck', ([text = '']) => ({ resource: text }))],
  [`${resource} -> subresource(string): ${resource}`, next('ResourceCheck', ([text = '']) => ({ subresource: text }))],
  [`${resource} -> namespace(string): ${resource}`, next('ResourceCheck', ([text = '']) => ({ namespace: text }))],
  [`${resource} -> name(string): ${resource}`, next('ResourceCheck', ([text = '']) => ({ name: text }))],
  [`${resource} -> fieldSelector(string): ${resource}`, next('ResourceCheck', () => ({}))],
  [`${resource} -> labelSelector(string): ${resource}`, next('ResourceCheck', () => ({}))],
  [`${path} -> check(string): ${decision}`, checked()],
  [`${resource} -> check(string): ${decision}`, checked()],
  [`${decision} -> allowed(): bool`, ([a]) => stage(a).answer?.allowed ?? false],
  [`${decision} -> reason(): string`, ([a]) => stage(a).answer?.reason ?? ''],
  [`${decision} -> errored(): bool`, () => false],
  [`${decision} -> error(): string`, () => ''],
];
