/**
 * Submissions that try to get out of where they run, or to have themselves judged as right. Whatever they try ends with a verdict of their
 * own: none says that it reached anything, none converges by it, and the next submission is judged as if they had never been.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { everyNth } from '../../../tests/scope.ts';
import { readLesson } from '../../lesson/node/lesson-folder.ts';
import { controllerThat, tampering } from '../../lesson/universes/testing/tampering.ts';
import { gradeFile } from './grade-file.ts';
import { openJudges } from './judges.ts';

const programs = fileURLToPath(new URL('../../../.generated/grade', import.meta.url));
const judges = openJudges(programs, 1);
/** Ends what hangs sooner. */
const impatient = openJudges(programs, 1, { startMs: 12_000, turnMs: 1_000, universeMs: 3_000 });
const folder = mkdtempSync(join(tmpdir(), 'converge-hostile-'));
const target = join(folder, 'written');
afterAll(() => {
  judges.close();
  impatient.close();
  rmSync(folder, { recursive: true, force: true });
});
const solution = readLesson('12-replicaset').exercise?.solution['reconcile.ts'] ?? '';

const graded = (reconcile: string, { grading } = judges) => gradedOf('12-replicaset', { 'reconcile.ts': reconcile }, grading);

async function gradedOf(lesson: string, files: Readonly<Record<string, string>>, grading: typeof judges.grading) {
  const file = join(folder, 'handed-in.json');
  writeFileSync(file, JSON.stringify({ format: 'converge-submission', version: 1, lesson, lessonHash: '00000000', files }));
  const [done] = await gradeFile(file, { universes: 1, grading });
  if (done === undefined) throw new Error('nothing was graded');
  const { report } = done;
  return { passed: report.passed, causes: report.groups.map(({ cause }) => cause), seen: report.groups.flatMap(({ failures }) => failures.map(({ seen }) => seen)) };
}

