/** The page's files: which of the engine there are, how much each may weigh (gzip), and what checks need of them. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { firstVerbs } from '../scripts/first-verbs.ts';
import { profiles, runsIn } from '../src/engine/index.ts';
import { cellsOf } from '../src/lesson/cells/cells-of.ts';
import { mayStartPiecePrograms } from '../src/posix/index.ts';
import { partsFor } from '../src/session/parts-for.ts';

const folder = fileURLToPath(new URL('../.generated/engine/', import.meta.url));

/** Kilobytes. A file that has become smaller gets a smaller number; one that must become larger, a reason in the commit. */
const most: Readonly<Record<string, number>> = {
  // With where a cloud and repositories hook in (their options, faults in a log, the way of a request to them), and the judge of diagnoses, which
  // two lessons share; where groups of other servers, further schedulers, add-ons and rules outside the core hook in, the DNS of Pods, and how Go reads durations;
  // logs that come over the link to the kubelet, the two writes by which a Pod ends, what tells a kubelet that nothing has changed, and the name of
  // a part that runs in members of etcd. Of kubelets: how Pods end that haven't started, sidecars' turns and their grace, hooks that fail within the
  // start, missing pull secrets, whom they evict for a critical Pod; each refusal of a ReplicaSet's Pods; owners by kind and name; which nodes have an image,
  // and what `label`, `annotate` and `patch` change on paper.
  // Of volumes that are filled again, files of a part of one, kinds of the conformance tests, and evictions that race. And which words call for
  // definitions and CEL, RuntimeClasses, and whether a learner's queue wakes its workers.
  // With expectations, rate limiters and the graph of owners as parts; and rules for Events, timers and reads.
  core: 352,
  // With the image of lesson 21, a shop and its customers; with nodes that run short, ports of nodes, webhooks that are functions; with metrics that
  // objects say, autoscaling by them, profiles of schedulers; with rules for a Pod's DNS, and an image that tests of other clusters expect; with
  // claims that Pods wait for on both sides, the controller that attaches volumes, and what is known of the images of `examples/` before one is
  // named. Volumes whose claim went too early are found; limits of volumes that nodes have are kept.
  // Endpoints follow what upstream's follow of a Pod. Events of budgets, slices, growing claims and evictions by taints; all errors of a namespace.
  // 3 are for what security contexts, paths in volumes and hosts files say, requests of nodes, gRPC probes, and Endpoints that are mirrored.
  // And who answers for each group and version. What RuntimeClasses give to Pods, and how Pods wait whose handler their node doesn't have.
  // Images and attached volumes in the status of nodes, and the rules that a kube-proxy has left.
  // Cloud variants as they stand in the editor, images in the status of nodes, and bodies of subresources by type.
  full: 129.8,
  // CEL, kinds that definitions define and what is checked of them, policies: of `full`, until somebody brings one.
  // And the rules of lists that grow in a straight line.
  expressions: 41.1,
  // Upstream's rules of validation, some 1,200 (docs/validation.md): fetched beside `full`, of which they were a part. Those of webhooks and
  // admission policies, of Ingresses, NetworkPolicies and autoscalers were in the core.
  // With those of RuntimeClasses.
  // Those of Jobs, CronJobs, StatefulSets and DaemonSets, which were in the core.
  validation: 32.3,
  // With what `apply` does with --prune and --server-side, which was in the core.
  // 3 are for flags that the real one takes.
  kubectl: 83.9,
  // With hexdump, and with whom a process runs as.
  // date, seq, xargs and the like, which were in the core.
  programs: 24.5,
  // Databases, their clients and what stands before them, which the manifests of `examples/` run; agnhost; and a server and its load that measure,
  // which were in `full` before, as was hello-world.
  // With Apache, and agnhost's guestbook and its server of gRPC.
  images: 15.6,
  // Which machines are rented for Pods that wait, and which are given back; why none helps, in all of a plugin's words.
  autoscaler: 4.5,
  // What the scheduler and work queues count, and who may read it.
  metrics: 2.6,
  // Which routes there have to be for the Pods of nodes.
  routes: 1.3,
  // Evictions as a kubelet's configuration says them. No page fetches it.
  kubelet: 2.4,
  // With the panic of a member whose rules are broken, the rule for commits as a part, and members that have applied different entries.
  etcd: 35.5,
  // With the prose of the parts that every object has.
  openapi: 5.1,
  // The control plane and what is on its way between its parts.
  map: 2.1,
  // With endpoints of slices in words, and what broke an incident's cluster left out.
  why: 14.7,
  typescript: 34.7,
  // With functions that are only called, and laws that throw.
  // And who hears what is logged.
  cases: 0.9,
  // With the cloud and the trace, which a trial may look at, and whose mistake a refused manifest of a trial is.
  // And cases beside trials, and who hears them.
  trials: 2.2,
  repositories: 7,
  election: 1.8,
  // Kube-proxy as Pods, agents for NetworkPolicies, the controller and the proxies of Ingresses, CoreDNS, and what the
  // autoscaler and the route controller may do, and the control plane as static Pods.
  addons: 9.8,
  // With the guards of the rules of NetworkPolicies and of commits, of functions that are only called, and of three parts that make objects; and
  // what their methods are called by.
  parts: 5.4,
  // How a cloud's faults are typed, what a diagnosis may name, and what marks a fault as an incident's in the trace.
  // With packets that begin outside.
  faults: 6.3,
  // With disks, and the provisioner that rents them; with routes. Of these 3.5 are for zones: where a disk is made and who can have it, what attaches it,
  // what kubelets say of their driver; and where packets go by routes.
  // And the claims whose disks are being rented.
  // And the way of a packet through a balancer.
  cloud: 15.1,
  // With -refresh-only, which lesson 29 teaches, and disks.
  terraform: 11.1,
  // What reads the inputs of a log.
  inputs: 2.2,
  descriptions: 115.2,
};
const mostOfACheck = 4.7;
/** What two checks share is in the core. These have what no other has: about DaemonSets, late caches, nodes, EndpointSlices, load balancers, ten broken clusters, an operator's own kind, branches. */
const mostOfOwnScenarios = 9.5;
const checksWithOwnScenarios: ReadonlySet<string> = new Set([
  'check-12-replicaset',
  'check-15-other-nouns',
  'check-22-node-dies',
  'check-23-services',
  'check-24-cloud-and-disk',
  'check-27-incidents',
  'check-28-your-own-operator',
  'check-29-same-loop-elsewhere',
]);
/** This one plays small elections, with a question for each way in which a rule can go wrong. 0.4 are for a rule that mixes candidates up: it is asked for one alone. */
const mostOfPlays = 5.4;
const checksByPlays: ReadonlySet<string> = new Set(['check-26-three-control-planes']);
/** Checks by laws bring fast-check along, which draws arguments and makes them smaller. */
const mostOfLaws = 20;
const checksByLaws: ReadonlySet<string> = new Set(['check-6-quorum']);

