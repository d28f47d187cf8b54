import { expect, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { ReplicaSet } from 'converge/sdk';
import { sessionParts } from '../../session/parts.ts';
import { serveGrader } from './grader.ts';
import type { FromGrader } from './grading.ts';
import type { Check } from './types.ts';

/** Nothing happens in its universes, and they are judged once. */
const check = (judge: () => string | undefined): Check => ({
  controller: 'replicaset',
  entry: 'index.ts',
  cluster: { nodes: 0, profile: 'minimal' },
  subject: { kind: ReplicaSet, writes: [] },
  neighbours: [],
  scenarios: [{ name: 'a moment', play: (stage) => stage.rests(10) }],
  always: [],
  settled: [{ cause: 'broke', glyph: 'orphan', question: '?', judge: () => judge }],
});
const files = {
  'index.ts':
    "import { ReplicaSet } from 'converge/sdk';\nexport default { name: 'replicaset', for: ReplicaSet, async reconcile() {} };\n",
};

function served(found: Check) {
  const told: string[] = [];
  const serve = serveGrader({
    parts: sessionParts(nodePlatform()),
    async check(lesson) {
      if (lesson !== 'known') throw new Error(`lesson ${lesson} has no check`);
      told.push('begins');
      return found;
    },
    post: (message: FromGrader) =>
      told.push(
        message.type === 'verdict'
          ? `${message.verdict.ok ? 'passed' : message.verdict.cause} ${message.verdict.seed}`
          : message.type === 'broken'
            ? `broken: ${message.message}`
            : message.type,
      ),
  });
  return { told, serve };
}

test('one universe at a time: what is asked meanwhile waits', async () => {
  const { told, serve } = served(check(() => undefined));
  const job = { lesson: 'known', files };
  await Promise.all([serve({ type: 'grade', job, seed: 1 }), serve({ type: 'grade', job, seed: 2 })]);
  expect(told).toEqual(['hello', 'begins', 'passed 1', 'begins', 'passed 2']);
});

test('a rehearsal has no verdict, whatever it sees: with our controller, with the files, and with files that can’t be run', async () => {
  const { told, serve } = served(check(() => 'seen'));
  await serve({ type: 'rehearse', job: { lesson: 'known', files }, seed: 1 });
  await serve({ type: 'rehearse', job: { lesson: 'known', files }, seed: 2 });
  await serve({ type: 'rehearse', job: { lesson: 'known', files: {} }, seed: 2 });
  await serve({ type: 'grade', job: { lesson: 'known', files }, seed: 2 });
  expect(told).toEqual(['hello', ...Array.from({ length: 3 }, () => ['begins', 'rehearsed']).flat(), 'begins', 'broke 2']);
});

test('a rehearsal ends where its scenario needs what only the learner’s files have, and breaks nothing', async () => {
  const play: Check['scenarios'][number]['play'] = (stage) => stage.apply('room.yaml', '{"apiVersion": "example.com/v1", "kind": "Thermostat", "metadata": {"name": "a"}}');
  const { told, serve } = served({ ...check(() => undefined), scenarios: [{ name: 'a kind of the learner’s', play }] });
  await serve({ type: 'rehearse', job: { lesson: 'known', files }, seed: 1 });
  await serve({ type: 'grade', job: { lesson: 'known', files }, seed: 2 });
  expect(told).toEqual(['hello', 'begins', 'rehearsed', 'begins', expect.stringMatching(/^broken: check\.ts applies room\.yaml/)]);
});

test('who can’t be answered hears why, and the next one is answered', async () => {
  const { told, serve } = served(check(() => undefined));
  await serve({ type: 'rehearse', job: { lesson: 'unknown', files }, seed: 1 });
  await serve({ type: 'grade', job: { lesson: 'known', files: {} }, seed: 1 });
  await serve({ type: 'grade', job: { lesson: 'known', files }, seed: 1 });
  expect(told).toEqual(['hello', 'broken: lesson unknown has no check', 'begins', 'unfit', 'begins', 'passed 1']);
});

test('a manifest of the check that the API server refuses is the author’s mistake, and no failure of the learner’s', async () => {
  const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: Room }\n';
  const { told, serve } = served({ ...check(() => undefined), scenarios: [{ name: 'a moment', play: (stage) => stage.apply('room.yaml', manifest) }] });
  await serve({ type: 'grade', job: { lesson: 'known', files }, seed: 1 });
  expect(told).toEqual(['hello', 'begins', expect.stringMatching(/^broken: .*check\.ts applies room\.yaml, which the API server refuses: .*Room.*is invalid/)]);
});

test('so is one of a trial about a plugin, where nothing that the learner writes changes what the API server accepts', async () => {
  const node = 'apiVersion: v1\nkind: Node\nmetadata: { name: Amber }\n';
  const trials: Check['trials'] = [{ name: 'a node', judge: async (bench) => void (await bench.apply('amber.yaml', node)) }];
  const plugin = { 'apart.ts': "import type { SchedulerPlugin } from 'converge/sdk';\nexport const apart: SchedulerPlugin = { name: 'Apart' };\n" };
  const { told, serve } = served({ ...check(() => undefined), controller: 'scheduler/Apart', entry: 'apart.ts', cluster: { nodes: 0 }, scenarios: [], trials });
  await serve({ type: 'grade', job: { lesson: 'known', files: plugin }, seed: 1 });
  expect(told.at(-1)).toMatch(/^broken: check\.ts applies amber\.yaml, which the API server refuses: .*Amber.*is invalid/);
});
