/** Lesson 30: what it says of the tools is what they print, and the rights that it shows are those that lesson 28's operator needs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CustomObjectsApi, CoreV1Api, KubeConfig, KubernetesObjectApi, RbacAuthorizationV1Api } from '@kubernetes/client-node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { readLesson } from '../../lesson/node/lesson-folder.ts';
import { kubectl } from '../../kubectl/index.ts';
import { httpHandler } from '../container/http-client.ts';
import { serve, type Served } from '../serve/serve.ts';
import { parseAllow } from './allow.ts';
import { takenHome } from '../program.ts';
import { openServer } from './connect.ts';
import { type ControllerRun, runController } from './run-controller.ts';

const { folder: lesson, cells } = readLesson('30-take-it-home');
const cell = (id: string): string => cells.find((each) => each.id === id)?.code ?? '';
const folder = mkdtempSync(join(tmpdir(), 'converge-home-'));
const children: ChildProcess[] = [];

beforeAll(() => {
  const operator = readLesson('28-your-own-operator').folder;
  // As the build made it.
  cpSync(`.generated/${takenHome}`, join(folder, takenHome));
  cpSync(join(operator, 'solution/operator.ts'), join(folder, 'operator.ts'));
  cpSync(join(operator, 'start/thermostats.yaml'), join(folder, 'thermostats.yaml'));
  writeFileSync(join(folder, 'house.yaml'), cell('house'));
});

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

interface Typed {
  readonly argv: readonly string[];
  /** What the lesson shows below it. */
  readonly shown: readonly string[];
}

