/**
 * The manifests in `examples/` as people use them: applied, rolled, a node drained, a node lost, deleted. Afterwards the cluster holds what it held
 * before, though now and then a component starts again; what upstream keeps, too, is named here and removed as a user would. Two of them each time, all with `npm test -- --all`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createRandom, type Random } from '../src/engine/index.ts';
import { nodePlatform } from '../src/runtimes/platforms.ts';
import { sessionParts } from '../src/session/parts.ts';
import { emptyLog, openSession } from '../src/session/session.ts';
import type { ClusterSpec } from '../src/session/types.ts';
import { everyNth, sampleSeeds } from './scope.ts';

const folder = fileURLToPath(new URL('../examples/', import.meta.url));

/** A client on each node, which no drain touches. */
const clients = `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: client, namespace: kube-public }
spec:
  selector: { matchLabels: { app: client } }
  template:
    metadata: { labels: { app: client } }
    spec: { containers: [{ name: c, image: "curlimages/curl", command: [sleep, "100000000"] }] }
`;

/** All objects of all kinds but those that say when something was. */
const everything = `kubectl get $(kubectl api-resources --verbs=list -o name | grep -vE '^(events|leases)' | tr '\\n' ',' | sed 's/,$//') -A -o jsonpath='{range .items[*]}{.kind} {.metadata.namespace}/{.metadata.name}{"\\n"}{end}'`;

interface Stage {
  run(command: string): Promise<string>;
  /** From the client of a node that isn't lost. */
  curl(words: string): Promise<string>;
  /** Lets time pass; a command has ten minutes at most. */
  pass(minutes: number): Promise<void>;
  /** That of the first Pod with these labels. */
  nodeOf(namespace: string, selector: string): Promise<string>;
  /** The node's kubelet is cut off, until `heal`. */
  lose(node: string): Promise<void>;
  heal(): Promise<void>;
  /** Until it is as expected, or for five minutes. */
  until(look: () => Promise<string>, expected: string | RegExp): Promise<void>;
}

async function open(name: string, seed: number, cluster: ClusterSpec): Promise<Stage> {
  const files = Object.fromEntries(readdirSync(folder + name).map((file) => [`${name}/${file}`, readFileSync(`${folder}${name}/${file}`, 'utf8')]));
  const log = emptyLog(seed, { nodes: 3, ...cluster }, { ...files, 'clients.yaml': clients });
  const { session } = await openSession(log, sessionParts(nodePlatform()));
  onTestFinished(() => session.close());
  const run = async (text: string): Promise<string> => {
    const { outputs } = await session.run({ type: 'command', text });
    return outputs.map((output) => ('text' in output ? output.text : '')).join('').trimEnd();
  };
  await run('kubectl apply -f clients.yaml; kubectl rollout status -n kube-public daemonset/client');
  const client = { node: 'node-1' };
  return {
    run,
    async curl(words) {
      const pod = await run(`kubectl get pods -n kube-public -l app=client --field-selector spec.nodeName=${client.node} -o name`);
      return run(`kubectl exec -n kube-public ${pod} -- curl -sS -m 5 ${words}`);
    },
    async pass(minutes) {
      for (let left = minutes; left > 0; left -= 9) await run(`sleep ${Math.min(left, 9) * 60}`);
    },
    nodeOf: (namespace, selector) => run(`kubectl get pods -n ${namespace} -l ${selector} -o jsonpath='{.items[0].spec.nodeName}'`),
    async lose(node) {
      client.node = node === 'node-1' ? 'node-2' : 'node-1';
      await run(`converge fault add partition kubelet/${node}`);
    },
    heal: async () => void (await run('converge fault heal --all')),
    async until(look, expected) {
      for (let tries = 0; tries < 60; tries += 1) {
        const seen = await look();
        if (typeof expected === 'string' ? seen === expected : expected.test(seen)) return;
        await run('sleep 5');
      }
      expect(await look()).toMatch(expected);
    },
  };
}

