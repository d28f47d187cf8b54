import { expect, test } from 'vitest';
import {
  applyWrite,
  type Disk,
  type Effect,
  foundingDisk,
  type Input,
  type RaftState,
  startMember,
  step,
} from './index.ts';

/** A group of one with a disk that is done at once. Returns the effects in order, writes completed. */
function startAlone() {
  let disk: Disk = foundingDisk(['a']);
  let { state } = startMember({ id: 'a', seed: 1 }, disk);
  function take(input: Input): Effect[] {
    const result = step(state, input);
    state = result.state;
    return result.effects.flatMap((effect) => {
      if (effect.type !== 'persist') return [effect];
      disk = applyWrite(disk, effect.write);
      return [effect, ...take({ type: 'stored', write: effect.write.number })];
    });
  }
  return { take, state: (): RaftState => state, disk: (): Disk => disk };
}

test('a single member leads after its timeout and commits a proposal with one write', () => {
  const alone = startAlone();
  alone.take({ type: 'tick', count: 20 });
  expect(alone.state().role.name).toBe('leader');
  const effects = alone.take({ type: 'propose', data: 'x' });
  expect(effects.map((effect) => effect.type)).toEqual(['persist', 'commit']);
  expect(alone.state().applied).toBe(3);
  expect(alone.take({ type: 'readIndex', id: 'r' })).toEqual([{ type: 'read', id: 'r', index: 3 }]);
});

test('a step changes nothing of the state it began with', () => {
  const alone = startAlone();
  alone.take({ type: 'tick', count: 20 });
  const before = alone.state();
  const copy = JSON.stringify(before, (key, value) => (key === 'shared' ? value.slice(0, before.log.length) : value));
  alone.take({ type: 'propose', data: 'x' });
  expect(JSON.stringify(before, (key, value) => (key === 'shared' ? value.slice(0, before.log.length) : value))).toBe(
    copy,
  );
  // Two futures of one state don't meet.
  const left = step(before, { type: 'propose', data: 'left' }).state;
  const right = step(before, { type: 'propose', data: 'right' }).state;
  expect([left, right].map(({ log }) => log.shared[log.length - 1])).toMatchObject([
    { data: 'left' },
    { data: 'right' },
  ]);
});
