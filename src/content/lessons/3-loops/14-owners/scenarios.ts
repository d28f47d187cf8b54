/** What sites, and the loop that looks after their records, have to live through. */
import { ConfigMap, keyOf } from 'converge/sdk';
import type { Scenario, Stage } from '../../../../lesson/universes/types.ts';
import { own, zone } from './sites.ts';

/** One of them has the domain of the loop’s own. */
const strangers = ['example.com/backup', 'dns.example.com/zone'] as const;

interface SiteSpec {
  readonly name?: string;
  readonly namespace?: string;
  readonly finalizers?: readonly string[];
}

const apply = (stage: Stage, kind: string, rest: object): Promise<void> =>
  stage.apply('object.yaml', JSON.stringify({ apiVersion: 'v1', kind, ...rest }));

function applySite(stage: Stage, { name = stage.target.name, namespace = stage.target.namespace, finalizers }: SiteSpec = {}): Promise<void> {
  const metadata = { name, namespace, labels: { role: 'site' }, finalizers };
  return apply(stage, 'ConfigMap', { metadata, data: { address: `10.0.0.${stage.random.int(256)}` } });
}

/** The zone, more namespaces, and a site that stays: there is something to look after until the end. */
async function prepare(stage: Stage, ...more: readonly string[]): Promise<void> {
  for (const name of [zone, ...more]) await apply(stage, 'Namespace', { metadata: { name } });
  await applySite(stage, { name: 'lasting', namespace: 'default' });
}

/** Applies a site and waits for its record. */
async function open(stage: Stage, site?: SiteSpec): Promise<void> {
  await applySite(stage, site);
  await stage.settles(60_000);
}

const remove = ({ command, target: { name, namespace } }: Stage, policy = 'background', wait = '--wait=false'): Promise<void> =>
  command(`kubectl delete configmap ${name} -n ${namespace} --cascade=${policy} ${wait}`);

const patch = ({ command, target: { name, namespace } }: Stage, metadata: object): Promise<void> =>
  command(`kubectl patch configmap ${name} -n ${namespace} --type=merge -p '${JSON.stringify({ metadata })}'`);

/** The site as it is stored. */
const stored = (stage: Stage): ConfigMap | undefined =>
  stage.world.objects(ConfigMap).find((map) => keyOf(map) === `${stage.target.namespace}/${stage.target.name}`);

/** Something in the site's own namespace, which names it in its `ownerReferences`. */
async function addDependent(stage: Stage): Promise<void> {
  const { name, namespace } = stage.target;
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name, uid: stored(stage)?.metadata.uid, blockOwnerDeletion: true };
  await apply(stage, 'ConfigMap', { metadata: { name: `${name}-theme`, namespace, ownerReferences: [owner] } });
}

const comesAndGoes = (policy: string): Scenario => ({
  name: `a site is deleted with --cascade=${policy}`,
  async play(stage) {
    await prepare(stage);
    await open(stage);
    await addDependent(stage);
    await stage.wait(stage.random.int(3000));
    await remove(stage, policy);
    await stage.settles(60_000);
    await stage.rests(15_000);
  },
});

const behindMs = 1500;
const requestMs = 800;

/** Others write to the site before the loop has seen it. */
const late = (stage: Stage, forMs = 2500): Promise<void> =>
  stage.fault({ type: 'link', from: 'apiserver', to: 'controller/sites', watchOnly: true, delayMs: behindMs }, forMs, 'the watch to your loop ran 1.5 s behind');

/** Others write the list: without some, with more at its front. */
const setFinalizers = (stage: Stage, without: readonly string[], ...more: readonly string[]): Promise<void> =>
  patch(stage, { finalizers: [...more, ...(stored(stage)?.metadata.finalizers ?? [])].filter((each) => !without.includes(each)) });

