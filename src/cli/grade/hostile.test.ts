/**
 * Submissions that try to get out of where they run, or to have themselves judged as right. Whatever they try ends with a verdict of their
 * own: none says that it reached anything, none converges by it, and the next submission is judged as if they had never been.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { readLesson } from '../../lesson/node/lesson-folder.ts';
import { gradeFile } from './command.ts';
import { openJudges } from './judges.ts';

const judges = openJudges(fileURLToPath(new URL('../../../.generated/grade', import.meta.url)), 1);
const folder = mkdtempSync(join(tmpdir(), 'converge-hostile-'));
const target = join(folder, 'written');
afterAll(() => {
  judges.close();
  rmSync(folder, { recursive: true, force: true });
});
const solution = readLesson('12-replicaset').exercise?.solution['reconcile.ts'] ?? '';

async function graded(reconcile: string) {
  const file = join(folder, 'handed-in.json');
  const submission = { format: 'converge-submission', version: 1, lesson: '12-replicaset', lessonHash: '00000000' };
  writeFileSync(file, JSON.stringify({ ...submission, files: { 'reconcile.ts': reconcile } }));
  const { report } = await gradeFile(file, { universes: 1, grading: judges.grading });
  return { passed: report.passed, causes: report.groups.map(({ cause }) => cause), seen: report.groups.flatMap(({ failures }) => failures.map(({ seen }) => seen)) };
}

/** Tried where the code is loaded, in `reconcile`, and deep in the stack. `reach` finds more than a context has. */
const probe = (attempt: string): string => `
import * as sdk from 'converge/sdk';
const reached: string[] = [];
const outside = (value: any, name = 'something') => {
  const functions = [value, value?.constructor, value?.constructor?.constructor, Object.getPrototypeOf(Object(value))?.constructor?.constructor];
  for (const make of functions) {
    if (typeof make !== 'function') continue;
    try { if (make('return typeof process')() !== 'undefined') reached.push(name + ' has process'); } catch {}
    try { if (make('return 1')() === 1) reached.push(name + ' runs texts'); } catch {}
  }
};
const attempt = async (key?: string, tools?: any) => { try { ${attempt} } catch (error) { outside(error, 'the error'); } };
void attempt();
const deep = (run: () => void): void => { try { deep(run); } catch (error) { outside(error, 'an overflow'); run(); } };
export const reconcile = async (key: string, tools: any) => {
  await attempt(key, tools);
  deep(() => void attempt(key, tools));
  await new Promise((resolve) => setTimeout(resolve, 5));
  throw new TypeError(reached.length === 0 ? 'reached nothing' : 'reached ' + reached.join(', '));
};
`;

const reaching: Readonly<Record<string, string>> = {
  'a constructor’s constructor': `outside(Object); outside(globalThis); outside(sdk.defineController); outside(tools);`,
  'a generator’s constructor': `outside(Object.getPrototypeOf(function* () {})); outside(Object.getPrototypeOf(async () => {}));`,
  'an import': `const found = (globalThis as any)['imp' + 'ort']; outside(found);`,
  'an import by its word': `import('node:fs').then((found) => { reached.push('node:fs'); outside(found); }, (error) => outside(error, 'the refusal'));`,
  'an import made of text': `await (0, eval)("import('node:fs')").then((found) => reached.push('node:fs'), outside);`,
  'a function made of text': `reached.push(String(Function('return 7')()));`,
  'a timer of text': `(setTimeout as any)("globalThis.done = 1", 1); await new Promise((done) => setTimeout(done, 3)); if ((globalThis as any).done) reached.push('a timer');`,
  'process': `if (typeof process !== 'undefined') { reached.push('process'); outside(process); }`,
  'process, by the global object': `for (const key of Object.getOwnPropertyNames(globalThis)) if (/process|Buffer|require|Worker|fetch\\b/.test(key) && (globalThis as any)[key] !== undefined && key !== 'fetch') reached.push(key);`,
  'process.binding': `reached.push(String((globalThis as any).process.binding('fs')));`,
  'a built-in module': `for (const name of ['sqlite', 'net', 'fs', 'worker_threads', 'inspector', 'vm', 'child_process', 'wasi']) { try { outside((globalThis as any).process.getBuiltinModule('node:' + name)); reached.push(name); } catch {} }`,
  'require': `for (const name of ['fs', 'node:fs', 'node:net', 'node:sqlite']) { try { outside((require as any)(name)); reached.push(name); } catch (error) { outside(error); } }`,
  'the environment': `reached.push(JSON.stringify((globalThis as any).process.env));`,
  'a signal to the parent': `(globalThis as any).process.kill((globalThis as any).process.ppid, 9); reached.push('a signal');`,
  'a file': `(globalThis as any).process.getBuiltinModule('fs').writeFileSync(${JSON.stringify(target)}, 'x'); reached.push('a file');`,
  'fetch': `outside(fetch); await fetch('http://127.0.0.1:1/'); reached.push('the network');`,
  'a WebSocket': `new (globalThis as any).WebSocket('ws://127.0.0.1:1/'); reached.push('the network');`,
  'the places of a stack': `
    (Error as any).prepareStackTrace = (_: unknown, sites: any[]) => { outside(sites, 'the sites'); for (const site of sites) { outside(site.getThis?.(), 'this'); outside(site.getFunction?.(), 'a function'); } return ''; };
    void new Error().stack; (Error as any).prepareStackTrace = undefined;`,
  'a stack’s limit': `Error.stackTraceLimit = Infinity; outside(new Error('x').stack); Error.stackTraceLimit = 0;`,
  'the stack of an overflow': `let seen = 0; const fall = (): any => { try { return fall(); } catch (error: any) { seen += 1; if (seen < 50) { outside(error); outside(error.stack); } throw error; } }; try { fall(); } catch (error) { outside(error); }`,
  'a species': `class Own extends Array { static get [Symbol.species]() { outside(this); return Object; } } Own.from([1]).map((x) => x);`,
  'a thenable': `await { then(resolve: any, reject: any) { outside(resolve, 'resolve'); outside(reject, 'reject'); resolve(1); } };`,
  'a proxy’s traps': `const traps: any = new Proxy({}, { get: (_target, name) => (_, ...rest: any[]) => { rest.forEach((each) => outside(each, String(name))); return undefined; } }); await tools?.client.create(sdk.Pod, new Proxy({}, traps));`,
  'WebAssembly': `const WA: any = (globalThis as any).WebAssembly; outside(WA); if (WA) { new WA.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); reached.push('WebAssembly'); }`,
  'shared memory': `const S: any = (globalThis as any).SharedArrayBuffer; outside(S); if ((globalThis as any).Atomics !== undefined && Atomics.wait(new Int32Array(new S(4)), 0, 0, 1)) {}`,
  'a finalizer': `const F: any = (globalThis as any).FinalizationRegistry; if (F) new F((held: any) => outside(held)).register({}, outside);`,
  'what is thrown by the client': `await tools?.client.get(sdk.Pod, { name: '../../x', namespace: '__proto__' }).catch(outside);`,
  'an iterator of the lister': `outside(tools?.lister); outside(tools?.lister(sdk.Pod).list()); outside(tools?.client.create);`,
};

