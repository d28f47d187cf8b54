/** The command as a user starts and interrupts it, with streams open. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { everyNth } from '../../../tests/scope.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

const flags = ['--port', '0', '--nodes', '1', '--speed', '20', '--no-token'];

async function start(program: string, argv: readonly string[]): Promise<{ child: ChildProcess; url: string; kubeconfig: string; errors: () => string }> {
  const child = spawn(program, argv, { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  if (child.stdout === null) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) {
    // npm may say first which script it runs.
    if (!line.startsWith('{')) continue;
    const { url, kubeconfig } = JSON.parse(line);
    return { child, url, kubeconfig, errors: () => errors };
  }
  throw new Error(`it ended: ${errors}`);
}

/** Asks for an upgrade and leaves the stream open; resolves when it has begun. */
function upgrade(url: string, path: string, protocol: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==';
  const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n`;
  socket.write(`${head}Sec-WebSocket-Protocol: ${protocol}\r\n\r\n`);
  socket.on('error', () => {});
  return new Promise((resolve, reject) => {
    socket.once('data', (bytes: Buffer) => {
      const line = bytes.toString('latin1').split('\r\n', 1)[0] ?? '';
      if (line.includes('101')) resolve();
      else reject(new Error(bytes.toString('latin1')));
    });
  });
}

test.each(everyNth(3, ['SIGINT', 'SIGTERM', 'SIGHUP'] as const))(
  '%s ends it with 0, whatever is open',
  async (signal) => {
    const { child, url, kubeconfig, errors } = await start(process.execPath, [main, 'serve', ...flags]);
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    const pods = `${url}/api/v1/namespaces/default/pods`;
    const container = { name: 'c', image: 'nginx' };
    await fetch(pods, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ metadata: { name: 'p' }, spec: { containers: [container] } }),
    });
    for (let phase = ''; phase !== 'Running'; ) phase = (await (await fetch(`${pods}/p`)).json()).status.phase;
    const open = [`${pods}?watch=true`, `${pods}/p/log?follow=true`].map((each) => fetch(each));
    await Promise.all(open);
    const path = new URL(pods).pathname;
    await upgrade(url, `${path}/p/exec?command=cat&stdin=true&stdout=true`, 'v5.channel.k8s.io');
    await upgrade(url, `${path}/p/attach?stdout=true`, 'v4.channel.k8s.io');
    await upgrade(url, `${path}/p/portforward?ports=80`, 'v4.channel.k8s.io');
    const began = performance.now();
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(errors()).toBe('');
    expect(existsSync(kubeconfig)).toBe(false);
    // The watch and the log end as broken streams do.
    for (const each of open) await expect((await each).text()).rejects.toThrow();
  },
  40_000,
);

test.each(everyNth(2, ['SIGINT', 'SIGTERM'] as const, 1))(
  '%s to npm ends the server that `npm run serve` has started',
  async (signal) => {
    const { child, url, kubeconfig } = await start('npm', ['run', 'serve', '--silent', '--', ...flags]);
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    child.kill(signal);
    // Its output is closed when the last process that has it is gone.
    await ended;
    await expect(fetch(`${url}/readyz`)).rejects.toThrow();
    expect(existsSync(kubeconfig)).toBe(false);
  },
  60_000,
);
