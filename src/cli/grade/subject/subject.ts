/**
 * The process in which one submission runs: `node --permission … subject.cjs inside.txt`. A batch a line comes in, an answer a line goes
 * out. The code runs in a context without anything of Node; that Node's own realm is of no use to it either is for the day it gets there.
 */
import { readFileSync, readSync, writeSync } from 'node:fs';
import { compileFunction, constants, createContext, type Context, runInContext } from 'node:vm';
import type { Inside } from './inside.ts';

const chunkBytes = 65_536;
/** Characters of one batch or answer. */
const longestLine = 32_000_000;
const { parse } = JSON;
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const context = createContext(constants.DONT_CONTEXTIFY, { codeGeneration: { strings: false, wasm: false } });
const inside = enter(context);
process.on('unhandledRejection', (reason) => {
  inside.rejected(reason);
});
disarm();
void serve();

function enter(into: Context): Inside {
  const text = readFileSync(process.argv[2] ?? '', 'utf8');
  return runInContext(`(() => { ${text}\nreturn subject.inside; })()`, into, { filename: 'inside.js' });
}

/** Takes from this realm what it doesn't need any more. */
function disarm(): void {
  const own: object = process;
  const powers = ['binding', '_linkedBinding', 'dlopen', 'kill', '_kill', '_debugProcess', 'getBuiltinModule', 'abort', 'chdir', 'execve'];
  for (const name of powers) Reflect.defineProperty(own, name, { value: undefined, configurable: false, writable: false });
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'WebAssembly', 'Worker', 'BroadcastChannel', 'navigator', 'Buffer', 'process'])
    Reflect.deleteProperty(globalThis, name);
}

async function serve(): Promise<void> {
  for (const line of lines()) {
    prepare(inside.receive(line));
    inside.deliver();
    for (;;) {
      await turn();
      inside.turn();
      const answer: unknown = inside.answer();
      if (typeof answer !== 'string') continue;
      send(answer);
      break;
    }
  }
}

/** Makes the functions of a program's modules: text can't be run from within the context. Bodies begin on the third line, as with `Function`. */
function prepare(modules: unknown): void {
  if (typeof modules !== 'string' || modules === '') return;
  const { names, bodies }: { readonly names: string[]; readonly bodies: readonly string[] } = parse(modules);
  for (const body of bodies) {
    try {
      inside.made(body, compileFunction(`\n\n${withoutImport(body)}`, names, { parsingContext: context }) as never);
    } catch (error) {
      inside.made(body, wordsOf(error));
    }
  }
}

/**
 * `import()` would hand out a promise of this realm. Imports have been compiled away; what is left of the word stands in texts, comments
 * and names, where an escape means the same, and as the keyword an escape is a syntax error.
 */
function withoutImport(body: string): string {
  const end = body.lastIndexOf('\n');
  return body.slice(0, end).replaceAll('import', 'impor\\u0074') + body.slice(end);
}

function wordsOf(error: unknown): string {
  try {
    const words: unknown = Reflect.get(Object(error), 'message');
    return typeof words === 'string' ? words.slice(0, 2_000) : 'it can’t be compiled';
  } catch {
    return 'it can’t be compiled';
  }
}

function* lines(): Generator<string> {
  const decoder = new TextDecoder();
  const chunk = new Uint8Array(chunkBytes);
  let before = '';
  for (;;) {
    const length = readSync(0, chunk);
    if (length === 0) return;
    before += decoder.decode(chunk.subarray(0, length), { stream: true });
    for (let end = before.indexOf('\n'); end >= 0; end = before.indexOf('\n')) {
      const line = before.slice(0, end);
      before = before.slice(end + 1);
      yield line;
    }
  }
}

function send(answer: string): void {
  const bytes = new TextEncoder().encode(`${answer.length > longestLine ? 'null' : answer}\n`);
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent);
}
