/** What a GitOps agent lives through. */
import { ConfigMap, type KubeObject, type OwnerReference } from 'converge/sdk';
import type { Scenario, Stage } from '../../../../lesson/universes/types.ts';
import { push, usualRepository } from './branch.ts';

const apply = (stage: Stage, apiVersion: string, kind: string, rest: object): Promise<void> => stage.apply('object.yaml', JSON.stringify({ apiVersion, kind, ...rest }));

interface Wanted {
  readonly name?: string;
  readonly namespace?: string;
  readonly repository?: string;
  readonly branch?: string;
}

const applyApplication = (stage: Stage, { name = stage.target.name, namespace = stage.target.namespace, repository = usualRepository, branch = 'main' }: Wanted = {}): Promise<void> =>
  apply(stage, 'example.com/v1', 'Application', { metadata: { name, namespace }, spec: { repository, branch } });

async function prepare(stage: Stage, ...more: readonly string[]): Promise<void> {
  await stage.command('kubectl apply -f applications.yaml');
  for (const name of new Set([stage.target.namespace, ...more])) if (name !== 'default') await apply(stage, 'v1', 'Namespace', { metadata: { name } });
  await stage.wait(300);
}

const change = ({ command, target: { namespace } }: Stage, name: string, data: object): Promise<void> =>
  command(`kubectl patch configmap ${name} -n ${namespace} -p '${JSON.stringify({ data })}'`);

const remove = ({ command, target: { namespace } }: Stage, name: string): Promise<void> => command(`kubectl delete configmap ${name} -n ${namespace}`);

/** Someone else's, in whichever namespace. */
const applyMap = (stage: Stage, name: string, data: object, { namespace = stage.target.namespace, ...more }: Partial<KubeObject['metadata']> = {}): Promise<void> =>
  apply(stage, 'v1', 'ConfigMap', { metadata: { name, namespace, ...more }, data });

/** An owner of the Application’s name: an object of another kind, or an Application that was deleted. */
const namesake = ({ random, target }: Stage): OwnerReference => ({
  ...random.pick([
    { apiVersion: 'apps/v1', kind: 'Deployment' },
    { apiVersion: 'example.com/v1', kind: 'Application' },
  ]),
  name: target.name,
  uid: 'aaaaaaaa-0000-4000-8000-000000000029',
  controller: true,
});

/** Someone copies a ConfigMap by hand, under another name. */
async function copy(stage: Stage, from: string, name: string): Promise<void> {
  const { namespace } = stage.target;
  const found = stage.world.objects(ConfigMap).find(({ metadata }) => metadata.name === from && metadata.namespace === namespace);
  const { labels = {}, annotations = {} } = found?.metadata ?? {};
  await applyMap(stage, name, found?.data ?? {}, { labels, annotations });
}

/** Others note something on a ConfigMap. */
async function note({ command, random, target: { namespace } }: Stage, name: string): Promise<void> {
  const tea = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'tea', uid: 'bbbbbbbb-0000-4000-8000-000000000029' };
  const notes = random.pick([{ labels: { team: 'tea' } }, { annotations: { 'example.com/checked-by': 'Ada' } }, { ownerReferences: [tea] }]);
  await command(`kubectl patch configmap ${name} -n ${namespace} -p '${JSON.stringify({ metadata: notes })}'`);
}

const first = { page: { title: 'Shop' }, prices: { tea: '3', coffee: '4' } };

/** The branch has a commit, and the cluster equals it. */
async function begin(stage: Stage, ...more: readonly string[]): Promise<void> {
  await prepare(stage, ...more);
  await push(stage, { files: first });
  await applyApplication(stage);
  await stage.settles(60_000);
}

/** Where nothing goes wrong, a change by hand is put back long before the branch is read again. */
const soon = ({ world }: Stage): number => (world.calm ? 4000 : 60_000);

const cost = (stage: Stage): string => String(5 + stage.random.int(90));

