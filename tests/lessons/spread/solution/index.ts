/** Writes into a ConfigMap how many replicas each of its zones gets. */
import { ConfigMap, defineController } from 'converge/sdk';
import { replicasByZone } from './spread.ts';

export const spread = defineController({
  name: 'spread',
  for: ConfigMap,
  async reconcile(key, tools) {
    if (key !== 'default/shop') return;
    const shop = tools.lister(ConfigMap).get(key);
    const { replicas, zones } = shop?.data ?? {};
    if (replicas === undefined || zones === undefined) return;
    const counts = replicasByZone(Number(replicas), zones.split(' '));
    const plan = Object.entries(counts).map(([zone, count]) => `${zone}=${count}`).sort().join(' ');
    if (shop?.data?.['plan'] === plan) return;
    await tools.client.patch(ConfigMap, key, { data: { plan } });
  },
});
