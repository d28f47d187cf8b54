/** What your commands have to do: whichever members are lost, etcd takes writes again, and holds the most that can still be had. */
import { ConfigMap, Deployment, isOfKind, type KubeObject, Pod, ReplicaSet } from 'converge/sdk';
import { type Mistake, mistake } from '../../../../../../lesson/universes/finding.ts';
import type { Bench } from '../../../../../../lesson/universes/trials/bench.ts';
import type { CaseFinding, Check, Trial } from '../../../../../../lesson/universes/types.ts';

const question = 'Which of the three machines still answers, and what can be restored on all of them?';
const noMajority = mistake('left one member without a majority', question, 'waiting');
const stillLost = mistake('left three lost members as they were', 'No member is left that could be asked. What else holds the objects?', 'waiting');
const older = mistake('lost what a member still had', 'One member had these objects until you restored something else. How do they get from its disk into a file?', 'too-few');
const deaf = mistake('left controllers waiting for old revisions', 'They watch from the last revision that they have seen. Is it in the past of what you restored, or in its future?', 'stood-still');
const overwritten = mistake('wrote over the backup', 'The backup is the only copy that isn’t on these machines. What if the other file can’t be read?');
const thrownAway = mistake('threw the backup away', 'The new cluster is seconds old. What if it is lost as the old one was?', 'too-few');
const madeAnew = mistake('created the objects again', 'An object of the same name has another uid. Who refers to the old one?', 'orphan');
const deleted = mistake('deleted what was restored', 'Which of your commands deletes objects or has them replaced, and what did they have to do with etcd?', 'too-few');

const members = ['etcd-0', 'etcd-1', 'etcd-2'];

/** What etcd holds, by name. ConfigMaps come first: what a member still had shows in them. */
function objectsOf(bench: Bench): ReadonlyMap<string, KubeObject> {
  const all = [...bench.objects(ConfigMap), ...bench.objects(Deployment), ...bench.objects(ReplicaSet), ...bench.objects(Pod)];
  return new Map(all.map((object) => [`${object.kind} ${object.metadata.name}`, object]));
}

/** Where a backup is older than what controllers have seen, they may replace Pods until they have listed all kinds again. */
const withoutPods = (objects: ReadonlyMap<string, KubeObject>): ReadonlyMap<string, KubeObject> => new Map([...objects].filter(([name]) => !name.startsWith('Pod ')));

interface Stored {
  readonly objects: ReadonlyMap<string, KubeObject>;
  /** What was written after the backup. */
  readonly late: ReadonlySet<string>;
}

const isRolledOut = (before: KubeObject, now: KubeObject): boolean => isOfKind(Deployment, before) && isOfKind(Deployment, now) && JSON.stringify(before.spec.template) !== JSON.stringify(now.spec.template);

/** What is missing of the objects that could be had. */
function lacking(bench: Bench, { objects, late }: Stored): CaseFinding | undefined {
  const now = objectsOf(bench);
  for (const [name, object] of objects) {
    const there = now.get(name);
    if (there?.metadata.uid === object.metadata.uid) {
      if (isRolledOut(object, there)) return { ...deleted, seen: `The template of the ${name} was changed after the restore: all its Pods are replaced.` };
      continue;
    }
    if (there !== undefined) return { ...madeAnew, seen: `The ${name} isn’t the one that was stored: it has another uid.` };
    return { ...(late.has(name) ? older : deleted), seen: `The ${name} was stored ${late.has(name) ? 'after the backup, on the member that was left' : 'before the members were lost'}. It isn’t there any more.` };
  }
  return undefined;
}

/** Whether a write is stored. `printed`: by the learner's commands. */
async function refused(bench: Bench, lost: Mistake, printed: string): Promise<CaseFinding | undefined> {
  const { ok, text } = await bench.run('kubectl create configmap after --from-literal=a=1');
  if (ok) return undefined;
  const lastLine = printed.split('\n').at(-1);
  const said = lastLine ? ` The last line that your commands had printed: ${lastLine}` : '';
  return { ...lost, seen: `Half a minute after your last command a ConfigMap is created. The answer: ${text}.${said}` };
}

/** Whether controllers hear of a write. */
async function unheard(bench: Bench, replicas: number): Promise<CaseFinding | undefined> {
  await bench.run(`kubectl scale deployment shop --replicas=${replicas}`);
  await bench.wait(30_000);
  const pods = bench.objects(Pod).length;
  if (pods === replicas) return undefined;
  return { ...deaf, seen: `The Deployment \`shop\` was scaled to ${replicas} replicas. Half a minute later it has ${pods} Pods.` };
}

/** So much is written between the backup and the loss, and controllers see it: no small number of revisions is above that. */
const busyDay = `for number in ${Array.from({ length: 20 }, (_, index) => index).join(' ')}; do kubectl annotate deployment shop day=$number --overwrite; done`;

const trial = (name: string, survivors: number, lost: Mistake): Trial => ({
  name,
  async judge(bench, random) {
    const replicas = 1 + random.int(3);
    const name = `order-${random.int(1000)}`;
    await bench.run(`kubectl create deployment shop --image=nginx:1.27 --replicas=${replicas}; kubectl create configmap ${name} --from-literal=a=1`);
    await bench.wait(4000 + random.int(4000));
    await bench.run('etcdctl snapshot save backup.db');
    const backedUp = objectsOf(bench);
    await bench.run(`kubectl scale deployment shop --replicas=${replicas + 1}; kubectl create configmap ${name}-late --from-literal=a=1`);
    await bench.run(busyDay);
    await bench.wait(4000 + random.int(4000));
    const last = objectsOf(bench);
    const backup = await bench.run('etcdutl snapshot status backup.db');
    const gone = [...members];
    for (let left = survivors; left > 0; left -= 1) gone.splice(random.int(gone.length), 1);
    for (const component of gone) await bench.fault({ type: 'disk', component, disk: { type: 'lost' } }, 5000);
    await bench.wait(6000);
    const { text: printed } = await bench.runFile('restore.sh');
    await bench.wait(30_000);
    const late = new Set([...last.keys()].filter((each) => each.startsWith('ConfigMap ') && !backedUp.has(each)));
    const stored = { objects: survivors > 0 ? last : withoutPods(backedUp), late };
    const { text } = await bench.run('etcdutl snapshot status backup.db');
    if (text.includes('no such file')) return { ...thrownAway, seen: `There is no \`backup.db\` any more.` };
    if (text !== backup.text) return { ...overwritten, seen: `\`backup.db\` was ${backup.text}. Now it is ${text}.` };
    return (await refused(bench, lost, printed)) ?? lacking(bench, stored) ?? (await unheard(bench, replicas + 2));
  },
});

export default {
  controller: 'restore.sh',
  entry: 'restore.sh',
  cluster: { nodes: 0, etcd: 3, profile: 'minimal' },
  subject: { kind: ConfigMap, writes: [] },
  etcd: true,
  scenarios: [],
  trials: [trial('two of three members are lost', 1, noMajority), trial('all three members are lost', 0, stillLost)],
  always: [],
  settled: [],
} satisfies Check;
