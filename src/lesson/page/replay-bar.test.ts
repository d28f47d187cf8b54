// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { RuntimeEvent } from '../../runtimes/runtime.ts';
import { watchReplay } from './replay-bar.ts';

function open() {
  document.body.innerHTML = '<main class="prose"></main>';
  const timers: (() => void)[] = [];
  const listeners = new Set<(event: RuntimeEvent) => void>();
  let stops = 0;
  const watch = watchReplay({
    runtime: {
      on(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      stop: () => (stops += 1),
    },
    after(_ms, run) {
      timers.push(run);
      return () => timers.splice(0);
    },
  });
  const tell = (index: number): void => listeners.forEach((listener) => listener({ type: 'replaying', index, of: 40 }));
  return { watch, timers, tell, listeners, stops: () => stops, text: () => document.querySelector('.shared-bar')?.textContent };
}

test('who waits is told how far it is, and not before', () => {
  const { watch, timers, tell, text, listeners } = open();
  tell(3);
  expect(text()).toBeUndefined();
  timers[0]?.();
  expect(text()).toContain('3 of 40');
  tell(12);
  expect(text()).toContain('12 of 40');
  expect(document.querySelector('progress')?.getAttribute('aria-label')).toBe('Inputs replayed');
  watch.end();
  expect([text(), listeners.size, timers.length]).toEqual([undefined, 0, 0]);
  expect(watch.words(new Error('It broke.'))).toBe('Your session can’t be brought back: It broke.');
});

test('a button stops it', () => {
  const { watch, timers, stops } = open();
  timers[0]?.();
  document.querySelector('button')?.click();
  expect(stops()).toBe(1);
  expect(watch.words(new Error('The runtime was stopped.'))).toContain('you stopped it');
});
