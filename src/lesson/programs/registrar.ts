/**
 * Another writer of the list, as a program beside the cluster: for each service it notes the team, in a line of its own (`web.team`). It reads
 * and writes the whole list, and leaves a conflict to its work queue.
 */
import { ConfigMap, defineController } from 'converge/sdk';

const releases = 'default/releases';

export const registrar = defineController({
  name: 'registrar',
  for: ConfigMap,
  async reconcile(key, { client, lister }) {
    const service = lister(ConfigMap).get(key);
    const team = service?.data?.['team'];
    if (team === undefined || service?.metadata.namespace !== 'default') return;
    const found = await client.get(ConfigMap, releases);
    const before = found.data?.['list'] ?? '';
    const own = `${service.metadata.name}.team`;
    const others = before.split('\n').filter((line) => line !== '' && !line.startsWith(`${own} `));
    const list = [...others, `${own} ${team}`].sort().join('\n');
    if (list !== before) await client.update(ConfigMap, { ...found, data: { ...found.data, list } });
  },
});
