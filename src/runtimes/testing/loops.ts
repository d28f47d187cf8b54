/** What a runtime in a thread of its own survives besides: code that never gives the turn back. */
import type { SessionLog } from '../../session/types.ts';
import type { Runtime, RuntimeEvent } from '../runtime.ts';
import { contains, equal, ok, rejection } from './check.ts';
import { type Conformance, heard, realMs, textOf } from './conformance.ts';
import { endlessController, manifest, satisfiedController } from './sources.ts';

async function ready(create: () => Runtime, files: SessionLog['files'] = {}) {
  const runtime = create();
  const events: RuntimeEvent[] = [];
  runtime.on((event) => events.push(event));
  await runtime.reset({ version: 1, seed: 1, cluster: {}, files, inputs: [] });
  return { runtime, events };
}

export const loops: readonly Conformance[] = [
  {
    name: 'an endless loop in a script: the session comes back without it',
    async run(create) {
      const { runtime, events } = await ready(create);
      await runtime.run({ type: 'command', text: 'echo hello > file.txt', cell: 'a' });
      const before = await runtime.snapshot();
      contains(
        await rejection(runtime.run({ type: 'script', source: 'for (;;) {}', cell: 'b' })),
        'ran without end',
      );
      equal((await heard(events, 'recovered')).input?.type, 'script', 'what is blamed');
      const after = await runtime.snapshot();
      equal([after.historyHash, after.files, after.log], [before.historyHash, before.files, before.log], 'the session');
      equal(textOf(await runtime.run({ type: 'command', text: 'cat file.txt' })), 'hello\n', 'it works again');
      runtime.stop();
    },
  },
  {
    name: 'an endless loop in a controller: its text stays, the built-in one runs',
    async run(create) {
      const { runtime, events } = await ready(create, { 'replicaset.ts': '' });
      await runtime.updateFile('replicaset.ts', endlessController);
      await runtime.run({ type: 'swap', controller: 'replicaset', entry: 'replicaset.ts' });
      const manifestCell = { type: 'manifest', path: 'web.yaml', text: manifest(2), cell: 'a' } as const;
      contains(await rejection(runtime.run(manifestCell)), 'built-in replicaset');
      equal((await heard(events, 'recovered')).input?.type, 'swap', 'what is blamed');
      const { files, swapped } = await runtime.snapshot();
      equal([files['replicaset.ts'], swapped], [endlessController, []], 'what is left');
      await runtime.run(manifestCell);
      equal((await runtime.view()).sets[0]?.ready, 2, 'ready pods');
      runtime.stop();
    },
  },
  {
    name: 'an endless loop in a watch expression: it is named, and the controller still runs',
    async run(create) {
      const { runtime, events } = await ready(create, { 'replicaset.ts': satisfiedController });
      await runtime.run({ type: 'swap', controller: 'replicaset', entry: 'replicaset.ts' });
      const good = { id: 'w1', file: 'replicaset.ts', line: 6, text: 'key' };
      const bad = { ...good, id: 'w2', text: '(() => { for (;;); })()' };
      await runtime.inspect('reconciles', { watches: [good, bad] });
      const before = await runtime.snapshot();
      const manifestCell = { type: 'manifest', path: 'web.yaml', text: manifest(2), cell: 'a' } as const;
      contains(await rejection(runtime.run(manifestCell)), bad.text);
      equal((await heard(events, 'endless')).watch, { id: bad.id, text: bad.text }, 'what is blamed');
      equal((await heard(events, 'recovered')).input, undefined, 'what is left out');
      const after = await runtime.snapshot();
      // Time may have gone on a little before it hung.
      const done = after.log.inputs.filter(({ type }) => type !== 'advance');
      equal([done, after.swapped, (await runtime.view()).sets], [before.log.inputs, ['replicaset'], []], 'the session');
      await runtime.inspect('reconciles', { watches: [good] });
      await runtime.run(manifestCell);
      const { calls } = await runtime.inspect('reconciles', {});
      ok(calls.some(({ values }) => values['w1']?.[0] === '"default/web"'), 'the other expression is evaluated');
      runtime.stop();
    },
  },
  {
    name: 'an endless loop while time flows: the session comes back to about where it was',
    async run(create) {
      const files = { 'replicaset.ts': endlessController };
      const { runtime, events } = await ready(create, files);
      await runtime.run({ type: 'swap', controller: 'replicaset', entry: 'replicaset.ts' });
      await runtime.control({ type: 'play', speed: 20 });
      await realMs(300);
      await runtime.run({ type: 'manifest', path: 'web.yaml', text: manifest(1), after: 'now' }).catch(() => undefined);
      equal((await heard(events, 'recovered')).input?.type, 'swap', 'what is blamed');
      const { now } = await runtime.snapshot();
      ok(now.t > 2_000 && now.t < 60_000, `it stands at ${now.t} ms`);
      runtime.stop();
    },
  },
  {
    name: 'an endless loop in a fork: the fork comes back without it, and the others are still there',
    async run(create) {
      const { runtime, events } = await ready(create);
      await runtime.run({ type: 'manifest', path: 'web.yaml', text: manifest(2), cell: 'a' });
      const original = await runtime.snapshot();
      await runtime.time.act({ do: 'fork', at: { t: original.now.t } });
      await runtime.run({ type: 'command', text: 'kubectl scale rs web --replicas=3', cell: 'b' });
      const before = await runtime.snapshot();
      await rejection(runtime.run({ type: 'script', source: 'for (;;) {}', cell: 'c' }));
      await heard(events, 'recovered');
      equal((await runtime.snapshot()).historyHash, before.historyHash, 'the fork');
      const back = await runtime.time.act({ do: 'enter', id: 'main' });
      equal([back.historyHash, back.branches.length], [original.historyHash, 2], 'the original');
      runtime.stop();
    },
  },
  {
    name: 'a reset ends what hangs and begins anew',
    async run(create) {
      const { runtime } = await ready(create);
      const lost = rejection(runtime.run({ type: 'script', source: 'for (;;) {}' }));
      await realMs(100);
      const { now } = await runtime.reset({ version: 1, seed: 2, cluster: {}, files: {}, inputs: [] });
      equal(now.t, 0, 'time');
      contains(await lost, 'reset');
      runtime.stop();
    },
  },
  {
    name: 'a log that hangs is replayed without what hangs',
    async run(create) {
      const runtime = create();
      const events: RuntimeEvent[] = [];
      runtime.on((event) => events.push(event));
      const inputs = [
        { type: 'command', text: 'echo a > a.txt', at: 0 },
        { type: 'script', source: 'while (true);', at: 0 },
        { type: 'command', text: 'echo b > b.txt', at: 1_000 },
      ] as const;
      await rejection(runtime.reset({ version: 1, seed: 1, cluster: {}, files: {}, inputs }));
      await heard(events, 'recovered');
      equal((await runtime.snapshot()).files, { 'a.txt': 'a\n', 'b.txt': 'b\n' }, 'files');
      runtime.stop();
    },
  },
  {
    name: 'starts again after it was stopped',
    async run(create) {
      const runtime = create();
      await runtime.start();
      equal(runtime.state.state, 'ready', 'state');
      runtime.stop();
      await runtime.start();
      equal(runtime.state.state, 'ready', 'state after a second start');
      runtime.stop();
    },
  },
];
