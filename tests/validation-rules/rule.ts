/**
 * What a rule of upstream's validation is to the table: an object that breaks it, and what must come out. `tests/validation-rules.test.ts` sends
 * each to an API server of the profile `full`; `scripts/fidelity/validation.ts` writes them to docs/validation.md.
 */
import type { JsonObject } from '../../src/engine/meta/index.ts';

/** A JSON merge patch: `null` removes a field, a list takes the place of one. */
export type Change = JsonObject;

/** A part of the object that is PUT under a path of its own. */
export type Part = 'status' | 'resize' | 'ephemeralcontainers' | 'finalize' | 'scale';

/** Something that is POSTed to the object. */
export type Posted = 'binding' | 'token' | 'eviction';

/** What says how a verb is to be done: query parameters, and the body of a DELETE. */
export type Options = 'createOptions' | 'updateOptions' | 'patchOptions' | 'applyOptions' | 'deleteOptions' | 'listOptions' | 'tableOptions' | 'watchOptions' | 'logOptions';

/** Which request breaks it. */
export type Request = 'create' | 'update' | 'updateWhileDeleted' | 'patch' | Part | Posted | Options;

/** `differs`: by purpose. `unreachable`: no request can break it upstream, since something else comes before it. */
export type Standing = 'held' | 'differs' | 'unreachable';

export interface Rule {
  /** The rule in a few words. */
  readonly rule: string;
  readonly request: Request;
  /** Of the valid object of the kind: what is stored before an update. A status in it is stored, too. */
  readonly from: Change;
  /** Of the valid object, or of what is stored: what is sent. Of what is posted to it, of options and of a patch: the whole. */
  readonly to: Change;
  /**
   * What comes out. A cause of a 422 as `field: message`, as upstream prints it, with its reason behind it where that isn't the one of its words;
   * `409: message` for another refusal; nothing where the request is accepted.
   */
  readonly answer: readonly string[];
  readonly standing: Standing;
  /** Why it isn't held; '' where it is. */
  readonly why: string;
}

/** The rules of one function of upstream's. */
export interface UpstreamFunction {
  /** A key of `validObjects`. */
  readonly kind: string;
  /** Path in kubernetes/kubernetes. */
  readonly file: string;
  readonly name: string;
  /** Our file, below src/engine. */
  readonly here: string;
  readonly rules: readonly Rule[];
}

/** The functions of one file of upstream's, for one kind. */
export function upstream(kind: string, file: string) {
  return (name: string, here: string, rules: readonly Rule[]): UpstreamFunction => ({ kind, file, name, here, rules });
}

const held = { standing: 'held', why: '' } as const;

/** Broken by an object that is created. */
export function creates(rule: string, to: Change, ...answer: readonly string[]): Rule {
  return { rule, request: 'create', from: {}, to, answer, ...held };
}

/** Broken by an object that is created elsewhere, or under another name. */
export function createsAs(rule: string, from: Change, ...answer: readonly string[]): Rule {
  return { rule, request: 'create', from, to: {}, answer, ...held };
}

/** Broken by a change of the object that `from` makes of the valid one. */
export function updates(rule: string, from: Change, to: Change, ...answer: readonly string[]): Rule {
  return { rule, request: 'update', from, to, answer, ...held };
}

/** Broken by a change of a part that has a path of its own. */
export function updatesPart(request: Request, rule: string, from: Change, to: Change, ...answer: readonly string[]): Rule {
  return { rule, request, from, to, answer, ...held };
}

/** Broken by a change of the status. */
export function updatesStatus(rule: string, from: Change, status: Change, ...answer: readonly string[]): Rule {
  return updatesPart('status', rule, from, { status }, ...answer);
}

/** Broken by options, by a patch, or by what is posted to the object. */
export function requests(request: Request, rule: string, to: Change, ...answer: readonly string[]): Rule {
  return { rule, request, from: {}, to, answer, ...held };
}

/** A rule that isn't held, or held with other words: its answer is ours. */
export function differs(why: string, rule: Rule): Rule {
  return { ...rule, standing: 'differs', why };
}

/** A rule that no request breaks, neither there nor here. */
export function unreachable(why: string, rule: Rule): Rule {
  return { ...rule, standing: 'unreachable', why };
}

/** Sentences that many rows share. */
export const because = {
  defaulted: 'an empty value gets its default first',
  pointers: 'upstream prints Go pointers, which differ from run to run',
  diff: 'upstream adds a diff of Go values',
  quantity: 'upstream prints the quantity as a Go value',
} as const;
