/** What a judge may say of a universe. */
import type { Problem } from '../../session/types.ts';

/** The little drawing of a cause, one to a failing universe. */
export type Glyph = 'too-many' | 'too-few' | 'stood-still' | 'orphan' | 'waiting' | 'restless' | 'threw' | 'hung';

/** What a judge saw, where the rule can be broken in several ways: what is given here takes the rule's place. */
export interface Finding {
  readonly seen: string;
  readonly cause?: string;
  readonly glyph?: Glyph;
  readonly question?: string;
}

/** What a finding says beside what was seen. */
export type Mistake = Required<Omit<Finding, 'seen'>>;

export const mistake = (cause: string, question: string, glyph: Glyph = 'too-many'): Mistake => ({ cause, glyph, question });

/** Of a case or a trial: all of it, or what the code threw. */
export type CaseFinding = Required<Finding> | { readonly problem: Problem; readonly seen: string };