const follows: readonly Scenario[] = [
  {
    name: 'a branch is followed',
    async play(stage) {
      await begin(stage);
      await push(stage, { files: { ...first, prices: { tea: cost(stage) } } });
      await stage.settles(60_000);
      await push(stage, { files: { ...first, news: {}, prices: { tea: cost(stage), milk: '1' } } });
      await stage.settles(60_000);
      await stage.rests(45_000);
    },
  },
  {
    name: 'files are removed',
    async play(stage) {
      await begin(stage, 'attic');
      await applyMap(stage, 'notes', { by: 'hand' });
      await applyMap(stage, 'orders', { by: 'others' }, { ownerReferences: [namesake(stage)] });
      await copy(stage, 'page', 'page-of-may');
      await applyMap(stage, 'page', { by: 'hand' }, { namespace: 'attic' });
      await push(stage, { files: { page: first.page, menu: { tea: cost(stage) }, 'z.1': { a: 'b' } } });
      await stage.settles(60_000);
      await applyMap(stage, 'menu', { by: 'hand' }, { namespace: 'attic' });
      await push(stage, { files: { offers: { tea: '2' } } });
      await stage.settles(60_000);
      await push(stage, { files: {} });
      await stage.settles(60_000);
      await stage.rests(15_000);
    },
  },
  {
    name: 'someone edits by hand',
    async play(stage) {
      await begin(stage);
      await stage.wait(stage.random.int(9000));
      const isNotedFirst = stage.random.chance(0.5);
      if (isNotedFirst) await note(stage, 'prices');
      await change(stage, 'prices', stage.random.pick([{ tea: '99' }, { cake: '7' }, { tea: null }]));
      if (!isNotedFirst) await note(stage, 'prices');
      await stage.settles(soon(stage));
      await stage.wait(stage.random.int(9000));
      await remove(stage, 'page');
      await stage.settles(soon(stage));
      await stage.rests(10_000);
    },
  },
  {
    name: 'history is rewritten',
    async play(stage) {
      await prepare(stage);
      const root = await push(stage, { files: { page: first.page } });
      await push(stage, { files: { page: first.page, oops: { password: 'tea' } } });
      await applyApplication(stage);
      await stage.settles(60_000);
      await push(stage, { files: { page: { title: 'The shop' }, prices: { tea: cost(stage) } }, parents: [root.commit.id] });
      await stage.settles(60_000);
      await push(stage, { files: { page: first.page }, parents: [] });
      await stage.settles(60_000);
    },
  },
];