/** Tried where the code is loaded, in `reconcile`, and deep in the stack. `reach` finds more than a context has. */
const probe = (attempt: string): string => `
import * as sdk from 'converge/sdk';
const reached: string[] = [];
const foreign = (value: any): boolean => {
  let top = Object(value);
  for (let next = Object.getPrototypeOf(top); next !== null; next = Object.getPrototypeOf(next)) top = next;
  return top !== Object(value) && top !== Object.prototype;
};
/** All that hangs on it: whether anything there could be changed, made to run texts, or leads to more than the language. */
const leads = (start: any): void => {
  const seen = new Set<any>();
  const walk = (value: any): void => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value) || seen.size > 5_000) return;
    seen.add(value);
    if (value !== start && typeof value === 'object' && Object.isExtensible(value)) reached.push('something that can be changed');
    for (const key of ['process', 'require', 'env', 'setImmediate', 'binding', 'mainModule']) if (Object.hasOwn(value, key)) reached.push(key);
    try { if (value('return 1')() === 1) reached.push('something that runs texts'); } catch {}
    for (const key of Reflect.ownKeys(value)) {
      const { value: own, get, set } = Reflect.getOwnPropertyDescriptor(value, key) as any;
      for (const each of [own, get, set]) walk(each);
    }
    walk(Object.getPrototypeOf(value));
  };
  walk(start);
};
const outside = (value: any, name = 'something') => {
  try { if (foreign(value)) reached.push(name + ' of another realm'); } catch {}
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
  // Node formats stacks with a function of its own: an overflow in there throws an error of its realm.
  'an overflow where Node formats a stack': `const found: any[] = []; const fall = (): any => { try { return fall(); } catch (error: any) { try { String(error.stack); } catch (other) { if (found.length < 5) found.push(other); } if (found.length < 5) found.push(error); throw error; } }; try { fall(); } catch {} for (const each of found) leads(each);`,
  'a species': `class Own extends Array { static get [Symbol.species]() { outside(this); return Object; } } Own.from([1]).map((x) => x);`,
  'a thenable': `await { then(resolve: any, reject: any) { outside(resolve, 'resolve'); outside(reject, 'reject'); resolve(1); } };`,
  'a proxy’s traps': `const traps: any = new Proxy({}, { get: (_target, name) => (_, ...rest: any[]) => { rest.forEach((each) => outside(each, String(name))); return undefined; } }); await tools?.client.create(sdk.Pod, new Proxy({}, traps));`,
  'WebAssembly': `const WA: any = (globalThis as any).WebAssembly; outside(WA); if (WA) { new WA.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); reached.push('WebAssembly'); }`,
  'shared memory': `const S: any = (globalThis as any).SharedArrayBuffer; outside(S); if ((globalThis as any).Atomics !== undefined && Atomics.wait(new Int32Array(new S(4)), 0, 0, 1)) {}`,
  'a finalizer': `const F: any = (globalThis as any).FinalizationRegistry; if (F) new F((held: any) => outside(held)).register({}, outside);`,
  'what is thrown by the client': `await tools?.client.get(sdk.Pod, { name: '../../x', namespace: '__proto__' }).catch(outside);`,
  'an import in a template, an escape and a comment': `const at = String.raw\`import('node:fs')\`; outside(at); const named: any = { import: 1 }; if (named.import !== 1) reached.push('the word'); await (globalThis as any).import?.('node:fs');`,
  'what Node shows errors with': `const shown: any = { [Symbol.for('nodejs.util.inspect.custom')]: (...given: any[]) => { given.forEach((each) => outside(each, 'inspect')); return ''; }, get stack() { throw shown; } }; void Promise.reject(Object.assign(new Error('x'), shown)); void Promise.reject(shown);`,
  'the global object’s own names': `for (const name of Object.getOwnPropertyNames(globalThis)) outside((globalThis as any)[name], name); for (let each: any = globalThis; each; each = Object.getPrototypeOf(each)) outside(each, 'a prototype');`,
  'an asynchronous iterator': `for await (const each of (async function* () { yield* [tools, sdk]; })()) outside(each); outside(Object.getPrototypeOf(async function* () {}).constructor);`,
  'the disposal of a resource': `outside((globalThis as any).DisposableStack); outside((globalThis as any).AsyncDisposableStack); outside((globalThis as any).ShadowRealm);`,
  'the shared symbols': `for (const name of ['nodejs.util.inspect.custom', 'nodejs.util.promisify.custom', 'nodejs.rejection']) for (const on of [globalThis, Promise, Error, tools?.client]) outside((on as any)?.[Symbol.for(name)], name);`,
  'an iterator of the lister': `outside(tools?.lister); outside(tools?.lister(sdk.Pod).list()); outside(tools?.client.create);`,
};

/** By default every sixth of each list. */
const drawn = <T>(attempts: readonly T[]): readonly T[] => everyNth(9, attempts);

