/** What the webhook is held against: ConfigMaps with and without a password are created, changed and deleted. */
import { ConfigMap } from 'converge/sdk';
import { mistake } from '../../../../lesson/universes/finding.ts';
import type { Check, Trial } from '../../../../lesson/universes/types.ts';

const letIn = mistake('let a password in', 'Which keys of `data` does your code look at?');
const unnamed = mistake('didn’t name the key', 'Which key does the author have to find?', 'too-few');
const harmless = mistake('refused a harmless ConfigMap', 'Which key of this ConfigMap is a password?', 'too-few');
const deletion = mistake('refused a deletion', 'What is `object` in a deletion?', 'waiting');

const maps: Trial = {
  name: 'ConfigMaps',
  async judge(bench, random) {
    const key = random.pick(['password', 'db-password', 'password.old']);
    await bench.applyFile('configuration.yaml');
    const bad = await bench.run(`kubectl create configmap bad --from-literal=${key}=1`);
    if (bad.ok) return { ...letIn, seen: `A ConfigMap with the key \`${key}\` was accepted.` };
    if (!bad.text.includes(key)) return { ...unnamed, seen: bad.text };
    const good = await bench.run('kubectl create configmap good --from-literal=port=1');
    if (!good.ok) return { ...harmless, seen: good.text };
    const changed = await bench.run(`kubectl patch configmap good -p '{"data":{"${key}":"1"}}'`);
    if (changed.ok) return { ...letIn, seen: `The key \`${key}\` was added to a ConfigMap that is there.` };
    const gone = await bench.run('kubectl delete configmap good');
    return gone.ok ? undefined : { ...deletion, seen: gone.text };
  },
};

export default {
  controller: 'webhook/secrets',
  entry: 'secrets.ts',
  cluster: { nodes: 0 },
  subject: { kind: ConfigMap, writes: [] },
  scenarios: [],
  trials: [maps],
  always: [],
  settled: [],
} satisfies Check;
