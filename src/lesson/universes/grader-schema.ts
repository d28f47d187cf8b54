/** What a grader says, checked where it comes in: code that is graded shares its realm. What doesn’t follow the protocol is no message. */
import { data, either, fields, list, number, oneOf, type Validator, text } from '../../session/validators.ts';
import type { FromGrader } from './grading.ts';

const problem = fields(
  { title: text, message: text, hint: text },
  {
    file: text,
    line: number,
    column: number,
    squiggle: fields({ from: number, to: number }),
    sourceLines: list(fields({ line: number, text }), 100),
  },
);
const glyph = oneOf('too-many', 'too-few', 'stood-still', 'orphan', 'waiting', 'restless', 'threw', 'hung');
const passed = fields({ ok: oneOf(true), seed: number }, { idle: list(text, 100) });
const failed = fields(
  {
    ok: oneOf(false),
    seed: number,
    cause: text,
    glyph,
    scenario: text,
    at: number,
    revision: number,
    weather: text,
    seen: text,
    question: text,
  },
  { about: text, problem, log: data },
);
const messages: Validator = either(
  fields({ type: oneOf('hello', 'rehearsed') }),
  fields({ type: oneOf('verdict'), verdict: either(passed, failed) }),
  fields({ type: oneOf('unfit'), problem }),
  fields({ type: oneOf('broken'), message: text }),
);

export const isFromGrader = (message: unknown): message is FromGrader => messages(message);
