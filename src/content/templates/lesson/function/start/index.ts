/** Writes into a ConfigMap which of its Pods are too many. */
import { ConfigMap, Pod, defineController } from 'converge/sdk';
import { surplusPods } from './surplus.ts';

export const surplus = defineController({
  name: 'surplus',
  for: ConfigMap,
  watches: [{ kind: Pod, keys: ({ metadata: { namespace = '', labels } }) => (labels?.['pool'] === undefined ? [] : [`${namespace}/${labels['pool']}`]) }],
  async reconcile(key, tools) {
    if (key !== 'default/pool') return;
    const pool = tools.lister(ConfigMap).get(key);
    const wanted = pool?.data?.['wanted'];
    if (pool === undefined || wanted === undefined) return;
    const { name = '', namespace = '' } = pool.metadata;
    const pods = tools
      .lister(Pod)
      .list(namespace)
      .filter(({ metadata }) => metadata.labels?.['pool'] === name);
    const names = surplusPods(pods, Number(wanted));
    const found = [...names].sort().join(' ');
    if (pool.data?.['surplus'] === found) return;
    await tools.client.patch(ConfigMap, key, { data: { surplus: found } });
  },
});
