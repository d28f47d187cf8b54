import { expect, test } from 'vitest';
import { kubectl } from '../../kubectl/index.ts';
import { serve } from '../serve/serve.ts';
import { httpHandler } from './http-client.ts';

test('kubectl of the container’s shell follows and waits over plain HTTP; what goes both ways is refused by naming what does it', async () => {
  const served = await serve(
    { nodes: 1, seed: '1', speed: 50, withoutControllers: [], kubeconfig: undefined, port: 0, noToken: true },
    { descriptions: () => '', failed: (error) => console.error(error) },
  );
  let nowMs = 0;
  async function run(...argv: readonly string[]): Promise<{ readonly out: string; readonly err: string; readonly code: number }> {
    let [out, err] = ['', ''];
    const code = await kubectl(argv, {
      connect: httpHandler(served.url, (ms) => {
        nowMs = ms;
      }),
      now: () => nowMs || Date.now(),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      stdout: (text) => {
        out += text;
      },
      stderr: (text) => {
        err += text;
      },
      stdin: () => '',
      readFile: () => 'text\n',
      listFiles: () => ['notes.txt'],
      writeFile() {},
      onInterrupt: () => () => undefined,
    });
    return { out, err, code };
  }
  try {
    expect((await run('run', 'box', '--image=busybox:1.37', '--', 'sleep', '3600')).code).toBe(0);
    expect((await run('wait', '--for=condition=Ready', 'pod/box')).out).toBe('pod/box condition met\n');
    for (const argv of [
      ['exec', 'box', '--', 'hostname'],
      ['attach', 'box'],
      ['cp', 'notes.txt', 'box:/tmp/notes.txt'],
      ['port-forward', 'box', '8080'],
    ]) {
      const { err, code } = await run(...argv);
      expect([argv[0], code]).toEqual([argv[0], 1]);
      expect([argv[0], err]).toEqual([argv[0], expect.stringMatching(/\b[Uu]se Terminal 1 of the Terminal tab/)]);
    }
  } finally {
    await served.stop();
  }
});