test.each(drawn(Object.entries(reaching)))('nothing is reached by %s', async (_name, attempt) => {
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
  ...Object.fromEntries(Object.entries(tampering).map(([words, statement]) => [words, controllerThat(statement)])),
};

test.each(drawn(Object.entries(cheating)))('nobody converges by changing %s', async (_name, code) => {
  const { passed, causes } = await graded(code, impatient);
  expect(passed).toBe(0);
  expect(causes.length).toBeGreaterThan(0);
});

const lost: readonly (readonly [string, string, RegExp])[] = [
  ['an endless loop where it is loaded', `for (;;) {}\n${idle}`, /without giving the turn back/],
  ['an endless loop in a pass', 'export const reconcile = async () => { for (;;) {} };', /without giving the turn back/],
  ['promises without end', 'export const reconcile = async () => { for (;;) await undefined; };', /without giving the turn back/],
  ['buffers of gigabytes', `export const reconcile = async () => { const all: unknown[] = []; for (;;) all.push(new Uint8Array(2e8).fill(1)); };`, /memory|RangeError|allocation|so it was ended/],
  ['objects without end', `export const reconcile = async () => { const all: unknown[] = []; for (;;) all.push({ all: [...all.slice(-50)] }); };`, /memory|giving the turn back|process ended/],
  ['a log without end', `export const reconcile = async (key: string, tools: any) => { for (let n = 0; n < 30_000; n += 1) tools.log('x'.repeat(100)); };`, /./],
  ['memory of WebAssembly', `export const reconcile = async () => { const all: unknown[] = []; for (;;) all.push(new Uint8Array(new (globalThis as any).WebAssembly.Memory({ initial: 16_000 }).buffer).fill(1)); };`, /memory|RangeError|allocat|process ended|undefined/],
  ['shared memory', `export const reconcile = async () => { const all: unknown[] = []; for (;;) all.push(new Uint8Array(new SharedArrayBuffer(2e8)).fill(1)); };`, /memory|RangeError|allocat|process ended|not a constructor/],
  ['a buffer that grows', `export const reconcile = async () => { const buffer: any = new (ArrayBuffer as any)(1, { maxByteLength: 8e9 }); for (let size = 1e8; ; size += 1e8) { buffer.resize(size); new Uint8Array(buffer).fill(1); } };`, /memory|RangeError|allocat|process ended|so it was ended/],
  ['a text without end', `export const reconcile = async () => { const all: string[] = []; for (let n = 0; ; n += 1) { const text = ('x' + n).repeat(2e7); text.charCodeAt(5); all.push(text.replace('x', 'y')); } };`, /memory|RangeError|process ended|turn back/],
  ['timers without end', `export const reconcile = async () => { const again = () => { for (let n = 0; n < 100; n += 1) setTimeout(again, 0); }; again(); };`, /./],
  ['a pass that never ends', `export const reconcile = () => new Promise<void>(() => {});`, /./],
  ['a request larger than any', `import { ConfigMap } from 'converge/sdk'; export const reconcile = async (key: string, { client }: any) => { await client.create(ConfigMap, { metadata: { generateName: 'x', namespace: 'default' }, data: { x: 'x'.repeat(9e7) } }); };`, /./],
  ['requests as large as may be', `import { ConfigMap } from 'converge/sdk'; export const reconcile = async (key: string, { client }: any) => { await Promise.all(Array.from({ length: 400 }, (_, n) => client.create(ConfigMap, { metadata: { name: 'x' + n, namespace: 'default' }, data: { x: 'x'.repeat(9e5) } }).catch(() => {}))); };`, /./],
  ['requests without end', `import { Pod } from 'converge/sdk'; export const reconcile = async (key: string, { client }: any) => { for (;;) void client.list(Pod).catch(() => {}); };`, /memory|process ended|turn back|Stopped|never/],
  ['a body without bottom', `import { ConfigMap } from 'converge/sdk'; export const reconcile = async (key: string, { client }: any) => { let data: any = {}; for (let n = 0; n < 1e5; n += 1) data = { data }; await client.create(ConfigMap, { metadata: { name: 'deep', namespace: 'default' }, data }); };`, /./],
  ['an exit', `export const reconcile = async () => { (globalThis as any).process.exit(0); };`, /TypeError|ReferenceError/],
  ['a stack without bottom', `const fall = (): any => fall(); export const reconcile = async () => fall();`, /RangeError/],
  ['a pattern that never ends', `export const reconcile = async () => { /^(a+)+$/.test('a'.repeat(40) + 'b'); };`, /turn back|Maximum|RangeError/],
  ['what waits in the thread', `export const reconcile = async () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); };`, /turn back|TypeError|ended/],
  ['rejections without end', `export const reconcile = async () => { for (let n = 0; n < 1_000; n += 1) void Promise.reject(new TypeError('lost')); };`, /TypeError/],
];

test.each(drawn(lost))('%s costs its own universes, with a reason', async (_name, code, words) => {
  // What must end by itself, for want of memory for example, has its time.
  const { passed, seen } = await graded(code, words.test('without giving the turn back') ? impatient : judges);
  expect(passed).toBe(0);
  expect(seen.join('\n')).toMatch(words);
}, 60_000);

test('a function that laws judge, and that never returns, converges nowhere', async () => {
  const rule = "export const grantsVote = (): boolean => /^(a+)+$/.test('a'.repeat(40) + 'b');";
  const { passed, seen } = await gradedOf('6-quorum', { 'vote-rule.ts': rule }, impatient.grading);
  expect(passed).toBe(0);
  expect(seen.join('\n')).toMatch(/without giving the turn back/);
});

test('the next submission is judged as if none of them had been', async () => {
  for (const each of [judges, impatient]) expect((await graded(solution, each)).passed).toBe(1);
});
