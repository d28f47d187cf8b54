/** What the runtime tests run in the page: the worker runtime and the suites, by name. Bundled by runtime.test.ts. */
import { bakeLesson } from '../../src/lesson/bake.ts';
import type { CellFence } from '../../src/lesson/cells/fence.ts';
import type { LanesRequest } from '../../src/lesson/lanes.ts';
import type { TraceRequest } from '../../src/lesson/traces.ts';
import { frameGrading } from '../../src/lesson/universes/frame-grader.ts';
import { type GradeEnd, grade } from '../../src/lesson/universes/grading.ts';
import { conformance, longSession } from '../../src/runtimes/testing/conformance.ts';
import { loops } from '../../src/runtimes/testing/loops.ts';
import { type EngineFiles, openFrame } from '../../src/runtimes/worker/frame.ts';
import { createWorkerRuntime } from '../../src/runtimes/worker/worker-runtime.ts';
import type { InspectionName, Inspections } from '../../src/session/inspections.ts';
import type { SessionLog } from '../../src/session/types.ts';

const files = new Map<string, Promise<string>>();
function file(name: string): Promise<string> {
  const known = files.get(name);
  if (known !== undefined) return known;
  const coming = fetch(`engine/${name}.txt`).then(
    (response) => response.text(),
    () => Promise.reject(new Error(`${name} could not be loaded`)),
  );
  files.set(name, coming);
  coming.catch(() => files.delete(name));
  return coming;
}
const engine: EngineFiles = { core: () => file('core'), piece: file, host: async () => document };
const create = () => createWorkerRuntime({ engine, hangAfterMs: 1_500 });

const page = {
  /** Grades these files of lesson 12 as its page does. */
  async grade(files: Readonly<Record<string, string>>, universes: number): Promise<GradeEnd> {
    return grade({ lesson: '12-replicaset', files }, universes, await frameGrading(engine), () => {}).end;
  },
  async run(name: string): Promise<void> {
    const found = [...conformance, ...loops].find((each) => each.name === name);
    if (found === undefined) throw new Error(`no test called ${name}`);
    await found.run(create);
  },
  longSession: (seed: number): Promise<string> => longSession(create, seed),
  /** Runs a whole lesson, as the build does; `baked` is the text the build writes. */
  async lesson(log: SessionLog, cells: readonly CellFence[], traces: readonly TraceRequest[], lanes: readonly LanesRequest[]): Promise<{ readonly baked: string; readonly historyHash: string }> {
    const runtime = create();
    const baked = await bakeLesson(runtime, log, cells, traces, lanes);
    const { historyHash } = await runtime.snapshot();
    runtime.stop();
    return { baked: `${JSON.stringify(baked, null, 1)}\n`, historyHash };
  },
  /** Starts a runtime on this text and returns the state it ends in. */
  async stateAfter(text: string): Promise<unknown> {
    const runtime = createWorkerRuntime({ engine: { ...engine, core: async () => text }, startWithinMs: 1_000 });
    const message = await runtime.start().then(
      () => 'started',
      (error: unknown) => String(error),
    );
    return { ...runtime.state, message };
  },
  /** What each command prints, one after the other in one session. */
  async outputs(profile: 'full' | 'minimal', commands: readonly string[]): Promise<readonly string[]> {
    const runtime = create();
    await runtime.reset({ version: 1, seed: 1, cluster: { profile }, files: {}, inputs: [] });
    const printed: string[] = [];
    for (const text of commands) {
      const { outputs } = await runtime.run({ type: 'command', text });
      printed.push(outputs.map((output) => ('text' in output ? output.text : '')).join(''));
    }
    runtime.stop();
    return printed;
  },
  /** What the container of a Pod prints whose manifest was in the workspace from the beginning. */
  async logOfFirstFile(): Promise<string> {
    const runtime = create();
    const container = '{ name: shell, image: "busybox:1.37", command: [cat, /etc/hostname] }';
    const files = { 'pod.yaml': `apiVersion: v1\nkind: Pod\nmetadata: { name: shell }\nspec: { containers: [${container}] }\n` };
    await runtime.reset({ version: 1, seed: 1, cluster: { profile: 'minimal' }, files, inputs: [] });
    await runtime.run({ type: 'command', text: 'kubectl apply -f pod.yaml; sleep 5' });
    const { outputs } = await runtime.run({ type: 'command', text: 'kubectl logs shell' });
    runtime.stop();
    return outputs.map((output) => ('text' in output ? output.text : '')).join('');
  },
  /** Runs a command twice: `refusal` is why the first wasn't carried out, `now` how far time had gone then. */
  async retried(text: string): Promise<{ readonly refusal: string; readonly now: number; readonly output: string }> {
    const runtime = create();
    await runtime.reset({ version: 1, seed: 1, cluster: { profile: 'minimal' }, files: {}, inputs: [] });
    const refusal = await runtime.run({ type: 'command', text }).then(
      () => '',
      (error: unknown) => String(error),
    );
    const now = (await runtime.snapshot()).now.t;
    const { outputs } = await runtime.run({ type: 'command', text });
    runtime.stop();
    return { refusal, now, output: outputs.map((output) => ('text' in output ? output.text : '')).join('') };
  },
  /** Replays a log of these commands, twice: `refusal` is why the first time failed, `output` what the last command printed. */
  async replayed(commands: readonly string[]): Promise<{ readonly refusal: string; readonly output: string }> {
    const runtime = create();
    const inputs = commands.map((text) => ({ type: 'command', text, at: 0 }) as const);
    const log: SessionLog = { version: 1, seed: 1, cluster: { profile: 'minimal' }, files: {}, inputs };
    const refusal = await runtime.reset(log).then(
      () => '',
      (error: unknown) => String(error),
    );
    const { results } = await runtime.reset(log);
    runtime.stop();
    const printed = results.at(-1)?.outputs ?? [];
    return { refusal, output: printed.map((output) => ('text' in output ? output.text : '')).join('') };
  },
  /** What one question about a session is answered, in a worker that has the core alone; a refusal is thrown. `UID` in it becomes the Pod's. */
  async inspected<N extends InspectionName>(name: N, ask: Inspections[N]['ask']): Promise<Inspections[N]['answer']> {
    const runtime = create();
    const text = 'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: web, image: "nginx:1.29" }] }\n';
    await runtime.reset({ version: 1, seed: 1, cluster: { profile: 'minimal' }, files: {}, inputs: [] });
    await runtime.run({ type: 'manifest', path: 'web.yaml', text });
    const { outputs } = await runtime.run({ type: 'command', text: 'kubectl get pod web -o yaml' });
    const uid = /^ {2}uid: (\S+)$/m.exec(outputs.map((output) => ('text' in output ? output.text : '')).join(''))?.[1] ?? '';
    const answer = await runtime.inspect(name, JSON.parse(JSON.stringify(ask).replaceAll('UID', uid)));
    runtime.stop();
    return answer;
  },
  /** Runs a program in the sandbox's worker, in place of the engine; it answers by `port.postMessage`. */
  inSandbox: (program: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const text = `addEventListener('message', async (event) => { const port = event.ports[0]; ${program} }, { once: true })`;
      const frame = openFrame({
        core: text,
        host: document,
        role: 'session',
        piece: engine.piece,
        receive(message) {
          frame.remove();
          resolve(message);
        },
        broken: (because) => reject(new Error(because)),
      });
    }),
};

declare global {
  var runtimeTests: typeof page;
}
globalThis.runtimeTests = page;
