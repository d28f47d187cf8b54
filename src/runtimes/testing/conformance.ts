/** What every runtime does, as tests that need no framework: Node runs them under Vitest, the worker in Chromium. */
import type { InputRequest, InputResult, Output, SessionLog, TerminalAct } from '../../session/types.ts';
import type { ClusterView } from '../../viz/model.ts';
import type { Runtime, RuntimeEvent } from '../runtime.ts';
import { contains, equal, ok, rejection } from './check.ts';
import { brokenController, duplicatingController, manifest, satisfiedController } from './sources.ts';

export interface Conformance {
  readonly name: string;
  run(create: () => Runtime): Promise<void>;
}

const log = (seed = 1, files: SessionLog['files'] = {}): SessionLog => ({
  version: 1,
  seed,
  cluster: {},
  files,
  inputs: [],
});
const apply: InputRequest = { type: 'manifest', path: 'web.yaml', text: manifest(4), cell: 'apply' };

/** Text that an input printed. */
export function textOf(result: InputResult, type: Output['type'] = 'stdout'): string {
  return result.outputs.map((output) => (output.type === type && 'text' in output ? output.text : '')).join('');
}

/** A runtime with a session on it, and what it says. */
async function ready(create: () => Runtime, start = log()) {
  const runtime = create();
  const events: RuntimeEvent[] = [];
  runtime.on((event) => events.push(event));
  await runtime.reset(start);
  return { runtime, events, views: () => events.flatMap((event) => (event.type === 'view' ? [event.view] : [])) };
}

/** Resolves with the first event that fits, also one already heard. */
export async function heard<T extends RuntimeEvent['type']>(
  events: readonly RuntimeEvent[],
  type: T,
): Promise<Extract<RuntimeEvent, { type: T }>> {
  const isWanted = (event: RuntimeEvent): event is Extract<RuntimeEvent, { type: T }> => event.type === type;
  for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 10) {
    const found = events.find(isWanted);
    if (found !== undefined) return found;
    await realMs(10);
  }
  throw new Error(`no ${type} event came`);
}

export const realMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const pods = (view: ClusterView | undefined): number => view?.sets[0]?.ready ?? 0;

/** Everything a session can do, in one log: for equal histories across platforms. */
export async function longSession(create: () => Runtime, seed: number): Promise<string> {
  const { runtime } = await ready(create, log(seed, { 'replicaset.ts': satisfiedController }));
  await runtime.run(apply);
  await runtime.run({ type: 'command', text: 'kubectl get pods -l app=web', cell: 'get' });
  await runtime.run({ type: 'swap', controller: 'replicaset', entry: 'replicaset.ts' });
  await runtime.run({
    type: 'command',
    text: 'kubectl delete pod -l app=web --wait=false',
    cell: 'delete',
    at: 40_000,
  });
  await runtime.run({ type: 'fault', fault: { type: 'crash', component: 'scheduler', downMs: 2_000 } });
  await runtime.run({
    type: 'command',
    text: 'kubectl scale rs web --replicas=7\nsleep 3',
    cell: 'scale',
    notBeyond: 90_000,
  });
  await runtime.run({
    type: 'script',
    source: 'print((await client.list(Pod)).map((pod) => pod.metadata.name).join());',
  });
  await runtime.control({ type: 'until', t: 120_000 });
  const { historyHash, log: whole } = await runtime.snapshot();
  const again = await runtime.reset(JSON.parse(JSON.stringify(whole)));
  equal(again.historyHash, historyHash, 'the history hash of a replay');
  runtime.stop();
  return historyHash;
}