const goesWrong: readonly Scenario[] = [
  {
    name: 'a commit has a file that can’t be read',
    async play(stage) {
      await begin(stage);
      const page = stage.random.pick(['{ "kind": "ConfigMap", "metadata":', '{ "kind": "Secret", "metadata": { "name": "page" } }']);
      await push(stage, { files: { aa: { new: 'yes' }, page, prices: { tea: cost(stage) } } });
      await stage.wait(25_000);
      await stage.settles(60_000);
      await stage.rests(10_000);
      await push(stage, { files: { aa: { new: 'yes' }, page: { title: 'Repaired' } } });
      await stage.settles(60_000);
    },
  },
  {
    name: 'the API server finds a manifest wrong',
    async play(stage) {
      await begin(stage);
      await push(stage, { files: { Menu: { tea: '3' }, page: { title: 'New' }, zz: { tea: cost(stage) } }, refused: ['Menu'] });
      await stage.wait(60_000);
      await stage.settles(60_000);
      await push(stage, { files: { menu: { tea: '3' }, page: { title: 'New' } } });
      await stage.settles(90_000);
    },
  },
  {
    name: 'a ConfigMap of others has the name of a file',
    async play(stage) {
      await prepare(stage);
      const owners = stage.random.chance(0.5) ? [namesake(stage)] : [];
      await applyMap(stage, 'page', stage.random.pick([{ by: 'hand' }, first.page]), { ownerReferences: owners });
      await push(stage, { files: first });
      await applyApplication(stage);
      await stage.wait(5000);
      await stage.settles(60_000);
      await remove(stage, 'page');
      await stage.settles(60_000);
    },
  },
  {
    name: 'the repository can’t be reached for a while',
    trouble: 'refused',
    async play(stage) {
      await begin(stage);
      await stage.wait(stage.random.int(9000));
      const downMs = 3000 + stage.random.int(9000);
      await stage.fault({ type: 'crash', component: 'repository', downMs }, downMs, `the repository couldn’t be reached for ${downMs / 1000} s`);
      await change(stage, 'prices', { tea: '99' });
      await stage.wait(downMs);
      await push(stage, { files: { ...first, news: { text: 'again' } } });
      await stage.settles(90_000);
    },
  },
  {
    name: 'the repository is slow, and the branch moves meanwhile',
    trouble: 'slow',
    async play(stage) {
      await begin(stage);
      const delayMs = 1000 + stage.random.int(4000);
      await stage.fault({ type: 'link', from: 'repository', to: 'controller/gitops', delayMs }, 60_000, `the repository took ${delayMs / 1000} s to answer`);
      await push(stage, { files: { page: { title: 'One' }, one: {} } });
      await stage.wait(10_000 + stage.random.int(5000));
      await push(stage, { files: { page: { title: 'Two' }, two: {} } });
      await stage.settles(120_000);
    },
  },
  {
    name: 'the loop restarts in the middle',
    trouble: 'crash',
    async play(stage) {
      await begin(stage);
      await push(stage, { files: { a: { n: '1' }, b: { n: '2' }, c: { n: '3' }, d: { n: '4' } } });
      await stage.wait(9960 + stage.random.int(80));
      await stage.fault({ type: 'crash', component: 'controller/gitops', downMs: 1000 }, 1000, 'your loop crashed and was gone for 1 s');
      await stage.wait(1000);
      await stage.settles(60_000);
    },
  },
];

const lagMs = 15_000;

const takenOver: Scenario = {
  name: 'others take the name of a removed file, and the loop learns of it late',
  trouble: 'late',
  async play(stage) {
    await begin(stage);
    await stage.fault({ type: 'link', from: 'apiserver', to: 'controller/gitops', watchOnly: true, delayMs: lagMs }, lagMs, `the watch to your loop ran ${lagMs / 1000} s behind`);
    await push(stage, { files: { page: first.page } });
    await remove(stage, 'prices');
    await applyMap(stage, 'prices', { by: 'hand' });
    await stage.wait(lagMs);
    await stage.settles(90_000);
  },
};

const sideBySide: readonly Scenario[] = [
  {
    name: 'two branches, in two namespaces',
    async play(stage) {
      await begin(stage, 'staging');
      await push(stage, { branch: 'next', files: { page: { title: 'Next' }, prices: first.prices } });
      await applyApplication(stage, { namespace: 'staging', branch: 'next' });
      await stage.settles(60_000);
      await push(stage, { branch: 'next', files: { page: { title: 'Next' } } });
      await push(stage, { files: { ...first, news: {} } });
      await stage.settles(60_000);
    },
  },
  {
    name: 'two repositories, in one namespace',
    async play(stage) {
      await begin(stage);
      await push(stage, { repository: 'bank', files: { rates: { euro: '1' }, fees: { card: '2' } } });
      await applyApplication(stage, { name: 'bank', repository: 'bank' });
      await stage.settles(60_000);
      await push(stage, { repository: 'bank', files: { rates: { euro: cost(stage) }, page: { title: 'Bank' } } });
      await stage.settles(60_000);
      await stage.command(`kubectl delete application ${stage.target.name} -n ${stage.target.namespace}`);
      await stage.wait(12_000);
      await stage.settles(30_000);
    },
  },
];

export const scenarios: readonly Scenario[] = [...follows, ...goesWrong, takenOver, ...sideBySide];
