/** What your commands have to do: web gets its image, the scaler gets `replicas`, and the number never changes. */
import { Deployment } from 'converge/sdk';
import { mistake } from '../../../../../../lesson/universes/finding.ts';
import type { Bench } from '../../../../../../lesson/universes/trials/bench.ts';
import type { CaseFinding, Check, Trial } from '../../../../../../lesson/universes/types.ts';

const reset = mistake('let replicas fall back to 1', 'A field that no manager owns gets its default. Who else owned `replicas` when web gave it up?', 'too-few');
const overwrote = mistake('overwrote the scaler’s number', 'Which number was in the manifest, and which one was in the cluster?', 'orphan');
const oldImage = mistake('left the old image', 'What did the API server answer, and which manager did the answer name?', 'stood-still');
const byHand = mistake('wrote the image past web’s manifest', 'Web applies its manifest again tomorrow. By which name and which operation is the image owned?', 'orphan');
const shared = mistake('left the image with two owners', 'Two managers that agree on a value both own it. What happens at web’s next image?', 'waiting');
const kept = mistake('left replicas with web', 'Which fields does the manifest name that web applied last?', 'waiting');
const elsewhere = mistake('gave replicas to another manager', 'Which name does the scaler have in `managedFields`, letter by letter?', 'orphan');
const tooMuch = mistake('gave the scaler more than replicas', 'Web changes its other fields one day. Which manager will the answer name then, and what made it their owner?', 'orphan');
const dropped = mistake('took other fields away from web', 'Applying a manifest gives up what the last one had named. What was missing in yours?', 'too-few');
const replaced = mistake('replaced the Deployment', 'Another Deployment of this name has new Pods. Can the one that is there be changed?', 'orphan');

/** Who owns the field at a path of `fieldsV1`, and by which operation. */
function ownersOf(deployment: Deployment, ...path: readonly string[]): readonly string[] {
  const owns = (fields: unknown): boolean => {
    const at = path.reduce<unknown>((found, key) => (found instanceof Object ? Object.entries(found).find(([name]) => name === key)?.[1] : undefined), fields);
    return at !== undefined;
  };
  return (deployment.metadata.managedFields ?? []).filter(({ fieldsV1 }) => owns(fieldsV1)).map(({ manager, operation }) => `${manager ?? ''} (${operation ?? ''})`);
}

const imagePath = ['f:spec', 'f:template', 'f:spec', 'f:containers', 'k:{"name":"web"}', 'f:image'];
const onlyReplicas = JSON.stringify({ 'f:spec': { 'f:replicas': {} } });
const listed = (owners: readonly string[]): string => (owners.length === 0 ? 'no manager' : owners.join(' and '));

const front = (bench: Bench): Deployment | undefined => bench.objects(Deployment).find(({ metadata }) => metadata.name === 'front');

/** One Deployment from beginning to end, and one number. */
function keep(bench: Bench, was: Deployment): void {
  const { uid } = was.metadata;
  const wanted = was.spec.replicas;
  bench.always(() => {
    const now = front(bench);
    if (now?.metadata.uid !== uid) return { ...replaced, seen: `The Deployment \`front\` ${now === undefined ? 'was gone' : 'had another uid'}.` };
    const { replicas } = now.spec;
    if (replicas === wanted) return undefined;
    return { ...(replicas === 1 ? reset : overwrote), seen: `\`replicas\` was ${wanted}. After one of your writes it was ${replicas}.` };
  });
}

function judge(bench: Bench, image: string): CaseFinding | undefined {
  const now = front(bench);
  if (now === undefined) return { ...replaced, seen: 'The Deployment `front` is gone.' };
  const has = now.spec.template.spec?.containers[0]?.image;
  if (has !== image) return { ...oldImage, seen: `web.yaml has the image \`${image}\`, and the Deployment \`${has}\`.` };
  const labels = ownersOf(now, 'f:metadata', 'f:labels', 'f:team');
  if (!labels.includes('web (Apply)')) return { ...dropped, seen: `The label \`team\` is owned by ${listed(labels)}.` };
  const images = ownersOf(now, ...imagePath);
  if (!images.includes('web (Apply)')) return { ...byHand, seen: `The image is owned by ${listed(images)}.` };
  if (images.length > 1) return { ...shared, seen: `The image is owned by ${listed(images)}.` };
  const numbers = ownersOf(now, 'f:spec', 'f:replicas');
  const seen = `\`replicas\` is owned by ${listed(numbers)}.`;
  if (numbers.some((owner) => owner.startsWith('web '))) return { ...kept, seen };
  if (numbers.length === 0 || numbers.some((owner) => !owner.startsWith('scaler '))) return { ...elsewhere, seen };
  const more = (now.metadata.managedFields ?? []).find(({ manager, fieldsV1 }) => manager === 'scaler' && JSON.stringify(fieldsV1) !== onlyReplicas);
  return more && { ...tooMuch, seen: `The scaler owns \`${JSON.stringify(more.fieldsV1)}\`.` };
}

const manifest = (image: string, replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: front, labels: { team: web } }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: front } }
  template:
    metadata: { labels: { app: front } }
    spec:
      containers: [{ name: web, image: "${image}" }]
`;

const trial = (name: string, hasScaled: boolean): Trial => ({
  name,
  async judge(bench, random) {
    const replicas = 2 + random.int(4);
    const image = `nginx:1.${28 + random.int(3)}`;
    await bench.write('web.yaml', manifest('nginx:1.26', replicas));
    await bench.run('kubectl apply --server-side --field-manager=web -f web.yaml');
    await bench.run('kubectl set image deployment/front web=nginx:1.27');
    if (hasScaled) await bench.run(`kubectl patch deployment front --subresource=scale --field-manager=scaler -p '{"spec":{"replicas":${replicas + 1 + random.int(5)}}}'`);
    await bench.write('web.yaml', manifest(image, replicas));
    await bench.wait(2000 + random.int(4000));
    const before = front(bench);
    if (before === undefined) throw new Error('The Deployment of this trial isn’t there');
    keep(bench, before);
    await bench.runFile('hand-over.sh');
    await bench.wait(5000);
    return bench.broken() ?? judge(bench, image);
  },
});

export default {
  controller: 'hand-over.sh',
  entry: 'hand-over.sh',
  cluster: { nodes: 0 },
  subject: { kind: Deployment, writes: [] },
  scenarios: [],
  trials: [trial('the scaler has written nothing yet', false), trial('the scaler has changed the number', true)],
  always: [],
  settled: [],
} satisfies Check;