interface Example {
  readonly name: string;
  readonly cluster?: ClusterSpec;
  /** `deployment/web -n shop`: what is rolled out. */
  readonly workloads: readonly string[];
  /** The Pod whose node is drained, and then lost. */
  readonly pod: { readonly namespace: string; readonly selector: string };
  /** Begins to use it. */
  begin?(stage: Stage): Promise<void>;
  /** Whether it does what it is for, with what `begin` has put into it. */
  works(stage: Stage): Promise<void>;
  readonly roll: string;
  /** What the drain of the node has printed. */
  drained?(text: string): void;
  /** What a user does once a node is lost, where the controllers don't do it all. */
  recover?(stage: Stage, node: string): Promise<void>;
  /** Further things that this one can. */
  more?(stage: Stage): Promise<void>;
  /** What is left when its files are deleted, and how it goes. */
  readonly left?: { readonly kinds: RegExp; readonly remove: string };
}

const components = ['apiserver', 'scheduler', 'controller/deployment', 'controller/statefulset', 'controller/endpointslice', 'controller/attachdetach', 'controller/persistentvolume-binder', 'kubelet/node-1', 'kubelet/node-2', 'kubelet/node-3'];

/** Something starts again within half a minute, and forgets what it had in memory. */
async function disturb({ run }: Stage, random: Random): Promise<void> {
  expect(await run(`converge fault add restart ${random.pick(components)} --in=${1 + random.int(30)}s`)).toContain('added');
}

const rolledOut = async ({ run }: Stage, workloads: readonly string[]): Promise<void> => {
  for (const each of workloads) expect(await run(`kubectl rollout status ${each} --timeout=300s`), each).toMatch(/success|complete/);
};

async function live(example: Example, seed: number): Promise<void> {
  const { name, cluster = {}, workloads, pod, roll, left } = example;
  const stage = await open(name, seed, cluster);
  const random = createRandom(`examples/${seed}`);
  const { run, pass, nodeOf } = stage;
  const before = await held(stage);
  await disturb(stage, random);
  expect(await run(`kubectl apply -f ${name}/`)).not.toMatch(/error/i);
  await rolledOut(stage, workloads);
  await example.begin?.(stage);
  await example.works(stage);

  await disturb(stage, random);
  expect(await run(roll)).not.toMatch(/error/i);
  await rolledOut(stage, workloads);
  await example.works(stage);
  await example.more?.(stage);

  await disturb(stage, random);
  const drained = await nodeOf(pod.namespace, pod.selector);
  const draining = await run(`kubectl drain ${drained} --ignore-daemonsets --delete-emptydir-data --force --timeout=300s`);
  expect(draining).toContain(`node/${drained} drained`);
  example.drained?.(draining);
  await rolledOut(stage, workloads);
  await example.works(stage);
  await run(`kubectl uncordon ${drained}`);

  const lost = await nodeOf(pod.namespace, pod.selector);
  await stage.lose(lost);
  await pass(7);
  expect(await run(`kubectl get node ${lost}`)).toContain('NotReady');
  await example.recover?.(stage, lost);
  await example.works(stage);
  await stage.heal();
  await pass(2);
  await rolledOut(stage, workloads);
  await example.works(stage);

  await disturb(stage, random);
  expect(await run(`kubectl delete -f ${name}/`)).not.toMatch(/error/i);
  await pass(2);
  if (left !== undefined) {
    const kept = (await held(stage)).filter((each) => !before.includes(each));
    expect(kept).not.toEqual([]);
    expect(kept.filter((each) => !left.kinds.test(each))).toEqual([]);
    await run(left.remove);
    await pass(1);
  }
  expect(await held(stage)).toEqual(before);
  expect(before.length).toBeGreaterThan(50);
}

/** What the cluster holds; Pods that stand for others are those others. */
async function held({ run }: Stage): Promise<readonly string[]> {
  const lines = (await run(everything)).split('\n').filter((line) => line.includes('/'));
  return lines.map((line) => line.replace(/^(Pod(?:Metrics)? .*)-\w{5}$/, '$1')).sort();
}

/**
 * Where a disk is, no second Pod may write to it: the one of the lost node stays until a user says that it is gone, and the disk leaves the node six
 * minutes later.
 */
