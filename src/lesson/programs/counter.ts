/**
 * A controller that counts its own passes, as a program beside the cluster. A pass for the ConfigMap `slow` takes three seconds; a pass for
 * `broken` fails. The counts stand in the ConfigMap `counts`.
 */
import { ConfigMap, defineController, isNotFound, type Tools } from 'converge/sdk';

/** How long a pass for `slow` takes; milliseconds. */
const passMs = 3000;

const passes = new Map<string, number>();

export const counter = defineController({
  name: 'counter',
  for: ConfigMap,
  async reconcile(key, tools) {
    if (key !== 'default/slow' && key !== 'default/broken') return;
    const count = (passes.get(key) ?? 0) + 1;
    passes.set(key, count);
    if (key === 'default/slow') await new Promise<void>((resolve) => setTimeout(resolve, passMs));
    await write(tools);
    if (key === 'default/broken') throw new Error('this ConfigMap can’t be used');
  },
});

async function write({ client }: Tools): Promise<void> {
  const data = Object.fromEntries([...passes].map(([key, count]) => [key.replace('default/', ''), String(count)]));
  try {
    await client.patch(ConfigMap, 'default/counts', { data });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await client.create(ConfigMap, { metadata: { name: 'counts', namespace: 'default' }, data });
  }
}
