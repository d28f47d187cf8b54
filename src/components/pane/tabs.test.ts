import { expect, test } from 'vitest';
import { type TabConditions, tabsFor } from './tabs.ts';

const whole: TabConditions = { live: true, forked: false, nodes: true, controllers: true, events: true, code: true };
const ids = (conditions: Partial<TabConditions>, chosen: Parameters<typeof tabsFor>[1] = 'cluster') =>
  tabsFor({ ...whole, ...conditions }, chosen).map(({ id }) => id);

test('a lesson has the tabs that its cluster can fill', () => {
  expect(ids({})).toEqual(['cluster', 'map', 'etcd', 'trace', 'scheduler', 'queues', 'owners', 'terminal', 'events', 'code']);
  expect(ids({ nodes: false, controllers: false, events: false })).toEqual(['cluster', 'etcd', 'trace', 'terminal', 'code']);
  expect(ids({ nodes: false })).not.toContain('scheduler');
  expect(ids({ live: false })).toEqual(['cluster', 'events']);
});

test('a tab that is asked for by its name is there all the same', () => {
  expect(ids({ nodes: false, controllers: false }, 'scheduler')).toContain('scheduler');
  expect(ids({}, 'forks')).not.toContain('forks');
});
