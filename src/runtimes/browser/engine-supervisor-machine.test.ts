import { expect, test } from 'vitest';
import { noEngine, runtimeState, stepSupervision, type SupervisionEffect, type SupervisionEvent } from './engine-supervisor-machine.ts';

const needed: SupervisionEvent = { type: 'needed', unsupported: undefined };
const replaced: SupervisionEvent = { type: 'replaced', because: 'hung' };
const discarded: SupervisionEvent = { type: 'discarded', because: 'reset' };
const stopped: SupervisionEvent = { type: 'stopped', because: 'stopped' };
const prepared = (engine: number): SupervisionEvent => ({ type: 'prepared', engine });
const failed = (engine: number): SupervisionEvent => ({ type: 'failed', engine, because: 'broken' });
const givenUp: SupervisionEvent = { type: 'given up', because: 'hangs again and again' };

function inWords(effect: SupervisionEffect): string {
  if (effect.do === 'connect') return `connect ${effect.engine}`;
  return effect.do === 'close' ? `close: ${effect.because}` : effect.do;
}

/** What each event leads to, and the runtime's state in the end. */
function check(events: readonly SupervisionEvent[], expected: readonly string[], state: string): void {
  let supervision = noEngine;
  const found = events.map((event) => {
    const step = stepSupervision(supervision, event);
    supervision = step.state;
    return step.effects.map(inWords).join('; ');
  });
  expect([found, Object.values(runtimeState(supervision)).join(': ')]).toEqual([expected, state]);
}

test('an engine is started when it is needed, and once', () => {
  check([needed, needed, prepared(1), needed], ['connect 1; publish', '', 'publish', ''], 'ready');
});

test('a browser that can’t have one says why', () => {
  check([{ type: 'needed', unsupported: 'no workers' }], ['publish'], 'unsupported: no workers');
});

test('one that fails is ended; the next need tries again', () => {
  check([needed, failed(1), needed], ['connect 1; publish', 'publish; close: broken', 'connect 2; publish'], 'starting');
});

test('what an earlier engine reports changes nothing', () => {
  const start = 'connect 1; publish';
  check([needed, replaced, prepared(1), failed(1), prepared(2)], [start, 'close: hung; connect 2; publish', '', '', 'publish'], 'ready');
  check([needed, discarded, prepared(1)], [start, 'close: reset', ''], 'idle');
  check([needed, stopped, failed(1)], [start, 'close: stopped; publish', ''], 'idle');
});

test('a session that is given up has no engine, whether there was one or not', () => {
  check([needed, prepared(1), givenUp], ['connect 1; publish', 'publish', 'publish; close: hangs again and again'], 'failed: hangs again and again');
  check([givenUp], ['publish'], 'failed: hangs again and again');
});
