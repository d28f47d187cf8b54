/** What sites, and the loop that looks after their records, have to live through. */
import { ConfigMap, keyOf } from 'converge/sdk';
import type { Scenario, Stage } from '../../../../lesson/universes/types.ts';
import { own, zone } from './sites.ts';

const strangers = ['example.com/backup', 'billing.example.com/invoice'] as const;

interface SiteSpec {
  readonly name?: string;
  readonly namespace?: string;
  readonly finalizers?: readonly string[];
}

const address = (stage: Stage): string => `10.0.${stage.random.int(256)}.${1 + stage.random.int(250)}`;

const manifest = (stage: Stage, { name = stage.target.name, namespace = stage.target.namespace, finalizers }: SiteSpec): string => {
  const metadata = { name, namespace, labels: { role: 'site' }, ...(finalizers && { finalizers }) };
  return JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { address: address(stage) } });
};

/** The zone, more namespaces, and a site that stays: there is something to look after until the end. */
async function prepare(stage: Stage, ...more: readonly string[]): Promise<void> {
  for (const name of [zone, ...more]) {
    await stage.apply('namespace.yaml', JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  }
  await stage.apply('lasting.yaml', manifest(stage, { name: 'lasting', namespace: 'default' }));
}

/** Applies a site and waits for its record. */
async function open(stage: Stage, site: SiteSpec = {}): Promise<void> {
  await stage.apply('site.yaml', manifest(stage, site));
  await stage.settles(60_000);
}

const named = (stage: Stage, { name = stage.target.name, namespace = stage.target.namespace }: SiteSpec = {}): string =>
  `configmap ${name} -n ${namespace}`;

async function remove(stage: Stage, policy = 'background', site: SiteSpec = {}): Promise<void> {
  await stage.command(`kubectl delete ${named(stage, site)} --cascade=${policy} --wait=false`);
}

const patch = (stage: Stage, change: unknown, site: SiteSpec = {}): Promise<void> =>
  stage.command(`kubectl patch ${named(stage, site)} --type=merge -p '${JSON.stringify(change)}'`);

/** Something in the site's own namespace, which names it in its `ownerReferences`. */
async function addDependent(stage: Stage): Promise<void> {
  const { name, namespace } = stage.target;
  const site = stage.world.objects(ConfigMap).find((map) => keyOf(map) === `${namespace}/${name}`);
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name, uid: site?.metadata.uid, blockOwnerDeletion: true };
  const metadata = { name: `${name}-theme`, namespace, ownerReferences: [owner] };
  await stage.apply('theme.yaml', JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { color: 'teal' } }));
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

/** Others write to the site before the loop has seen it. */
const late = (stage: Stage): Promise<void> =>
  stage.fault(
    { type: 'link', from: 'apiserver', to: 'controller/sites', watchOnly: true, delayMs: 1500, jitterMs: 0 },
    2500,
    'the watch to your loop ran 1.5 s behind for 2.5 s',
  );

const setFinalizers = (stage: Stage, finalizers: readonly string[]): Promise<void> => patch(stage, { metadata: { finalizers } });

/** The finalizers that the site has in the store. */
const stored = (stage: Stage): readonly string[] => {
  const { name, namespace } = stage.target;
  return stage.world.objects(ConfigMap).find((map) => keyOf(map) === `${namespace}/${name}`)?.metadata.finalizers ?? [];
};

