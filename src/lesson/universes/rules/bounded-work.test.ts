/** What a pass reads and which timers it leaves behind are bounded by what has happened. */
import { expect, test } from 'vitest';
import check from '../../../content/templates/lesson/controller/check.ts';
import { nodePlatform } from '../../../runtimes/platforms.ts';
import { sessionParts } from '../../../session/parts.ts';
import type { Scenario, Verdict } from '../types.ts';
import { runUniverse } from '../universe.ts';

const parts = sessionParts(nodePlatform());

/** The dial of the template's lamp is turned so often that what grows with passes shows. */
const turned: Scenario = {
  name: 'the dial is turned eight times',
  async play(stage) {
    await stage.apply('lamp.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: lamp }\ndata: { wanted: "on", is: "off" }\n');
    for (let turn = 0; turn < 8; turn += 1) {
      await stage.command(`kubectl patch configmap lamp -p '{"data":{"wanted":"${turn % 2 === 0 ? 'off' : 'on'}"}}'`);
      await stage.wait(1000);
      await stage.settles(30_000);
    }
    await stage.rests(10_000);
  },
};

/** A loop for the lamp of the template, which does this as well before it writes. */
async function lampThat(does: string, { before = '' } = {}): Promise<Verdict> {
  const text = `import { ConfigMap, defineController } from 'converge/sdk';
${before}
export const lamp = defineController({
  name: 'lamp',
  for: ConfigMap,
  async reconcile(key, tools) {
    if (key !== 'default/lamp') return;
    const { client } = tools;
    const lamp = tools.lister(ConfigMap).get(key);
    const wanted = lamp?.data?.wanted;
    ${does}
    if (wanted === undefined || lamp?.data?.is === wanted) return;
    await client.patch(ConfigMap, key, { data: { is: wanted } });
  },
});
`;
  return runUniverse({ seed: 1, faults: [], files: { 'lamp.ts': text }, check: { ...check, scenarios: [turned] }, parts });
}

const byItsTimers = { ok: false, cause: 'left timers running' };
const byItsReads = { ok: false, cause: 'asked for the same again and again' };

test('a clock that each pass starts and none stops is noticed, though it sends nothing', async () => {
  expect(await lampThat('setInterval(() => tools.lister(ConfigMap).get(key), 5000);')).toMatchObject(byItsTimers);
});

test('so is one that sets itself again', async () => {
  const clock = 'const tick = () => void setTimeout(tick, 700); tick();';
  expect(await lampThat(clock)).toMatchObject(byItsTimers);
});

test('so are waits that outlive many passes', async () => {
  expect(await lampThat('for (let time = 0; time < 5; time += 1) setTimeout(() => undefined, 600_000);')).toMatchObject({
    ...byItsTimers,
    seen: expect.stringMatching(/\d+ timers of your code were still waiting\.$/),
  });
});

test('one clock of the program, pauses of a pass, and timers that are cleared are fine', async () => {
  expect(await lampThat('', { before: 'setInterval(() => Date.now(), 5000);' })).toMatchObject({ ok: true });
  expect(await lampThat('await new Promise((resolve) => setTimeout(resolve, 50));')).toMatchObject({ ok: true });
  expect(await lampThat('const clock = setInterval(() => undefined, 10); await client.list(ConfigMap); clearInterval(clock);')).toMatchObject({ ok: true });
});

test('a list that a pass asks for ninety times is noticed', async () => {
  expect(await lampThat('for (let time = 0; time < 90; time += 1) await client.list(ConfigMap);')).toMatchObject({
    ...byItsReads,
    seen: expect.stringContaining('one pass of your loop had read `/api/v1/configmaps` 21 times, and sent 0 writes.'),
  });
});

test('so are a hundred names that a pass asks for one by one, where so few objects are', async () => {
  const names = `for (let n = 0; n < 100; n += 1) await client.get(ConfigMap, 'default/lamp-' + n).catch(() => undefined);`;
  expect(await lampThat(names)).toMatchObject({ ...byItsReads, seen: expect.stringContaining('reads, and there are') });
});

test('a pass may read each object there is, live, before it writes', async () => {
  const reads = 'for (const { metadata } of await client.list(ConfigMap)) await client.get(ConfigMap, `${metadata.namespace}/${metadata.name}`);';
  expect(await lampThat(reads)).toMatchObject({ ok: true });
});