const named = Object.entries(reaching);
test.each(named)('nothing is reached by %s', async (_name, attempt) => {
  const { passed, seen } = await graded(probe(attempt));
  expect(passed).toBe(0);
  expect(seen.join('\n')).not.toMatch(/reached (?!nothing)/);
  expect(seen.join('\n')).toMatch(/reached nothing|is not a function|Cannot read properties|more memory|ended/);
  expect(existsSync(target)).toBe(false);
});

const idle = 'export const reconcile = async () => {};';

const cheating: Readonly<Record<string, string>> = {
  'a verdict for an answer': `try { JSON.stringify = () => '{"type":"verdict","verdict":{"ok":true,"seed":1}}'; } catch {} ${idle}`,
  'an answer of every object': `try { (Object.prototype as any).toJSON = () => ({ actions: [], busy: [], ok: true }); } catch {} ${idle}`,
  'prototypes of lists and maps': `for (const of of [Array, Map, Set, Promise, String]) for (const key of Object.getOwnPropertyNames(of.prototype)) try { (of.prototype as any)[key] = () => []; } catch {} ${idle}`,
  'getters for all': `for (const key of ['ok', 'actions', 'busy', 'type', '0']) try { Object.defineProperty(Object.prototype, key, { get: () => true, set() {} }); } catch {} ${idle}`,
  'the SDK': `import * as sdk from 'converge/sdk'; try { (sdk.Pod as any).plural = 'configmaps'; } catch {} ${idle}`,
  'the owner’s wish': `import { ReplicaSet } from 'converge/sdk';
    export const reconcile = async (key: string, { client, lister }: any) => { for (const set of lister(ReplicaSet).list()) await client.patch(ReplicaSet, set.metadata, { spec: { replicas: 0 } }); };`,
  'deleting what the stage made': `import { ReplicaSet } from 'converge/sdk';
    export const reconcile = async (key: string, { client, lister }: any) => { for (const set of lister(ReplicaSet).list()) await client.delete(ReplicaSet, set.metadata); };`,
  'another’s name in an object': `import { Pod } from 'converge/sdk';
    export const reconcile = async (key: string, { client }: any) => { await client.create(Pod, { metadata: { name: 'x', namespace: 'default', managedFields: [{ manager: 'kubectl' }] }, user: 'kubernetes-admin', spec: { containers: [{ name: 'c', image: 'c' }] } }); };`,
};

test.each(Object.entries(cheating))('nobody converges by changing %s', async (_name, code) => {
  const { passed, causes } = await graded(code);
  expect(passed).toBe(0);
  expect(causes.length).toBeGreaterThan(0);
});

const lost: readonly (readonly [string, string, RegExp])[] = [
  ['an endless loop where it is loaded', `for (;;) {}\n${idle}`, /without giving the turn back/],
  ['an endless loop in a pass', 'export const reconcile = async () => { for (;;) {} };', /without giving the turn back/],
  ['promises without end', 'export const reconcile = async () => { for (;;) await undefined; };', /without giving the turn back/],
  ['buffers of gigabytes', `export const reconcile = async () => { const all: unknown[] = []; for (;;) all.push(new Uint8Array(2e8).fill(1)); };`, /memory|RangeError|allocation/],
  ['objects without end', `export const reconcile = async () => { const all: unknown[] = []; for (;;) all.push({ all: [...all.slice(-50)] }); };`, /memory|giving the turn back|process ended/],
  ['a log without end', `export const reconcile = async (key: string, tools: any) => { for (let n = 0; n < 30_000; n += 1) tools.log('x'.repeat(100)); };`, /./],
  ['rejections without end', `export const reconcile = async () => { for (let n = 0; n < 1_000; n += 1) void Promise.reject(new TypeError('lost')); };`, /TypeError/],
];

test.each(lost)('%s costs its own universes, with a reason', async (_name, code, words) => {
  const { passed, seen } = await graded(code);
  expect(passed).toBe(0);
  expect(seen.join('\n')).toMatch(words);
}, 60_000);

test('the next submission is judged as if none of them had been', async () => {
  expect((await graded(solution)).passed).toBe(1);
});