/** Every command of the lesson's text that is shown with what it prints, in order. */
function typedCommands(): readonly Typed[] {
  const text = readFileSync(join(lesson, 'index.mdx'), 'utf8');
  return [...text.matchAll(/^```text\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => {
    const commands = block.replaceAll('\\\n', ' ').split(/^\$ /m).slice(1);
    return commands.map((command) => {
      const [line = '', ...shown] = command.trimEnd().split('\n');
      return { argv: [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word), shown };
    });
  });
}

/** Each line begins with the time where the tools say something while they run. The port is any free one here. */
const plain = (line: string): string => line.replace(/^\d{4}-\S+Z /, '').replace(/127\.0\.0\.1:\d+/, '127.0.0.1:8001').replace(`${folder}/`, '');
/** A `…` stands for what is another each time. */
const pattern = (line: string): RegExp => new RegExp(`^${line.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`);

interface Program {
  readonly lines: readonly string[];
  /** Resolves with its exit code, `SIGINT` sent before. */
  stop(): Promise<number | null>;
  readonly ended: Promise<number | null>;
}

function startProgram(args: readonly string[]): Program {
  const env = { PATH: process.env['PATH'], KUBECONFIG: join(folder, 'config.yaml') };
  const child = spawn(process.execPath, [takenHome, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', (line) => void lines.push(plain(line)));
  const ended = new Promise<number | null>((done) => child.on('close', done));
  return {
    lines,
    ended,
    stop() {
      child.kill('SIGINT');
      return ended;
    },
  };
}

/** Its first lines are these. */
async function expectShown({ lines }: Program, shown: readonly string[]): Promise<void> {
  await expect.poll(() => lines.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(shown.length);
  for (const [index, line] of shown.entries()) expect(lines[index]).toMatch(pattern(line));
}

let token = '';
/** The course's kubectl, with the kubeconfig of the text. */
async function runKubectl(url: string, argv: readonly string[]): Promise<readonly string[]> {
  const handler = httpHandler(url, () => {});
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(text);
  await kubectl(argv, {
    connect: (request, exchange) => handler({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }, exchange),
    now: () => Date.now(),
    stdout: print,
    stderr: print,
    stdin: () => '',
    readFile: (path) => readFileSync(join(folder, path), 'utf8'),
    writeFile: () => {},
    listFiles: () => [],
    sleep: (ms) => new Promise((done) => void setTimeout(done, ms)),
    onInterrupt: () => () => {},
  });
  return printed.join('').trimEnd().split('\n');
}

test('what the lesson shows of the tools is what they print', { timeout: 120_000 }, async () => {
  const running: Program[] = [];
  let url = '';
  for (const { argv, shown } of typedCommands()) {
    const [program, , ...args] = argv;
    if (program === 'export') expect(argv[1]).toBe('KUBECONFIG=config.yaml');
    else if (program === 'kubectl') {
      // A status is written a moment later than the heater is.
      await expect.poll(() => runKubectl(url, argv.slice(1)), { timeout: 10_000 }).toEqual(shown);
    } else if (args[0] === 'serve') {
      const served = startProgram(args.map((word) => (word === '8001' ? '0' : word)));
      await expectShown(served, shown);
      running.push(served);
      const config = parse(readFileSync(join(folder, 'config.yaml'), 'utf8'));
      token = config.users[0].user.token;
      url = config.clusters.map(({ cluster }: { cluster: { server: string } }) => cluster.server).find((each: string) => each.startsWith('http:'));
    } else {
      const controller = startProgram(args);
      if (args.includes('--rbac') || args[0] === 'package') {
        expect(await controller.ended).toBe(0);
        expect(controller.lines.join('\n')).toBe(args.includes('--rbac') ? cell('rights') : shown.join('\n'));
        continue;
      }
      await expectShown(controller, shown);
      if (args.includes('--leader-elect')) running.push(controller);
      else expect(await controller.stop()).toBe(0);
    }
  }
  expect(readFileSync(join(folder, 'image/manifests.yaml'), 'utf8').trimEnd()).toBe([cell('rights'), cell('leader'), cell('deployment')].join('\n---\n'));
  for (const each of running.reverse()) expect(await each.stop()).toBe(0);
});

let served: Served | undefined;
let run: ControllerRun | undefined;
afterEach(async () => {
  await run?.stop();
  await served?.stop();
  [run, served] = [undefined, undefined];
});

test('with exactly these rights the operator of lesson 28 converges, and without one of them it is refused', { timeout: 60_000 }, async () => {
  served = await serve({ nodes: 0, seed: '1', speed: 20, withoutControllers: [], kubeconfig: undefined, port: 0 }, { descriptions: () => '', failed: (error) => console.error(error) });
  const admin = new KubeConfig();
  admin.loadFromFile(served.kubeconfig);
  const objects = KubernetesObjectApi.makeApiClient(admin);
  const create = async (manifests: string): Promise<void> => {
    for (const document of parseAllDocuments(manifests)) await objects.create(document.toJS());
  };
  const [core, things] = [admin.makeApiClient(CoreV1Api), admin.makeApiClient(CustomObjectsApi)];
  const kind = { group: 'example.com', version: 'v1', namespace: 'default', plural: 'thermostats' };
  const valves = async (): Promise<object> => (await core.readNamespacedConfigMap({ namespace: 'cellar', name: 'boiler' })).data ?? {};
  await create(readFileSync(join(folder, 'thermostats.yaml'), 'utf8'));
  await expect.poll(() => things.listNamespacedCustomObject(kind).then(() => true, () => false)).toBe(true);
  for (const manifests of [cell('house'), cell('rights'), cell('leader')]) await create(manifests);
  const { status } = await core.createNamespacedServiceAccountToken({ namespace: 'default', name: 'thermostats-controller', body: { spec: { audiences: [] } } });
  const kubeconfig = join(folder, 'account.yaml');
  const config = parse(readFileSync(served.kubeconfig, 'utf8'));
  writeFileSync(kubeconfig, stringify({ ...config, users: [{ name: config.users[0].name, user: { token: status?.token } }] }));
  const lines: string[] = [];
  const flags = { controller: undefined, context: undefined, namespace: undefined, dryRun: false, healthPort: undefined, rbacOnly: false };
  const allow = parseAllow(['*']);
  const options = { ...flags, file: join(folder, 'operator.ts'), kubeconfig, allow, leaderElect: true, identity: 'home', leaseNamespace: 'default' };
  run = await runController(options, { server: openServer(kubeconfig, undefined), say: (line) => void lines.push(line) });

  const heater = () => core.readNamespacedConfigMap({ namespace: 'default', name: 'hall-heater' });
  await expect.poll(() => heater().then(({ data }) => data, () => undefined)).toEqual({ wanted: '21', heater: 'off' });
  await expect.poll(valves).toEqual({ sauna: 'open', 'default.hall': 'open' });
  const stored = (): Promise<{ status?: { conditions?: { status: string }[] } }> => things.getNamespacedCustomObject({ ...kind, name: 'hall' });
  await expect.poll(async () => (await stored()).status?.conditions?.[0]?.status).toBe('Unknown');
  await expect.poll(async () => (await core.listNamespacedEvent({ namespace: 'default' })).items.map(({ reason }) => reason)).toContain('NoReading');
  expect(lines.filter((line) => /refused|Forbidden/.test(line))).toEqual([]);

  // One verb less, and the server refuses what the tool would let pass.
  const rights = admin.makeApiClient(RbacAuthorizationV1Api);
  const role = await rights.readClusterRole({ name: 'thermostats-controller' });
  const rules = role.rules?.map((rule) => ({ ...rule, verbs: rule.verbs.filter((verb) => verb !== 'patch') })) ?? [];
  await rights.replaceClusterRole({ name: 'thermostats-controller', body: { ...role, rules } });
  await things.deleteNamespacedCustomObject({ ...kind, name: 'hall' });
  const refusal = /Forbidden: .* cannot patch resource "configmaps" in API group "" in the namespace "cellar"/;
  await expect.poll(() => lines.some((line) => refusal.test(line))).toBe(true);
  expect(await valves()).toHaveProperty(['default.hall']);
  await rights.replaceClusterRole({ name: 'thermostats-controller', body: { ...(await rights.readClusterRole({ name: 'thermostats-controller' })), rules: role.rules ?? [] } });
  await expect.poll(() => stored().then(() => 'there', () => 'gone'), { timeout: 20_000 }).toBe('gone');
  expect(await valves()).toEqual({ sauna: 'open' });
});