const forceDelete =
  (namespace: string) =>
  async ({ run, pass }: Stage, node: string): Promise<void> => {
    const lost = (await run(`kubectl get pods -n ${namespace} --field-selector spec.nodeName=${node} -o name`)).split('\n');
    for (const pod of lost) expect(await run(`kubectl get -n ${namespace} ${pod} -o jsonpath='{.metadata.deletionTimestamp}'`)).not.toBe('');
    for (const pod of lost) await run(`kubectl delete -n ${namespace} ${pod} --force`);
    await pass(9);
  };

const mysqlOf = (run: Stage['run'], sql: string): Promise<string> => run(`kubectl exec -n orders mysql-0 -- mysql -N -pbattery-staple orders -e "${sql}"`);
const redisOf = (run: Stage['run'], member: string, command: string): Promise<string> => run(`kubectl exec -n database ${member} -c redis -- redis-cli ${command}`);

const examples: readonly Example[] = [
  {
    name: 'guestbook',
    workloads: ['deployment/frontend', 'deployment/redis-leader', 'deployment/redis-follower'],
    pod: { namespace: 'default', selector: 'app=guestbook' },
    roll: 'kubectl set image deployment/redis-follower follower=redis:7.4; kubectl rollout restart deployment/frontend',
    // The leader has no disk: what it knows goes with its Pod.
    async works({ curl, until }) {
      await until(() => curl(`'http://frontend.default/guestbook.php?cmd=set&key=messages&value=,hello+you'`), '{"message":"Updated"}');
      await until(() => curl(`'http://frontend.default/guestbook.php?cmd=get&key=messages'`), '{"data":",hello you"}');
    },
  },
  {
    name: 'wordpress',
    workloads: ['deployment/wordpress-mysql', 'deployment/wordpress'],
    pod: { namespace: 'default', selector: 'tier=mysql' },
    roll: 'kubectl rollout restart deployment/wordpress-mysql; kubectl set image deployment/wordpress wordpress=wordpress:6.4',
    async begin({ curl }) {
      expect(await curl('-i http://wordpress.default/')).toContain('Location: /wp-admin/install.php');
      await curl(`-d 'weblog_title=My+shop' 'http://wordpress.default/wp-admin/install.php?step=2'`);
      await curl(`-d '{"title":"We are open"}' http://wordpress.default/wp-json/wp/v2/posts`);
      await curl(`-H 'content-disposition: attachment; filename="logo.svg"' -d '<svg/>' http://wordpress.default/wp-json/wp/v2/media`);
    },
    async works({ curl, until }) {
      await until(() => curl('http://wordpress.default/'), /<h1>My shop<\/h1>\n<h2>Hello world!<\/h2>\n<h2>We are open<\/h2>/);
      expect(await curl('http://wordpress.default/wp-content/uploads/logo.svg')).toBe('<svg/>');
    },
    recover: forceDelete('default'),
  },
  {
    name: 'replicated-database',
    workloads: ['statefulset/db -n database'],
    pod: { namespace: 'database', selector: 'apps.kubernetes.io/pod-index=1' },
    roll: 'kubectl set image statefulset/db -n database redis=redis:7.4',
    async begin({ run }) {
      const started = await run(`kubectl get pods -n database -o jsonpath='{range .items[*]}{.metadata.name} {.status.startTime}{"\\n"}{end}'`);
      const times = started.split('\n').map((line) => line.split(' ')[1] ?? '');
      expect(times).toEqual([...times].sort());
      expect(await redisOf(run, 'db-0', 'set greeting hello')).toBe('OK');
    },
    async works({ run, until }) {
      for (const member of ['db-0', 'db-1', 'db-2']) await until(() => redisOf(run, member, 'get greeting').then((text) => (text.includes('error dialing') ? 'hello' : text)), 'hello');
      await until(() => redisOf(run, 'db-2', '-h db-read get greeting'), 'hello');
      expect(await redisOf(run, 'db-2', 'set greeting other')).toContain('READONLY');
    },
    recover: forceDelete('database'),
    left: { kinds: /^PersistentVolume /, remove: 'kubectl delete pv --all' },
  },
  {
    name: 'node-agent',
    workloads: ['daemonset/node-exporter -n monitoring'],
    pod: { namespace: 'monitoring', selector: 'app.kubernetes.io/name=node-exporter' },
    roll: 'kubectl set image daemonset/node-exporter -n monitoring node-exporter=quay.io/prometheus/node-exporter:v1.9.0',
    async works({ run, curl }) {
      const addresses = await run(`kubectl get nodes -o jsonpath='{.items[*].status.addresses[0].address}'`);
      const names: string[] = [];
      for (const address of addresses.split(' ')) names.push(/nodename="([^"]+)"/.exec(await curl(`http://${address}:9100/metrics`))?.[1] ?? '');
      expect(names).toEqual(['node-1', 'node-2', 'node-3']);
      expect(await curl('http://node-exporter.monitoring:9100/metrics')).toContain('node_time_seconds');
    },
  },
  {
    name: 'nightly-backup',
    workloads: ['statefulset/mysql -n orders'],
    pod: { namespace: 'orders', selector: 'app=mysql' },
    roll: 'kubectl rollout restart statefulset/mysql -n orders',
    async begin({ run }) {
      await mysqlOf(run, "create table orders (id int, item text); insert into orders (item) values ('teapot'), ('cup')");
    },
    async works({ run, until }) {
      await until(() => mysqlOf(run, 'select * from orders'), '1\tteapot\n2\tcup');
    },
    async more({ run, pass, until }) {
      await run('kubectl create job -n orders --from=cronjob/backup now; kubectl wait -n orders --for=condition=complete job/now --timeout=120s');
      expect(await run('kubectl logs -n orders job/now')).toMatch(/^\/backups\/orders-2026-01-01.sql has \d{3} bytes$/);
      // It begins at midnight UTC.
      await pass(95);
      const jobs = () => run(`kubectl get jobs -n orders -o jsonpath='{range .items[*]}{.metadata.name} {.status.succeeded}{"\\n"}{end}'`);
      await until(jobs, /^backup-29453850 1\nnow 1$/);
      expect(await run(`kubectl get cronjob backup -n orders -o jsonpath='{.status.lastScheduleTime}'`)).toBe('2026-01-01T01:30:00Z');
    },
    recover: forceDelete('orders'),
  },
  {
    name: 'web-shop',
    cluster: { addons: ['ingress'] },
    workloads: ['deployment/shop -n shop'],
    pod: { namespace: 'shop', selector: 'app=shop' },
    roll: 'kubectl rollout restart deployment/shop -n shop',
    async begin({ run, until }) {
      await until(() => run(`kubectl get deployment shop -n shop -o jsonpath='{.status.readyReplicas}'`), /^[45]$/);
    },
    async works({ run, curl, until }) {
      const address = await run(`kubectl get ingress shop -n shop -o jsonpath='{.status.loadBalancer.ingress[0].ip}'`);
      await until(() => curl(`-H 'Host: shop.example' http://${address}/`), /^shop-/);
      expect(await run(`kubectl get pdb shop -n shop -o jsonpath='{.status.expectedPods}'`)).toBe(await run(`kubectl get deployment shop -n shop -o jsonpath='{.spec.replicas}'`));
    },
    /** The budget lets one go at a time. */
    drained(text) {
      const evicted = [...text.matchAll(/^pod\/(shop-\S+) evicted$/gm)].length;
      expect(evicted).toBeGreaterThan(0);
      expect(text.includes("Cannot evict pod as it would violate the pod's disruption budget.")).toBe(evicted > 1);
    },
    /** No customer is sent away by a rolling update. */
    async more({ run, pass, until }) {
      await pass(1);
      expect(await run('kubectl logs -n shop deployment/customers --since=1m')).not.toMatch(/ [1-9]\d* lost/);
      await run('kubectl scale deployment/customers -n shop --replicas=0');
      await until(() => run(`kubectl get hpa shop -n shop -o jsonpath='{.status.currentReplicas}'`), '2');
      await run('kubectl scale deployment/customers -n shop --replicas=1');
      await until(() => run(`kubectl get hpa shop -n shop -o jsonpath='{.status.currentReplicas}'`), /^[345]$/);
    },
  },
];

for (const seed of sampleSeeds(1, 4))
  test.each(everyNth(3, examples, 2))(`$name (seed ${seed})`, (example) => live(example, seed), 300_000);