export const scenarios: readonly Scenario[] = [
  comesAndGoes('background'),
  comesAndGoes('foreground'),
  comesAndGoes('orphan'),
  {
    name: 'a site opens and closes at once',
    async play(stage) {
      await prepare(stage);
      await applySite(stage);
      await stage.wait(stage.random.pick([0, 20, 100, 1000]));
      await remove(stage, stage.random.pick(['background', 'foreground']));
      await stage.wait(2000);
      await stage.settles(60_000);
    },
  },
  {
    // The cache learns of the deletion first, and of the record later.
    name: 'a site is deleted while its record is made',
    trouble: 'slow',
    async play(stage) {
      await prepare(stage);
      await stage.settles(60_000);
      await late(stage, 8000);
      // The finalizer is stored by then, and the request for the record is under way. Later ones are quick again.
      const recordSentMs = behindMs + requestMs;
      await stage.fault({ type: 'link', from: 'controller/sites', to: 'apiserver', delayMs: requestMs }, recordSentMs + 300, 'each request of your loop was under way for 0.8 s');
      await applySite(stage);
      await stage.wait(recordSentMs + 100 + stage.random.int(requestMs - 200));
      await remove(stage);
      await stage.wait(4000);
      await stage.settles(60_000);
    },
  },
  {
    name: 'others hold the site as well',
    async play(stage) {
      await prepare(stage);
      await open(stage, { finalizers: strangers });
      await remove(stage);
      await stage.settles(60_000);
      // Held for long after the loop has let go; each note brings another pass.
      for (const note of ['one', 'two', 'three']) {
        await stage.wait(12_000);
        await patch(stage, { annotations: { note } });
      }
      await setFinalizers(stage, [strangers[0]]);
      await stage.wait(3000);
      await setFinalizers(stage, strangers);
      await stage.settles(30_000);
    },
  },
  {
    name: 'others come and go while the loop works',
    async play(stage) {
      await prepare(stage);
      const [backup, zoned] = strangers;
      await late(stage);
      await applySite(stage);
      await stage.wait(300);
      await setFinalizers(stage, [], backup);
      await stage.settles(60_000);
      await setFinalizers(stage, [], zoned);
      await stage.wait(3000);
      await late(stage);
      await remove(stage, 'foreground');
      await stage.wait(stage.random.pick([0, 5, 300]));
      await setFinalizers(stage, [backup]);
      await stage.settles(60_000);
      await stage.wait(12_000);
      await setFinalizers(stage, [zoned]);
      await stage.settles(30_000);
    },
  },
  {
    name: 'a new site takes the name',
    async play(stage) {
      await prepare(stage);
      await open(stage);
      await remove(stage, 'background', '--timeout=60s');
      await open(stage);
      await remove(stage);
      await stage.settles(60_000);
    },
  },
  {
    name: 'a whole namespace is deleted',
    async play(stage) {
      await prepare(stage, 'fair');
      for (const name of ['tent', 'stage', 'gate'].slice(stage.random.int(3))) await open(stage, { name, namespace: 'fair' });
      await open(stage);
      await stage.command('kubectl delete namespace fair --wait=false');
      await stage.settles(90_000);
    },
  },
  {
    name: 'someone interferes',
    async play(stage) {
      await prepare(stage);
      await open(stage);
      const { name, namespace } = stage.target;
      await stage.command(`kubectl delete configmap ${namespace}.${name} -n ${zone}`);
      await stage.settles(60_000);
      await setFinalizers(stage, [own], strangers[0]);
      await stage.settles(60_000);
      await stage.rests(15_000);
    },
  },
  {
    name: 'the API server refuses the clean-up for a while',
    trouble: 'refused',
    async play(stage) {
      await prepare(stage);
      await open(stage);
      const code = stage.random.pick([429, 500, 503] as const);
      for (const verb of stage.random.pick([['delete'], ['update', 'patch']]))
        await stage.fault({ type: 'refuse', component: 'controller/sites', chance: 1, verb, code }, 3000, `every ${verb} of your loop was refused for 3 s`);
      await remove(stage);
      await stage.wait(3000);
      await stage.settles(60_000);
    },
  },
];