export const scenarios: readonly Scenario[] = [
  {
    name: 'a site opens and moves',
    async play(stage) {
      await prepare(stage);
      await open(stage);
      await stage.wait(stage.random.int(3000));
      await patch(stage, { data: { address: address(stage) } });
      await stage.settles(60_000);
      await stage.rests(15_000);
    },
  },
  comesAndGoes('background'),
  comesAndGoes('foreground'),
  comesAndGoes('orphan'),
  {
    name: 'a site opens and closes at once',
    async play(stage) {
      await prepare(stage);
      await stage.apply('site.yaml', manifest(stage, {}));
      await stage.wait(stage.random.pick([0, 20, 100, 1000]));
      await remove(stage, stage.random.pick(['background', 'foreground']));
      await stage.wait(2000);
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
        await patch(stage, { metadata: { annotations: { note } } });
      }
      await setFinalizers(stage, stored(stage).slice(1));
      await stage.wait(3000);
      await setFinalizers(stage, []);
      await stage.settles(30_000);
    },
  },
  {
    name: 'others come and go while the loop works',
    async play(stage) {
      await prepare(stage);
      const [backup, invoice] = strangers;
      await late(stage);
      await stage.apply('site.yaml', manifest(stage, {}));
      await stage.wait(300);
      await setFinalizers(stage, [backup, ...stored(stage)]);
      await stage.settles(60_000);
      await patch(stage, { metadata: { finalizers: [invoice, ...stored(stage)] } });
      await stage.wait(3000);
      await late(stage);
      await remove(stage, 'foreground');
      await stage.wait(stage.random.pick([0, 5, 300]));
      await setFinalizers(stage, stored(stage).filter((each) => each !== backup));
      await stage.settles(60_000);
      await stage.wait(12_000);
      await setFinalizers(stage, stored(stage).filter((each) => each !== invoice));
      await stage.settles(30_000);
    },
  },
  {
    name: 'a site that the loop never held is deleted',
    async play(stage) {
      await prepare(stage);
      const held = { name: `${stage.target.name}-old`, finalizers: [strangers[0]] };
      await stage.fault({ type: 'crash', component: 'controller/sites', downMs: 4000 }, 4000, 'your loop was gone for 4.0 s');
      await stage.apply('old.yaml', manifest(stage, held));
      await remove(stage, 'background', held);
      await stage.wait(6000);
      await open(stage);
      for (const note of ['one', 'two']) {
        await stage.wait(12_000);
        await patch(stage, { metadata: { annotations: { note } } }, held);
      }
      await stage.settles(30_000);
      await patch(stage, { metadata: { finalizers: [] } }, held);
      await stage.settles(30_000);
    },
  },
  {
    name: 'a new site takes the name',
    async play(stage) {
      await prepare(stage);
      await open(stage);
      await stage.command(`kubectl delete ${named(stage)} --timeout=60s`);
      await open(stage);
      await stage.rests(15_000);
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
      await setFinalizers(stage, [strangers[0]]);
      await stage.settles(60_000);
      await stage.command(`kubectl patch configmap ${namespace}.${name} -n ${zone} -p '{"data":{"address":"10.9.9.9"}}'`);
      await stage.settles(60_000);
      await setFinalizers(stage, stored(stage).filter((each) => each === own));
      await remove(stage, 'foreground');
      await stage.settles(60_000);
    },
  },
  {
    name: 'the API server refuses the clean-up for a while',
    trouble: 'refused',
    async play(stage) {
      await prepare(stage);
      await open(stage);
      const forMs = 2000 + stage.random.int(3000);
      const code = stage.random.pick([429, 500, 503] as const);
      for (const verb of stage.random.pick([['delete'], ['update', 'patch']]))
        await stage.fault({ type: 'refuse', component: 'controller/sites', chance: 1, verb, code }, forMs, `every ${verb} of your loop was refused for ${(forMs / 1000).toFixed(1)} s`);
      await remove(stage);
      await stage.wait(forMs);
      await stage.settles(60_000);
    },
  },
  {
    name: 'the loop is gone when the site is deleted',
    trouble: 'crash',
    async play(stage) {
      await prepare(stage);
      await open(stage);
      const downMs = 3000 + stage.random.int(3000);
      await stage.fault({ type: 'crash', component: 'controller/sites', downMs }, downMs, `your loop was gone for ${(downMs / 1000).toFixed(1)} s`);
      await stage.wait(500);
      await remove(stage, stage.random.pick(['background', 'foreground']));
      await stage.wait(downMs);
      await stage.settles(60_000);
    },
  },
];