test('the engine comes in these pieces, none larger than it was', () => {
  expect(existsSync(folder), 'the page’s engine is not built: npm run build').toBe(true);
  const sizes = readdirSync(folder).map((file) => {
    const kilobytes = gzipSync(readFileSync(folder + file), { level: 9 }).length / 1000;
    return [file.replace('.txt', ''), kilobytes] as const;
  });
  expect(sizes.map(([name]) => name).filter((name) => !name.startsWith('check-')).sort()).toEqual(Object.keys(most).sort());
  const mostOf = (name: string): number => {
    if (checksByLaws.has(name)) return mostOfLaws;
    if (checksByPlays.has(name)) return mostOfPlays;
    return checksWithOwnScenarios.has(name) ? mostOfOwnScenarios : mostOfACheck;
  };
  const tooLarge = sizes.filter(([name, kilobytes]) => kilobytes > (most[name] ?? mostOf(name)));
  expect(tooLarge).toEqual([]);
});

const root = fileURLToPath(new URL('../', import.meta.url));

test('a controller that comes in a piece is used only when it is created: until then the core has nothing for its name', () => {
  const lines = readFileSync(`${root}src/engine/controllers/registry.ts`, 'utf8').matchAll(/\{ name: '([^']+)', create: ([^}]+) \}/g);
  const early = [...lines].filter(([, name = '', create = '']) => !runsIn(profiles.minimal, name) && !create.includes('=>'));
  expect(early.map(([line]) => line)).toEqual([]);
});

/** Names and aliases of the verbs in the core. */
async function verbsInCore(): Promise<ReadonlySet<string>> {
  const registry = readFileSync(`${root}src/kubectl/verbs/registry.ts`, 'utf8');
  const names = new Set<string>();
  for (const [, exported = '', path = '', folder = ''] of registry.matchAll(/import \{ ([\w, ]+) \} from '\.\/(([^/']+)\/[^']+)'/g)) {
    if (!firstVerbs.includes(folder)) continue;
    const module: Readonly<Record<string, { readonly name: string; readonly aliases?: readonly string[] }>> = await import(pathToFileURL(`${root}src/kubectl/verbs/${path}`).href);
    for (const { name, aliases = [] } of exported.split(', ').flatMap((each) => module[each] ?? []))
      for (const each of [name, ...aliases]) names.add(each);
  }
  return names;
}

test('the commands of checks are in the core, or in what the lesson’s cells have fetched: a first check fetches no piece for them', async () => {
  const verbs = await verbsInCore();
  const files = globSync(['src/content/lessons/*/*/check.ts', 'src/content/lessons/*/*/incidents/*.ts', 'src/lesson/universes/**/*.ts'], { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
  const commands = files.flatMap((path) => {
    const texts = readFileSync(root + path, 'utf8').matchAll(/`(kubectl [^`\n]*)`|'(kubectl [^'\n]*)'/g);
    return [...texts].map(([, template, text = template ?? '']) => ({ path, text: text.replaceAll(/\$\{[^}]*\}+/g, 'x') }));
  });
  expect(commands.length).toBeGreaterThan(10);
  const known = { hasVerb: (word: string) => verbs.has(word), mayStartPiecePrograms };
  const ofCells = (path: string): ReadonlySet<string> => {
    const lesson = /^src\/content\/lessons\/[^/]+\/[^/]+/.exec(path)?.[0];
    if (lesson === undefined) return new Set();
    const cells = cellsOf(readFileSync(`${root}${lesson}/index.mdx`, 'utf8')).filter(({ language }) => language === 'sh');
    return new Set(cells.flatMap(({ code }) => [...partsFor({ type: 'command', text: code }, known)]));
  };
  const wanting = commands.flatMap(({ path, text }) => {
    const there = ofCells(path);
    const parts = [...partsFor({ type: 'command', text }, known)].filter((part) => !there.has(part));
    if (parts.length === 0) return [];
    return `${path}: "${text}" needs the engine's ${parts.join(', ')}, which every first check of this lesson would then fetch. Use ${[...verbs].join(', ')} or stage.apply, or add the verb's folder to scripts/first-verbs.ts.`;
  });
  expect(wanting).toEqual([]);
});
