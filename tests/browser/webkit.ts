/** WebKit through Debian's `webkit2gtk-driver` (WebDriver over HTTP), on a screen of its own where there is none. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findProgram } from '../../scripts/machine/programs.ts';
import type { DrivenPage } from './walk.ts';

export interface WebKit extends DrivenPage {
  /** Does something in the frame that an expression leads to, and comes back. */
  within<T>(frame: string, run: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Programs {
  readonly driver: string;
  /** Absent where there is a screen. */
  readonly screen: string | undefined;
  readonly browser: string;
}

/** WebDriver's name for an element's id. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** The programs it takes; undefined when one of them isn't there. */
export function findWebKit(): Programs | undefined {
  const driver = findProgram('WebKitWebDriver');
  const screen = findProgram('Xvfb');
  const browser = findMiniBrowser();
  if (driver === undefined || browser === undefined || (screen === undefined && process.env['DISPLAY'] === undefined)) return undefined;
  return { driver, screen, browser };
}

/** WebKit's own small browser lies beside its library: `/usr/lib/<machine>/webkit2gtk-<version>/MiniBrowser`. */
function findMiniBrowser(): string | undefined {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib').filter((name) => name.endsWith('-linux-gnu')) : [];
  const libraries = folders.flatMap((name) => {
    const folder = join('/usr/lib', name);
    return readdirSync(folder)
      .filter((library) => library.startsWith('webkit2gtk-'))
      .map((library) => join(folder, library, 'MiniBrowser'));
  });
  return libraries.find((path) => existsSync(path));
}

export async function openWebKit({ driver, screen, browser }: Programs): Promise<WebKit> {
  const children: ChildProcess[] = [];
  const display = screen === undefined ? process.env['DISPLAY'] : await startScreen(screen, children);
  const port = await freePort();
  children.push(spawn(driver, [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, DISPLAY: display } }));
  const endChildren = (): void => {
    for (const child of children.toReversed()) child.kill();
  };
  try {
    const ask = await startSession(port, browser);
    return pageOf(ask, endChildren);
  } catch (error) {
    endChildren();
    throw error;
  }
}

/** Starts a screen; it says by itself which number it took. */
function startScreen(program: string, children: ChildProcess[]): Promise<string> {
  const child = spawn(program, ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    child.stdout.once('data', (data: Buffer) => resolve(`:${String(data).trim()}`));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address();
      server.close(() => resolve(typeof bound === 'object' && bound !== null ? bound.port : 0));
    });
  });
}

/** Sends a command of WebDriver: its path within the session, and what goes with it. */
type Ask = (method: 'POST' | 'DELETE', path: string, body?: unknown) => Promise<unknown>;

async function send(method: string, url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, { method, ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }) });
  const answer: unknown = await response.json();
  const value = typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : undefined;
  if (!response.ok) throw new Error(`WebDriver ${method} ${new URL(url).pathname}: ${JSON.stringify(value)}`);
  return value;
}

async function startSession(port: number, binary: string): Promise<Ask> {
  const driver = `http://127.0.0.1:${port}`;
  await answers(`${driver}/status`);
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
  const made = await send('POST', `${driver}/session`, { capabilities: { alwaysMatch } });
  const id = typeof made === 'object' && made !== null && 'sessionId' in made ? made.sessionId : undefined;
  return (method, path, body) => send(method, `${driver}/session/${id}${path}`, body);
}

/** Waits until something answers there: the driver opens its port a moment after it has been started. */
async function answers(url: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; ; ) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return;
    if (Date.now() > deadline) throw new Error(`${url} doesn’t answer`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function pageOf(ask: Ask, endChildren: () => void): Promise<WebKit> {
  await ask('POST', '/window/rect', { x: 0, y: 0, width: 1440, height: 900 });
  return {
    open: async (url) => void (await ask('POST', '/url', { url })),
    evaluate: (expression) => ask('POST', '/execute/sync', { script: `return ${expression}`, args: [] }),
    async click(selector) {
      const element = await ask('POST', '/element', { using: 'css selector', value: selector });
      const id = typeof element === 'object' && element !== null && elementKey in element ? element[elementKey] : undefined;
      await ask('POST', `/element/${id}/click`);
    },
    async within(frame, run) {
      await ask('POST', '/frame', { id: await ask('POST', '/execute/sync', { script: `return ${frame}`, args: [] }) });
      const result = await run();
      await ask('POST', '/frame', { id: null });
      return result;
    },
    async close() {
      await ask('DELETE', '').catch(() => undefined);
      endChildren();
    },
  };
}
