/** An answer of code that runs apart, checked where it comes in: it may send anything. */
import { data, either, exactly, fields, list, number, oneOf, record, short, text, type Validator } from '../validators.ts';
import { type Answer, SubjectLost } from './messages.ts';

/** Actions of one moment: an honest controller with a thousand keys sends a few thousand. */
const mostActions = 20_000;

const count: Validator = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const level = oneOf('info', 'error');
const problem = exactly(
  { title: text, message: text, hint: text },
  {
    file: short,
    line: number,
    column: number,
    squiggle: exactly({ from: number, to: number }),
    sourceLines: list(exactly({ line: number, text }), 100),
  },
);

const action: Validator = either(
  fields(
    {
      type: oneOf('request'),
      call: count,
      method: oneOf('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'),
      path: (value) => short(value) && String(value).startsWith('/'),
      query: record(short, 20),
      cause: count,
    },
    { contentType: short, body: data },
  ),
  fields({ type: oneOf('hangUp'), call: count }),
  fields(
    { type: oneOf('record'), id: count, event: oneOf('reconcile', 'note', 'error'), what: text, cause: count },
    { object: short, also: list(count, 3) },
  ),
  fields({ type: oneOf('log'), level, text }, { stack: text, key: short }),
  fields({ type: oneOf('print'), level, text }),
  fields({ type: oneOf('problem'), problem, count }),
  fields({ type: oneOf('caught'), problem }),
  fields({ type: oneOf('returned'), call: count }, { value: data, threw: text }),
  fields({ type: oneOf('unfit'), problem }),
);

const answer = fields(
  { actions: list(action, mostActions), busy: list(short, 10_000), timers: exactly({ clocks: count, waits: count }) },
  { foregroundMs: number, backgroundMs: number },
);

const isAnswer = (value: unknown): value is Answer => answer(value);

/** @throws SubjectLost when it isn't one. */
export function parseAnswer(value: unknown): Answer {
  if (isAnswer(value)) return value;
  throw new SubjectLost('nonsense', 'It sent something that isn’t part of what a controller can say.');
}
