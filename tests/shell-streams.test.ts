/** The shell of a session talks to programs in containers: a terminal that is typed into, and ports that lead to a pod. */
import { beforeAll, expect, test } from 'vitest';
import type { Exchange, Handler, StreamEnd } from '../src/engine/index.ts';
import type { Terminal } from '../src/kubectl/types.ts';
import { createShell } from '../src/shell/index.ts';
import { createWorld, type World } from './parity/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld(Date.UTC(2026, 0, 1));
}, 60_000);

/** Tells the kernel that promises of the shell are about to settle. */
function settling(inner: Handler): Handler {
  const awake = (): void => world.cluster.unsettled();
  const told = (end: StreamEnd): StreamEnd => ({
    write(channel, bytes) {
      awake();
      end.write(channel, bytes);
    },
    close(channel) {
      awake();
      end.close(channel);
    },
    end() {
      awake();
      end.end();
    },
  });
  return (request, exchange) => {
    const wrapped: Exchange = {
      respond(response) {
        awake();
        exchange.respond(response);
      },
      write(chunk) {
        awake();
        exchange.write(chunk);
      },
      end() {
        awake();
        exchange.end();
      },
      upgrade: (peer) => told(exchange.upgrade?.(peer) ?? peer),
    };
    return inner(request, wrapped);
  };
}

/** Types each line once what stands before it has been seen. */
function typist(script: readonly (readonly [seen: string, typed: string])[]) {
  const left = [...script];
  let type = (_: string): void => {};
  let shown = '';
  const terminal: Terminal = {
    columns: 80,
    rows: 24,
    onInput(typed) {
      type = typed;
      return () => {
        type = () => {};
      };
    },
  };
  return {
    terminal,
    see(text: string) {
      shown += text;
      const [next] = left;
      if (next === undefined || !shown.includes(next[0])) return;
      left.shift();
      shown = '';
      world.cluster.after(500, () => {
        world.cluster.unsettled();
        type(next[1]);
      });
    },
    done: () => left.length === 0,
  };
}

function open(terminal?: Terminal, see: (text: string) => void = () => {}) {
  const { cluster } = world;
  const files = new Map<string, string>();
  const shell = createShell({
    files: {
      read: (path) => files.get(path),
      write: (path, text) => void files.set(path, text),
      remove: (path) => void files.delete(path),
      list: () => [...files.keys()],
    },
    connect: settling(cluster.connect('shell')),
    now: () => cluster.now(),
    sleep: (ms) =>
      new Promise((resolve) => {
        cluster.after(ms, () => {
          cluster.unsettled();
          resolve();
        });
      }),
    ...(terminal === undefined ? {} : { terminal }),
  });
  return async (line: string): Promise<{ readonly out: string; readonly err: string; readonly code: number }> => {
    let [out, err, code] = ['', '', -1];
    cluster.unsettled();
    const run = shell.run(line, {
      stdout(text) {
        out += text;
        see(text);
      },
      stderr(text) {
        err += text;
        see(text);
      },
    });
    void run.then((exit) => {
      code = exit;
    });
    await cluster.run({ until: cluster.now() + 300_000, while: () => code < 0 });
    return { out, err, code };
  };
}

test('exec -it is a shell that is typed into, and its exit code is the command’s', async () => {
  const typed = typist([
    ['# ', 'echo one two\r'],
    ['one two', 'exit 3\r'],
  ]);
  const run = open(typed.terminal, typed.see);
  await run('kubectl run box --image=busybox --command -- sleep 3600; kubectl wait --for=condition=Ready pod/box');
  const { out, err, code } = await run('kubectl exec -it box -- sh');
  expect(typed.done()).toBe(true);
  expect(out).toContain('one two');
  expect(err).toBe('command terminated with exit code 3\n');
  expect(code).toBe(3);
});

test('run -it --rm talks to a pod of its own and takes it away', async () => {
  const typed = typist([
    ['try pressing enter', '\r'],
    ['# ', 'hostname\r'],
    ['once', 'exit\r'],
  ]);
  const run = open(typed.terminal, typed.see);
  const { out, code } = await run('kubectl run once -it --rm --image=busybox --restart=Never -- sh');
  expect(code).toBe(0);
  expect(out).toContain('pod "once" deleted');
  expect((await run('kubectl get pod once')).err).toBe('Error from server (NotFound): pods "once" not found\n');
});

test('debug -it sits beside a container that has no shell of its own', async () => {
  const typed = typist([
    ['try pressing enter', '\r'],
    ['# ', 'echo from beside\r'],
    ['from beside', 'exit\r'],
  ]);
  const run = open(typed.terminal, typed.see);
  await run('kubectl run lone --image=nginx; kubectl wait --for=condition=Ready pod/lone');
  const { out, code } = await run('kubectl debug lone -it --image=busybox --profile=general -c look -- sh');
  expect([out.includes('from beside'), code]).toEqual([true, 0]);
});

test('a forwarded port is reached by curl until the session ends', async () => {
  const run = open();
  await run('kubectl create deployment front --image=nginx --port=80; kubectl rollout status deploy/front');
  await run('kubectl expose deployment front --port=8000 --target-port=80');
  expect((await run('curl localhost:8080')).err).toBe(
    'curl: (7) Failed to connect to localhost port 8080 after 0 ms: Could not connect to server\n',
  );
  expect(await run('kubectl port-forward svc/front 8080:8000')).toEqual({
    out: 'Forwarding from 127.0.0.1:8080 -> 80\nForwarding from [::1]:8080 -> 80\n',
    err: '',
    code: 0,
  });
  const { out, code } = await run('curl -s -i localhost:8080/');
  expect([out.startsWith('HTTP/1.1 200 OK\r\n'), out.includes('Welcome to nginx!'), code]).toEqual([true, true, 0]);
  expect((await run("curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:8080/none")).out).toBe('404');
  expect((await run('kubectl port-forward svc/front 1:99')).err).toBe(
    'error: Service front does not have a service port 99\n',
  );
});

test('config set-context changes the namespace of the commands that follow', async () => {
  const run = open();
  await run('kubectl create ns other; kubectl create cm there -n other --from-literal=a=b');
  expect((await run('kubectl config set-context --current --namespace=other')).out).toBe(
    'Context "converge" modified.\n',
  );
  expect((await run('kubectl get cm there -o name')).out).toBe('configmap/there\n');
  await run(
    'kubectl config set-credentials bob --token=none; kubectl config set-context bob --cluster=converge --user=bob',
  );
  expect((await run('kubectl --context bob get pods')).err).toBe(
    'error: You must be logged in to the server (Unauthorized)\n',
  );
});
