/** What your thermostat has to live through. */
import type { Scenario, Stage } from '../../../../lesson/universes/types.ts';
import { factsOf } from './room.ts';

const roomOf = (wanted: number, actual: number, heater: 'on' | 'off', outside = 5): string => `apiVersion: v1
kind: ConfigMap
metadata: { name: room }
data: { wanted: "${wanted}", actual: "${actual}.0", heater: "${heater}", window: shut, outside: "${outside}" }
`;

const set = (data: Readonly<Record<string, string>>): string =>
  `kubectl patch configmap room -p '${JSON.stringify({ data })}'`;

async function refuseWrites(stage: Stage, forMs: number): Promise<void> {
  for (const verb of ['patch', 'update']) {
    const fault = {
      type: 'refuse',
      component: 'controller/thermostat',
      chance: 1,
      verb,
      code: stage.random.pick([429, 500, 503] as const),
    } as const;
    await stage.fault(fault, forMs, `every ${verb} of your loop was refused for ${(forMs / 1000).toFixed(1)} s`);
  }
}

/** Until the heater is off by itself, half a minute at most. */
async function heaterGoesOff(stage: Stage): Promise<void> {
  for (let seconds = 0; seconds < 30 && factsOf(stage.world)?.heater !== 'off'; seconds += 1) await stage.wait(1000);
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'a cold room',
    async play(stage) {
      // Not a whole number of degrees: who cuts its tenths off keeps the room a degree too cold.
      await stage.apply('room.yaml', roomOf(20.9, stage.random.pick([8, 15, 16, 17]), 'off'));
      await stage.settles(90_000);
      // Long enough for what runs out, or adds up.
      await stage.wait(200_000);
      await stage.settles(15_000);
    },
  },
  {
    name: 'someone left the heater on',
    async play(stage) {
      await stage.apply('room.yaml', roomOf(21, 24 + stage.random.int(5), 'on'));
      await stage.settles(90_000);
      await stage.wait(25_000);
      await stage.settles(15_000);
      await stage.command('kubectl delete configmap room');
      await stage.wait(3000);
      await stage.apply('room.yaml', roomOf(20, 18, 'off'));
      await stage.settles(90_000);
    },
  },
  {
    name: 'a window opens',
    async play(stage) {
      // In mild weather the heater keeps up with the window.
      const outside = stage.random.pick([5, 18.5, 18.5]);
      await stage.apply('room.yaml', roomOf(20.9, 18, 'off', outside));
      await stage.settles(90_000);
      await stage.wait(stage.random.int(8000));
      // An open window asks for heat that isn't there yet.
      await heaterGoesOff(stage);
      await stage.command(set({ window: 'open' }));
      await stage.wait(15_000 + stage.random.int(8000));
      if (outside > 5) {
        await stage.wait(20_000);
        await stage.settles(15_000);
      }
      await stage.command(set({ window: 'shut' }));
      await stage.settles(90_000);
      await stage.wait(20_000);
      await stage.settles(15_000);
    },
  },
  {
    name: 'someone turns the dial',
    async play(stage) {
      await stage.apply('room.yaml', roomOf(21, 19, 'off'));
      await stage.settles(90_000);
      await stage.command(set({ wanted: String(stage.random.pick([17, 18.9, 20.5, 22.9, 24])) }));
      await stage.wait(2000);
      await stage.settles(90_000);
      await stage.wait(15_000);
      await stage.settles(15_000);
    },
  },
  {
    name: 'someone turns the dial back and forth',
    trouble: 'late',
    async play(stage) {
      await stage.apply('room.yaml', roomOf(21, 19, 'off'));
      await stage.settles(90_000);
      await stage.wait(stage.random.int(5000));
      const late = { type: 'link', from: 'apiserver', to: 'controller/thermostat', delayMs: 1500 } as const;
      await stage.fault(late, 8000, 'your loop heard of everything 1.5 s late');
      // By the time the loop acts on the first turn, the second has been stored.
      const isOn = factsOf(stage.world)?.heater === 'on';
      await stage.command(set({ wanted: isOn ? '18' : '24' }));
      await stage.wait(700);
      await stage.command(set({ wanted: isOn ? '22' : '20' }));
      await stage.wait(2000);
      await stage.settles(90_000);
      await stage.wait(15_000);
      await stage.settles(15_000);
    },
  },
  {
    name: 'frost outside',
    async play(stage) {
      await stage.apply('room.yaml', roomOf(3, 5, stage.random.pick(['on', 'off']), -20));
      await stage.settles(90_000);
      await stage.command(set({ wanted: '0' }));
      await stage.wait(2000);
      await stage.settles(90_000);
      await stage.wait(20_000);
      await stage.settles(15_000);
    },
  },
  {
    name: 'a room as warm as it is outside',
    async play(stage) {
      // It stays at 5 degrees: nothing is reported until someone turns the dial.
      await stage.apply('room.yaml', roomOf(3, 5, 'off'));
      await stage.wait(5000 + stage.random.int(5000));
      await stage.command(set({ wanted: String(stage.random.pick([9, 17, 21])) }));
      await stage.wait(2000);
      await stage.settles(90_000);
      await stage.wait(15_000);
      await stage.settles(15_000);
    },
  },
  {
    name: 'someone switches the heater by hand',
    async play(stage) {
      await stage.apply('room.yaml', roomOf(21, 17, 'off'));
      await stage.wait(5000 + stage.random.int(5000));
      await stage.command(set({ heater: factsOf(stage.world)?.heater === 'on' ? 'off' : 'on' }));
      await stage.wait(5000);
      await stage.settles(90_000);
      await stage.wait(15_000);
      await stage.settles(15_000);
    },
  },
  {
    name: 'the API server refuses for a while',
    trouble: 'refused',
    async play(stage) {
      await stage.apply('room.yaml', roomOf(21, 19, 'off'));
      await stage.settles(90_000);
      await stage.wait(stage.random.int(10_000));
      await refuseWrites(stage, 1500 + stage.random.int(1500));
      // It has to be switched, one way or the other.
      await stage.command(set({ wanted: factsOf(stage.world)?.heater === 'on' ? '18' : '24' }));
      await stage.wait(2000);
      await stage.settles(90_000);
      await stage.wait(20_000);
      await stage.settles(15_000);
    },
  },
  {
    name: 'the one request that counts is refused',
    trouble: 'refused',
    async play(stage) {
      // As warm as it is outside: nothing is reported, so no event brings what was refused back.
      await stage.apply('room.yaml', roomOf(3, 5, 'off'));
      await stage.wait(5000 + stage.random.int(5000));
      // Longer than a pass would try by itself, or not.
      const [forMs, wanted] = stage.random.chance(0.5) ? [20_000, 9] : [1500 + stage.random.int(1500), stage.random.pick([9, 17, 21])];
      await refuseWrites(stage, forMs);
      await stage.command(set({ wanted: String(wanted) }));
      await stage.wait(forMs);
      await stage.settles(90_000);
    },
  },
];
