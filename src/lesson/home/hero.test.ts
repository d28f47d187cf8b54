/** The instrument over the real engine, in this thread. */
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { createNodeRuntime } from '../../runtimes/node/node-runtime.ts';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../../session/parts.ts';
import { createHero, type HeroState } from './hero.ts';
import { playCluster, playRoom, type Scenes } from './scenes.ts';

const thermostat = readFileSync('src/lesson/home/thermostat.ts', 'utf8');
const files = { 'room.ts': readFileSync('src/lesson/programs/room.ts', 'utf8'), 'thermostat.ts': thermostat };
const builder = createNodeRuntime(sessionParts(nodePlatform()));
const scenes: Scenes = { cluster: await playCluster(builder), room: await playRoom(builder, files) };

function open() {
  const hero = createHero({
    scenes,
    runtime: async () => createNodeRuntime(sessionParts(nodePlatform())),
    still: true,
    after: () => () => {},
  });
  const until = (holds: (state: HeroState) => boolean) =>
    vi.waitFor(() => expect(holds(hero.value), JSON.stringify(hero.value.view.sets)).toBe(true), { timeout: 20_000 });
  return { hero, until };
}

test('the page is built with a Pod on its way, and a room that is kept warm', () => {
  expect(scenes.cluster.view.sets[0]).toMatchObject({ wants: 5, ready: 4 });
  expect(scenes.room.view.charts[0]?.points.at(-1)?.ready).toBeGreaterThan(19);
});

test('the dial’s last word counts; a killed Pod is replaced', async () => {
  const { hero, until } = open();
  for (const value of [6, 7, 8, 3]) hero.want(value);
  expect(hero.value.want).toBe(3);
  await until(({ view }) => view.sets[0]?.wants === 3 && view.sets[0].ready === 3);
  const victim = hero.value.view.sets[0]?.pods[0]?.name ?? '';
  hero.kill(victim);
  await until(({ view }) => {
    const names = view.sets.flatMap(({ pods }) => pods).map(({ name }) => name);
    return !names.includes(victim) && view.sets[0]?.ready === 3;
  });
  hero.stop();
});

test('an open window makes the loop heat', async () => {
  const { hero, until } = open();
  hero.choose('room');
  hero.moveWindow();
  await until(({ heating, view, windowOpen }) => windowOpen && heating && view.timeMs > 30_000);
  hero.stop();
});

test('an engine that can’t be loaded says why, and the next act tries again', async () => {
  let tries = 0;
  const hero = createHero({
    scenes,
    runtime: async () => {
      tries += 1;
      throw new Error('The engine could not be loaded (no connection).');
    },
    still: true,
    after: () => () => {},
  });
  hero.want(6);
  await vi.waitFor(() => expect(hero.value.note).toContain('no connection'), { timeout: 20_000 });
  hero.want(7);
  await vi.waitFor(() => expect(tries).toBe(2), { timeout: 20_000 });
});
