import { expect, test } from 'vitest';
import { idle, type SchedulerEffect, type SchedulerEvent, stepScheduler } from './input-scheduler-machine.ts';
import type { Input, InputRequest } from './types.ts';

const minutes = 60_000;
const command = { type: 'command', text: 'kubectl get pods' } as const;
const edit = { type: 'edit', path: 'a.ts', text: '' } as const;
const line = { type: 'terminal', terminal: '1', do: 'line', text: 'kubectl get pods -w' } as const;

const requested = (request: InputRequest, t = 0): SchedulerEvent => ({ type: 'requested', request, t });
const started = (input: Partial<Input> & InputRequest, done = false): SchedulerEvent => ({
  type: 'started',
  input: { ...input, at: 0 },
  t: 0,
  done,
  lingers: input.type === 'terminal',
});
const stay: SchedulerEvent = { type: 'stay' };

/** How a run ended, when, and whether the action is done by then. */
type End = 'until' | 'while' | 'quiet' | 'idle' | 'interrupted';
const ran = (end: End, t: number, done = false): SchedulerEvent => ({ type: 'ran', end, t, done });
const done = true;

function inWords(effect: SchedulerEffect): string {
  switch (effect.do) {
    case 'run': {
      const goal = { done: ' while it acts', quiet: ' to quiet', time: '' }[effect.goal ?? 'time'];
      return `run to ${effect.until}${goal}`;
    }
    case 'begin':
      return effect.acts ? 'begin' : 'never begin';
    case 'finish': {
      const { end, doneAt, interruptedAt } = effect.result;
      const times = [doneAt === undefined ? '' : `done at ${doneAt}`, interruptedAt === undefined ? '' : `cut at ${interruptedAt}`];
      return [end, ...times.filter((each) => each !== '')].join(', ');
    }
    default:
      return effect.do;
  }
}

/** What each event leads to. */
function check(events: readonly SchedulerEvent[], expected: readonly string[]): void {
  let state = idle;
  const found = events.map((event) => {
    const step = stepScheduler(state, event);
    state = step.state;
    return step.effects.map(inWords).join('; ');
  });
  expect(found).toEqual(expected);
}

test('when an input acts', () => {
  check([requested(command, 5), ran('until', 5)], ['run to 5', 'begin']);
  check([requested({ ...command, at: 9 }, 5), ran('until', 9)], ['run to 9', 'begin']);
  check([requested({ ...command, at: 3 }, 5), ran('until', 5)], ['run to 5', 'begin']);
  check([requested({ ...command, at: 9 }, 5), ran('interrupted', 7)], ['run to 9', 'never begin']);
});

test('a cell acts when the cluster is quiet', () => {
  const cell = requested({ ...command, cell: 'a' }, 5);
  check([cell, ran('quiet', 70), ran('until', 70)], [`run to ${5 + 10 * minutes} to quiet`, 'run to 70', 'begin']);
  check([cell, ran('interrupted', 70)], [`run to ${5 + 10 * minutes} to quiet`, 'never begin']);
});

test('a line of a terminal acts although Ctrl+C follows at once, and Ctrl+C comes after it', () => {
  check([requested({ ...line, at: 9 }, 5), ran('interrupted', 7), ran('until', 9)], ['run to 9', 'run to 9', 'interrupt-run; begin']);
});

test('time runs while a command does, then to quiet', () => {
  const acting = `run to ${10 * minutes} while it acts`;
  check([started(command), ran('while', 20, done), ran('quiet', 900, done)], [acting, `run to ${20 + 10 * minutes} to quiet`, 'quiet, done at 20']);
  check([started(command), ran('while', 20, done), ran('until', 20 + 10 * minutes, done)], [acting, `run to ${20 + 10 * minutes} to quiet`, 'limit, done at 20']);
  check([started({ ...command, notBeyond: 50 }), ran('while', 20, done), ran('until', 50, done)], [acting, 'run to 50 to quiet', 'notBeyond, done at 20']);
  check([started({ ...command, after: 'now' }), ran('while', 20, done)], [acting, 'now, done at 20']);
  check([started(edit, done)], ['now, done at 0']);
  check([started({ ...edit, after: 'quiet' }, done), ran('quiet', 3, done)], [`run to ${10 * minutes} to quiet`, 'quiet, done at 0']);
});

test('a command that doesn’t end is sent Ctrl+C, and given up a second later', () => {
  const acting = `run to ${10 * minutes} while it acts`;
  const cutOff = `interrupt-action; run to ${10 * minutes + 1_000} while it acts`;
  check([started(command), ran('until', 10 * minutes), ran('while', 10 * minutes, done)], [acting, cutOff, 'unfinished']);
  check([started(command), ran('until', 10 * minutes), ran('until', 10 * minutes + 1_000)], [acting, cutOff, 'abandon-action; unfinished']);
});

test('an interrupt is logged with its time, and a replay cuts there', () => {
  const acting = `run to ${10 * minutes} while it acts`;
  check([started(command), ran('interrupted', 20), ran('while', 25, done)], [acting, 'interrupt-action; run to 1020 while it acts', 'interrupted, cut at 20']);
  check(
    [started({ ...command, interruptedAt: 20 }), ran('until', 20), ran('while', 25, done)],
    ['run to 20 while it acts', 'interrupt-action; run to 1020 while it acts', 'interrupted, cut at 20'],
  );
  check([started(command), ran('while', 20, done), ran('interrupted', 30, done)], [acting, `run to ${20 + 10 * minutes} to quiet`, 'interrupted, done at 20, cut at 30']);
  check(
    [started({ ...command, interruptedAt: 30 }), ran('while', 20, done), ran('until', 30, done)],
    ['run to 30 while it acts', 'run to 30 to quiet', 'interrupted, done at 20, cut at 30'],
  );
});

test('stay leaves out the run to quiet; the action is still carried out', () => {
  const acting = `run to ${10 * minutes} while it acts`;
  check([started(command), stay, ran('while', 20, done)], [acting, '', 'interrupted, done at 20, cut at 20']);
  check(
    [started(command), ran('while', 20, done), stay, stay, ran('interrupted', 30, done)],
    [acting, `run to ${20 + 10 * minutes} to quiet`, 'interrupt-run', '', 'interrupted, done at 20, cut at 30'],
  );
  check([stay, started(command)], ['', acting]);
});

test('a line of a terminal is done when it is delivered, and lingers', () => {
  const [lingering, toQuiet] = [`run to ${10 * minutes} while it acts`, `run to ${10 * minutes} to quiet`];
  check([started(line), ran('until', 0), ran('while', 20, done), ran('quiet', 90, done)], ['run to 0', lingering, toQuiet, 'quiet, done at 0']);
  check([started(line), ran('until', 0), ran('until', 10 * minutes)], ['run to 0', lingering, 'limit, done at 0']);
  check([started({ ...line, after: 'now' }), ran('until', 0)], ['run to 0', 'now, done at 0']);
  check([started(line), stay, ran('until', 0)], ['run to 0', '', 'interrupted, done at 0, cut at 0']);
  check([started(line), ran('interrupted', 0)], ['run to 0', 'interrupted, done at 0, cut at 0']);
  check([started(line), ran('until', 0), stay, ran('interrupted', 5)], ['run to 0', lingering, 'interrupt-run', 'interrupted, done at 0, cut at 5']);
  check([started({ ...line, interruptedAt: 5 }), ran('until', 0), ran('until', 5)], ['run to 0', 'run to 5 while it acts', 'interrupted, done at 0, cut at 5']);
});