export const conformance: readonly Conformance[] = [
  {
    name: 'starts once, says in which state it is, and stops',
    async run(create) {
      const runtime = create();
      const states: string[] = [];
      runtime.on((event) => event.type === 'state' && states.push(event.state.state));
      equal(runtime.state.state, 'idle', 'state');
      await Promise.all([runtime.start(), runtime.start()]);
      equal(runtime.state.state, 'ready', 'state');
      contains(await rejection(runtime.run(apply)), 'session');
      runtime.stop();
      equal(states, ['starting', 'ready', 'idle'], 'states');
    },
  },
  {
    name: 'boots a cluster whose nodes are ready at time 0',
    async run(create) {
      const { runtime } = await ready(create);
      const view = await runtime.view();
      equal([view.timeMs, view.nodes.length, view.nodes.every((node) => node.ready)], [0, 3, true], 'view');
      runtime.stop();
    },
  },
  {
    name: 'a manifest cell is applied and runs on until quiet',
    async run(create) {
      const { runtime } = await ready(create);
      const result = await runtime.run(apply);
      equal(textOf(result), 'replicaset.apps/web created\n', 'output');
      equal([result.exitCode, result.end, result.from.t], [0, 'quiet', 0], 'end');
      equal(pods(await runtime.view()), 4, 'ready pods');
      const changes = result.outputs.find((output) => output.type === 'changes');
      const set = changes?.type === 'changes' ? changes.objects.find((each) => each.kind === 'ReplicaSet') : undefined;
      equal([set?.name, set?.change, set?.owns.length], ['ReplicaSet/web', 'created', 4], 'changes');
      equal(result.files, { 'web.yaml': manifest(4) }, 'files');
      equal(JSON.parse(JSON.stringify(result)), result, 'a result is plain JSON');
      runtime.stop();
    },
  },
  {
    name: 'a cell runs at the time it names, and not beyond the next one',
    async run(create) {
      const { runtime } = await ready(create);
      const first = await runtime.run({ ...apply, notBeyond: 500 });
      equal([first.end, first.to.t], ['notBeyond', 500], 'end of the first');
      const second = await runtime.run({ type: 'command', text: 'echo hello', cell: 'b', at: 20_000 });
      equal([second.from.t, second.to.t, textOf(second)], [20_000, 20_000, 'hello\n'], 'second');
      runtime.stop();
    },
  },
  {
    name: 'a shell changes files, and they survive in the snapshot',
    async run(create) {
      const { runtime } = await ready(create);
      await runtime.run(apply);
      await runtime.updateFile('notes.txt', 'mine');
      const result = await runtime.run({
        type: 'command',
        text: "sed -i 's/replicas: 4/replicas: 5/' web.yaml\nkubectl apply -f web.yaml",
        cell: 'c',
      });
      equal(textOf(result), 'replicaset.apps/web configured\n', 'output');
      equal(result.files, { 'web.yaml': manifest(5) }, 'files');
      equal((await runtime.snapshot()).files, { 'notes.txt': 'mine', 'web.yaml': manifest(5) }, 'workspace');
      await runtime.updateFile('notes.txt', null);
      equal(Object.keys((await runtime.snapshot()).files), ['web.yaml'], 'after removal');
      runtime.stop();
    },
  },
  {
    name: 'a script lists, prints, and its error says the line',
    async run(create) {
      const { runtime } = await ready(create);
      await runtime.run(apply);
      const good = await runtime.run({
        type: 'script',
        source:
          "const all = await client.list(Pod, { namespace: 'default' });\nprint(all.length, controllerOf(all[0]!)?.name);",
        cell: 's',
      });
      equal([textOf(good), good.exitCode], ['4 web\n', 0], 'output');
      const bad = await runtime.run({
        type: 'script',
        source: "const a: string[] = [];\nprint('x');\nprint(a[0].length);",
        cell: 's',
      });
      const error = bad.outputs.find((output) => output.type === 'error');
      equal([textOf(bad), bad.exitCode], ['x\n', 1], 'output');
      equal(error?.type === 'error' ? error.line : undefined, 3, 'line');
      runtime.stop();
    },
  },
  {
    name: 'a refused request says the line that made it, also when nobody awaits it',
    async run(create) {
      const { runtime } = await ready(create);
      const result = await runtime.run({
        type: 'script',
        source:
          "client.delete(Pod, 'default/lost');\nclient.delete(Pod, 'default/a').catch(() => print('caught'));\n" +
          "await sleep(50);\nawait client.get(Pod, 'default/b');",
      });
      equal(textOf(result), 'caught\n', 'output');
      const errors = result.outputs.flatMap((output) =>
        output.type === 'error' ? [`${output.title} ${output.line}`] : [],
      );
      equal(errors, ['NotFound: pods "lost" not found 1', 'NotFound: pods "b" not found 4'], 'errors');
      runtime.stop();
    },
  },
  {
    name: 'the workspace’s controller takes over without a reset, and goes again',
    async run(create) {
      const { runtime, events } = await ready(create, log(1, { 'replicaset.ts': satisfiedController }));
      await runtime.run(apply);
      const swap = await runtime.run({ type: 'swap', controller: 'replicaset', entry: 'replicaset.ts' });
      equal([swap.exitCode, swap.outputs], [0, []], 'swap');
      await runtime.run({ type: 'command', text: 'kubectl delete pod -l app=web --wait=false', cell: 'd' });
      equal(pods(await runtime.view()), 4, 'ready pods of the learner’s controller');
      ok(
        events.some((event) => event.type === 'log' && event.text.includes('mine')),
        'its log is heard',
      );
      equal((await runtime.snapshot()).swapped, ['replicaset'], 'swapped');
      await runtime.run({ type: 'unswap', controller: 'replicaset' });
      equal((await runtime.snapshot()).swapped, [], 'swapped');
      runtime.stop();
    },
  },
  {
    name: 'code that doesn’t parse or throws is told with its place, and the cluster lives on',
    async run(create) {
      const { runtime, events } = await ready(
        create,
        log(1, { 'replicaset.ts': brokenController, 'half.ts': 'export const a = {\n' }),
      );
      const half = await runtime.run({ type: 'swap', controller: 'replicaset', entry: 'half.ts' });
      const error = half.outputs[0];
      equal(
        [half.exitCode, error?.type === 'error' ? [error.file, error.line] : error],
        [1, ['half.ts', 1]],
        'parse error',
      );
      await runtime.run({ type: 'swap', controller: 'replicaset', entry: 'replicaset.ts' });
      await runtime.run(apply);
      const { problem } = await heard(events, 'problem');
      equal([problem.file, problem.line], ['replicaset.ts', 6], 'place');
      const after = await runtime.run({ type: 'command', text: 'kubectl get rs web -o name', cell: 'e' });
      equal(textOf(after), 'replicaset.apps/web\n', 'output afterwards');
      runtime.stop();
    },
  },
  {
    name: 'a controller that writes without end is stopped, and the cluster lives on',
    async run(create) {
      const { runtime, events } = await ready(create, log(1, { 'replicaset.ts': duplicatingController }));
      await runtime.run({ type: 'swap', controller: 'replicaset', entry: 'replicaset.ts' });
      await runtime.run(apply);
      await runtime.control({ type: 'until', t: 20_000 });
      contains((await heard(events, 'problem')).problem.title, 'more than 5,000 new objects');
      const after = await runtime.run({ type: 'command', text: 'kubectl get rs web -o name', cell: 'e' });
      equal(textOf(after), 'replicaset.apps/web\n', 'output afterwards');
      runtime.stop();
    },
  },
  {
    name: 'bad input is answered in words, never by a rejection',
    async run(create) {
      const { runtime } = await ready(create);
      const yaml = await runtime.run({ type: 'manifest', path: 'bad.yaml', text: 'kind: [unclosed', cell: 'y' });
      ok(yaml.exitCode !== 0 && textOf(yaml, 'stderr') !== '', 'malformed YAML');
      const command = await runtime.run({ type: 'command', text: 'frobnicate', cell: 'u' });
      ok(command.exitCode !== 0 && textOf(command, 'stderr').includes('frobnicate'), 'unknown command');
      const swap = await runtime.run({ type: 'swap', controller: 'replicaset', entry: 'none.ts' });
      equal([swap.exitCode, swap.outputs[0]?.type], [1, 'error'], 'a swap without its file');
      runtime.stop();
    },
  },
  {
    name: 'time stands, steps, runs to a moment, to quiet, and flows',
    async run(create) {
      const { runtime, views } = await ready(create);
      const start = (await runtime.view()).timeMs;
      await realMs(60);
      equal((await runtime.view()).timeMs, start, 'it stands');
      ok((await runtime.control({ type: 'step' })).t > start, 'a step is forward');
      equal((await runtime.control({ type: 'until', t: 60_000 })).t, 60_000, 'until');
      await runtime.run({ ...apply, cell: 'z', after: 'now' });
      await runtime.control({ type: 'quiet' });
      ok((await runtime.view()).quiet && pods(await runtime.view()) === 4, 'quiet');
      const before = (await runtime.view()).timeMs;
      const seen = views().length;
      await runtime.control({ type: 'play', speed: 100 });
      await realMs(400);
      const { t } = await runtime.control({ type: 'pause' });
      ok(t > before + 5_000 && t < before + 120_000, `it flows at about its speed: ${t - before} ms in 400`);
      ok(views().length > seen + 2, 'views come while it flows');
      runtime.stop();
    },
  },
  {
    name: 'a hidden page lets no time pass',
    async run(create) {
      const { runtime } = await ready(create);
      await runtime.control({ type: 'visible', visible: false });
      await runtime.control({ type: 'play', speed: 1000 });
      await realMs(100);
      equal((await runtime.view()).timeMs, 0, 'time');
      await runtime.control({ type: 'visible', visible: true });
      await realMs(200);
      ok((await runtime.view()).timeMs > 1_000, 'it goes on when shown');
      runtime.stop();
    },
  },
  {
    name: 'a command that never ends can be interrupted, and its replay is cut there too',
    async run(create) {
      const { runtime, events } = await ready(create);
      await runtime.control({ type: 'play', speed: 10 });
      const running = runtime.run({ type: 'command', text: 'echo begun; kubectl get pods -w', cell: 'w' });
      await heard(events, 'output');
      await realMs(50);
      runtime.interrupt();
      const result = await running;
      equal([result.exitCode, result.end], [130, 'interrupted'], 'end');
      const { log: whole, now, historyHash } = await runtime.snapshot();
      const again = await runtime.reset(whole);
      equal([again.now, again.historyHash], [now, historyHash], 'the replay');
      runtime.stop();
    },
  },
  {
    name: 'a terminal’s watch goes on beside everything else until Ctrl+C, and a replay shows the same',
    async run(create) {
      const { runtime, events } = await ready(create);
      const type = (act: TerminalAct) => runtime.run({ type: 'terminal', terminal: '1', ...act });
      const look = () => runtime.inspect('terminal', { terminal: '1' });
      await runtime.run(apply);
      const opened = await type({ do: 'line', text: 'kubectl get pods -w -o name' });
      equal([opened.end, (await look()).listening], ['quiet', true], 'the watch');
      const shown = (await look()).count;
      await runtime.run({ type: 'command', text: 'kubectl delete pod -l app=web', cell: 'd' });
      ok((await look()).count > shown, 'it prints what the cell does');
      const watching = await look();
      const half = await runtime.snapshot();
      await type({ do: 'interrupt' });
      await type({ do: 'line', text: 'cat <<EOF | sort\nb\na\nEOF\necho $?' });
      equal((await look()).pieces.at(-1)?.text, '0\n', 'the exit code of the last command');
      const [whole, ended] = [await runtime.snapshot(), await look()];
      equal((await runtime.reset(half.log)).historyHash, half.historyHash, 'the hash with the watch under way');
      equal(await look(), watching, 'the screen with the watch under way');
      events.length = 0;
      equal((await runtime.reset(whole.log)).historyHash, whole.historyHash, 'the hash');
      equal(await look(), ended, 'the screen');
      const told = events.flatMap((event) => (event.type === 'terminal' ? [event.piece] : []));
      equal(told, ended.pieces, 'what a replay tells');
      runtime.stop();
    },
  },
  {
    name: 'why a Pod is there leads back to the cell, forward to the Pod, and is the same after a replay',
    async run(create) {
      const { runtime } = await ready(create);
      await runtime.run(apply);
      const subject = { cell: 'apply' };
      const [before, picture] = [await runtime.inspect('effects', { subject }), await runtime.inspect('trace', { subject, all: true })];
      const pod = before.effects[0]?.effects.find(({ lead }) => lead.includes('Pod'));
      const why = await runtime.inspect('why', { subject: { trace: pod?.trace ?? 0 } });
      equal(why.steps.at(-1)?.input?.cell, apply.cell, 'where the chain ends');
      ok(picture.spans.length > 5 && picture.links.length > 3, 'the picture has spans and links');
      const { log: whole, historyHash } = await runtime.snapshot();
      equal((await runtime.reset(whole)).historyHash, historyHash, 'asking changes nothing');
      equal(await runtime.inspect('effects', { subject }), before, 'what came of it, after a replay');
      equal(await runtime.inspect('why', { subject: { trace: pod?.trace ?? 0 } }), why, 'why, after a replay');
      runtime.stop();
    },
  },
  {
    name: 'a script that loops through the cluster, as fast as it can, lets an interrupt in',
    async run(create) {
      const { runtime, events } = await ready(create);
      const running = runtime.run({ type: 'script', source: 'await client.list(Pod); console.log("begun"); for (;;) await client.list(Pod);' });
      await heard(events, 'output');
      runtime.interrupt();
      const result = await running;
      equal([result.exitCode, result.end], [130, 'interrupted'], 'end');
      ok(result.to.t > 0, 'time has passed');
      const { historyHash } = await runtime.snapshot();
      equal(textOf(await runtime.run({ type: 'command', text: 'echo on' })), 'on\n', 'it goes on');
      equal((await runtime.snapshot()).historyHash, historyHash, 'nothing is left running');
      runtime.stop();
    },
  },
  {
    name: 'a log that is none is refused in words',
    async run(create) {
      const { runtime } = await ready(create);
      await runtime.run(apply);
      contains(await rejection(runtime.reset(JSON.parse('{"version":3}'))), 'version 3');
      equal((await runtime.snapshot()).log.inputs.length, 1, 'inputs of the session that stays');
      await runtime.reset(log());
      equal((await runtime.view()).nodes.length, 3, 'nodes afterwards');
      runtime.stop();
    },
  },
  {
    name: 'inputs queue behind each other',
    async run(create) {
      const { runtime } = await ready(create);
      const results = await Promise.all(
        ['sleep 2; echo a', 'echo b', 'echo c'].map((text) => runtime.run({ type: 'command', text })),
      );
      equal(
        results.map((result) => textOf(result)),
        ['a\n', 'b\n', 'c\n'],
        'outputs',
      );
      equal((await runtime.snapshot()).log.inputs.length, 3, 'log');
      runtime.stop();
    },
  },
  {
    name: 'a log replays to the same outputs, moment and history',
    async run(create) {
      const { runtime } = await ready(create, log(7));
      const first = await runtime.run(apply);
      const second = await runtime.run({ type: 'command', text: 'kubectl get pods', cell: 'p', at: 30_000 });
      await runtime.control({ type: 'until', t: 45_000 });
      const { log: whole, historyHash, now } = await runtime.snapshot();
      const again = await runtime.reset(JSON.parse(JSON.stringify(whole)));
      equal(again.results.slice(0, 2), [first, second], 'results');
      equal([again.historyHash, again.now], [historyHash, now], 'where it stands');
      equal((await runtime.snapshot()).log, whole, 'the log itself');
      runtime.stop();
    },
  },
  {
    name: 'shows how it was at an earlier time',
    async run(create) {
      const { runtime } = await ready(create);
      await runtime.run({ ...apply, at: 10_000 });
      await runtime.control({ type: 'until', t: 30_000 });
      equal((await runtime.view(5_000)).sets.length, 0, 'sets before the apply');
      const after = await runtime.view(29_000);
      equal([after.timeMs, pods(after)], [29_000, 4], 'pods after it');
      runtime.stop();
    },
  },
  {
    name: 'seeks to a revision or a time, and the session stands where it stood',
    async run(create) {
      const { runtime } = await ready(create);
      const { to } = await runtime.run(apply);
      await runtime.control({ type: 'until', t: 60_000 });
      const first = await runtime.time.seek({ revision: to.revision });
      equal([first.revision, pods(first)], [to.revision, 4], 'at the revision');
      const before = await runtime.time.seek({ t: 0 });
      equal([before.timeMs, before.sets.length, before.nodes.length], [0, 0, 3], 'at the start');
      equal((await runtime.view()).timeMs, 60_000, 'now');
      runtime.stop();
    },
  },
  {
    name: 'forks, goes on, and goes back to the original, which has stood still',
    async run(create) {
      const { runtime, events } = await ready(create);
      await runtime.run(apply);
      await runtime.control({ type: 'until', t: 30_000 });
      const { now, historyHash } = await runtime.snapshot();
      const forked = await runtime.time.act({ do: 'fork', at: { t: 30_000 } });
      equal([forked.current, forked.now, forked.historyHash], ['fork-1', now, historyHash], 'the fork');
      await runtime.run({ type: 'command', text: 'kubectl scale rs web --replicas=6', cell: 's' });
      equal(pods(await runtime.view()), 6, 'pods of the fork');
      const back = await runtime.time.act({ do: 'enter', id: 'main' });
      equal([back.now, back.historyHash, back.branches.length], [now, historyHash, 2], 'the original');
      equal(pods(await runtime.view()), 4, 'pods of the original');
      const { differences } = await runtime.time.compare({ branch: 'main' }, { branch: 'fork-1' });
      equal(
        differences.filter(({ where, kind }) => where === 'only-b' && kind === 'Pod').length,
        2,
        'pods only the fork has',
      );
      const told = events.flatMap((event) => (event.type === 'branches' ? [event.current] : []));
      equal(told, ['main', 'fork-1', 'main'], 'what was told');
      contains(await rejection(runtime.time.act({ do: 'drop', id: 'main' })), 'go to another');
      equal((await runtime.time.act({ do: 'drop', id: 'fork-1' })).branches.length, 1, 'branches after the drop');
      runtime.stop();
    },
  },
  {
    name: 'rewinds to before an action that was under way, and says so',
    async run(create) {
      const { runtime } = await ready(create);
      await runtime.run(apply);
      const { from } = await runtime.run({ type: 'command', text: 'sleep 5\nkubectl delete rs web', cell: 'd' });
      const cut = await runtime.time.cut({ t: from.t + 1_000 });
      equal([cut.t, cut.dropped], [from.t, 1], 'what it would do');
      const back = await runtime.time.act({ do: 'rewind', at: { t: from.t + 1_000 } });
      contains(back.words, 'can’t be cut in half');
      equal([back.current, back.branches.length, back.now], ['main', 1, from], 'where it stands');
      equal(pods(await runtime.view()), 4, 'pods');
      equal((await runtime.snapshot()).log.inputs.length, 1, 'inputs that are left');
      runtime.stop();
    },
  },
  {
    name: 'more forks than it keeps awake are still there',
    async run(create) {
      const { runtime } = await ready(create);
      const { to } = await runtime.run(apply);
      const hashes: string[] = [];
      for (let replicas = 1; replicas < 5; replicas += 1) {
        await runtime.time.act({ do: 'fork', at: to });
        await runtime.run({ type: 'command', text: `kubectl scale rs web --replicas=${replicas}`, cell: 's' });
        hashes.push((await runtime.snapshot()).historyHash);
        await runtime.time.act({ do: 'enter', id: 'main' });
      }
      for (const [index, hash] of hashes.entries()) {
        const standing = await runtime.time.act({ do: 'enter', id: `fork-${index + 1}` });
        equal(standing.historyHash, hash, `the hash of fork ${index + 1}`);
      }
      runtime.stop();
    },
  },
  {
    name: 'another runtime takes over its branches, and stands where it stood',
    async run(create) {
      const { runtime } = await ready(create);
      await runtime.run(apply);
      await runtime.time.act({ do: 'fork', at: { t: 1_000 } });
      await runtime.run({ type: 'command', text: 'kubectl scale rs web --replicas=6', cell: 's' });
      await runtime.control({ type: 'until', t: 40_000 });
      const { now, historyHash } = await runtime.snapshot();
      const kept = await runtime.time.kept();
      runtime.stop();
      const other = create();
      const events: RuntimeEvent[] = [];
      other.on((event) => events.push(event));
      const replayed = await other.reset(kept);
      equal([replayed.now, replayed.historyHash], [now, historyHash], 'where it stands');
      equal(replayed.results.map(({ input }) => input.cell ?? input.type), ['apply', 's', 'advance'], 'inputs');
      const told = events.flatMap((event) => (event.type === 'branches' ? [event.current] : []));
      equal(told.at(-1), 'fork-1', 'the branch');
      equal((await other.time.act({ do: 'enter', id: 'main' })).branches.length, 2, 'branches');
      equal(pods(await other.view()), 4, 'pods of the original');
      other.stop();
    },
  },
  {
    name: 'lists etcd’s keys as they were, and what became of one',
    async run(create) {
      const { runtime } = await ready(create);
      const { to } = await runtime.run(apply);
      await runtime.run({ type: 'command', text: 'kubectl scale rs web --replicas=5', cell: 's' });
      const prefix = '/registry/pods/default/';
      equal((await runtime.time.keys({ prefix, order: 'key' })).total, 5, 'pods now');
      const then = await runtime.time.keys({ prefix, order: 'newest', at: { revision: to.revision } });
      equal([then.revision, then.total], [to.revision, 4], 'pods then');
      const { changes } = await runtime.time.keyHistory('/registry/replicasets/default/web');
      equal([changes.at(-1)?.change, (changes[0]?.version ?? 0) > 2], ['created', true], 'revisions of the set');
      runtime.stop();
    },
  },
];
