/** The machine behind the stand-in's frame: real processes with terminals in a temporary folder. */
import { chmodSync, existsSync, type FSWatcher, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type IPty, spawn } from '@lydell/node-pty';

type Tell = (event: string, value: unknown) => void;

export interface Machine {
  /** Every process dies. */
  killAll(): void;
  call(name: string, args: readonly unknown[]): unknown;
  close(): void;
}

const hook = fileURLToPath(new URL('ports.cjs', import.meta.url));
const rc = fileURLToPath(new URL('jsh.rc', import.meta.url));

/** `url`: of the stand-in, where its processes say which ports they opened. */
export function createMachine(id: string, url: string, tell: Tell): Machine {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
  const path = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
  const processes = new Map<string, IPty>();
  const watchers = new Map<string, FSWatcher>();
  /** No process leaves the folder by a path; what it does there is its own business. */
  const at = (path: unknown): string => {
    const full = resolve(folder, String(path));
    return full.startsWith(folder) ? full : join(folder, full);
  };

  function run(name: string, asked: unknown): void {
    const { command, args, cwd, env, terminal } = fields(asked);
    const words = Array.isArray(args) ? args.map(String) : [];
    const jsh = command === 'jsh' || command === '/bin/jsh';
    const size = fields(terminal);
    const started = spawn(
      jsh ? 'bash' : String(command),
      jsh ? ['--noprofile', '--rcfile', rc, '-i'] : words,
      {
        cols: Number(size['cols'] ?? 80),
        rows: Number(size['rows'] ?? 24),
        cwd: at(cwd ?? '.'),
        // Bytes, a character each: the frame makes them bytes again.
        encoding: null,
        env: { HOME: folder, LANG: 'C.UTF-8', TERM: 'xterm-256color', PATH: path, ...strings(env), NODE_OPTIONS: `--require ${hook}`, STAND_IN_URL: url, STAND_IN_MACHINE: id },
      },
    );
    processes.set(name, started);
    started.onData((data: string | Buffer) => tell(name, { text: Buffer.from(data).toString('latin1') }));
    started.onExit(({ exitCode }) => {
      processes.delete(name);
      tell(name, { code: exitCode });
    });
  }

  const calls: Readonly<Record<string, (...args: readonly unknown[]) => unknown>> = {
    info: () => ({ path, cwd: folder }),
    load(payload, mountPoint) {
      const text = Buffer.from(String(payload), 'latin1').toString('utf8');
      place(at(mountPoint), JSON.parse(text));
    },
    serialize: () => JSON.stringify({ d: {} }),
    run: (name, asked) => run(String(name), asked),
    write: (name, data) => processes.get(String(name))?.write(Buffer.from(String(data), 'latin1').toString('utf8')),
    resize(name, size) {
      const { cols, rows } = fields(size);
      processes.get(String(name))?.resize(Number(cols), Number(rows));
    },
    kill: (name) => processes.get(String(name))?.kill('SIGKILL'),
    rm: (path, options) => rmSync(at(path), fields(options)),
    rename: (from, to) => renameSync(at(from), at(to)),
    mkdir: (path, options) => void mkdirSync(at(path), fields(options)),
    readFile: (path) => readFileSync(at(path), 'latin1'),
    writeFile: (path, data) => writeFileSync(at(path), String(data), 'latin1'),
    readdir: (path) => readdirSync(at(path), { withFileTypes: true }).map((entry) => ({ name: entry.name, folder: entry.isDirectory() })),
    watch: (name, path) => void watchers.set(String(name), watch(at(path), { recursive: true }, (type, file) => tell(String(name), { type, file }))),
    unwatch: (name) => watchers.get(String(name))?.close(),
  };

  return {
    call(name, args) {
      const call = calls[name];
      if (call === undefined) throw new Error(`the stand-in has no ${name}`);
      return call(...args);
    },
    killAll() {
      for (const each of processes.values()) each.kill('SIGKILL');
    },
    close() {
      for (const each of processes.values()) each.kill('SIGKILL');
      for (const each of watchers.values()) each.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The client's tree: folder `{d}`, file `{f: {c}}`, binary `{f: {c, b}}`, link `{f: {l}}`. */
function place(path: string, node: unknown): void {
  const { d, f } = fields(node);
  if (d !== undefined) {
    mkdirSync(path, { recursive: true });
    for (const [name, child] of Object.entries(fields(d))) place(join(path, name), child);
    return;
  }
  const { c, b, l } = fields(f);
  if (existsSync(path)) rmSync(path);
  if (l !== undefined) return symlinkSync(String(l), path);
  writeFileSync(path, String(c), b === true ? 'latin1' : 'utf8');
  // A WebContainer knows no modes: what begins as a program is one.
  if (String(c).startsWith('#!')) chmodSync(path, 0o755);
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

const strings = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(fields(value)).map(([name, each]) => [name, String(each)]));
