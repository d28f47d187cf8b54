/** What happens to the list: services come and change, others write, writes are refused. */
import type { Scenario, Stage } from '../../../../lesson/universes/types.ts';
import { linesOf } from './list.ts';

const names = ['web', 'shop', 'mail', 'search', 'login', 'stock', 'pay'] as const;

const releases = `apiVersion: v1
kind: ConfigMap
metadata: { name: releases, namespace: default, labels: { kind: list } }
data:
  title: what runs where
  list: |-
    docs 0.9
`;

/** Without any line. */
const emptyReleases = releases.slice(0, releases.indexOf('  list:'));

const service = (name: string, version: string, team: string): string => `apiVersion: v1
kind: ConfigMap
metadata: { name: ${name}, namespace: default }
data: { version: "${version}", team: "${team}" }
`;

const drawVersion = ({ random }: Stage): string => `${1 + random.int(3)}.${random.int(40)}`;

const teams = ['red', 'blue', 'green', 'gray'] as const;

/** New versions of all of them, at nearly the same moment. `team`: where the other writer has something to do as well. */
async function applyAll(stage: Stage, those: readonly string[], team: string = teams[0]): Promise<void> {
  const texts = those.map((name) => service(name, drawVersion(stage), team));
  await stage.apply('services.yaml', texts.join('---\n'));
}

/** Milliseconds. A work queue that has met refusals for twenty seconds waits forty until it tries again. */
const patienceMs = 120_000;

async function begin(stage: Stage): Promise<readonly string[]> {
  await stage.apply('releases.yaml', releases);
  const count = 5 + stage.random.int(3);
  const those = names.slice(0, count);
  await applyAll(stage, those);
  await stage.settles(patienceMs);
  return those;
}

/** By then the latest watch event has come; milliseconds. */
const caughtUpMs = 8000;
/** By then a loop that was stopped runs again, and has called every key once. */
const allBackMs = 45_000;

async function restsAtLast(stage: Stage): Promise<void> {
  await stage.settles(patienceMs);
  await stage.wait(Math.max(caughtUpMs, allBackMs - stage.world.t));
  await stage.settles(patienceMs);
  await stage.rests(12_000);
}

/** A line that belongs to no service, written by hand: by a patch, which compares nothing. */
async function addByHand(stage: Stage): Promise<void> {
  const line = `${stage.random.pick(['blog', 'wiki', 'forum'])} ${drawVersion(stage)}`;
  const list = [...linesOf(stage.world), line].sort().join('\n');
  await stage.command(`kubectl patch configmap releases --type=merge -p '${JSON.stringify({ data: { list } })}'`);
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'all services at once',
    async play(stage) {
      const those = await begin(stage);
      for (let round = 0; round < 4; round += 1) {
        await stage.wait(2000);
        await applyAll(stage, those, stage.random.pick(teams));
        await stage.settles(patienceMs);
      }
      await restsAtLast(stage);
    },
  },
  {
    name: 'others write meanwhile',
    async play(stage) {
      const those = await begin(stage);
      for (let round = 0; round < 5; round += 1) {
        await applyAll(stage, [stage.random.pick(those), stage.random.pick(those)], stage.random.pick(teams));
        await stage.wait(stage.random.int(40));
        await addByHand(stage);
        await stage.wait(stage.random.int(1500));
      }
      await restsAtLast(stage);
    },
  },
  {
    name: 'every write conflicts for a while',
    trouble: 'refused',
    async play(stage) {
      const those = await begin(stage);
      await stage.wait(1000);
      await stage.fault(refused(409), 20_000, 'every write of your loop met a conflict for 20 s');
      await applyAll(stage, those);
      await stage.wait(20_000);
      await restsAtLast(stage);
    },
  },
  {
    name: 'writes are forbidden for a while',
    trouble: 'refused',
    async play(stage) {
      const those = await begin(stage);
      await stage.wait(1000);
      await stage.fault(refused(403), 10_000, 'every write of your loop was forbidden for 10 s');
      await applyAll(stage, those);
      await stage.wait(10_000);
      await restsAtLast(stage);
    },
  },
  {
    name: 'the list is deleted and created again',
    async play(stage) {
      await begin(stage);
      await stage.command('kubectl delete configmap releases');
      await stage.wait(stage.random.int(4000));
      await stage.apply('releases.yaml', stage.random.pick([releases, emptyReleases]));
      await restsAtLast(stage);
    },
  },
];

const refused = (code: 403 | 409) => ({ type: 'refuse', component: 'controller/notes', chance: 1, code }) as const;
