/**
 * Notes which version each service has: a line for each in the
 * ConfigMap `releases`. A service is a ConfigMap with a `version`.
 */
import { ConfigMap, defineController } from 'converge/sdk';
import { withLine } from './lines.ts';
import { note } from './note.ts';

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

export const notes = defineController({
  name: 'notes',
  for: ConfigMap,
  watches: [{
    kind: ConfigMap,
    // When anyone has changed the list, each line is compared again.
    keys: ({ metadata }, { lister }) =>
      metadata.name === 'releases' && metadata.namespace === 'default'
        ? lister(ConfigMap).list('default').map(({ metadata: { name } }) => `default/${name}`)
        : [],
  }],
  async reconcile(key, { client, lister, random }) {
    const service = lister(ConfigMap).get(key);
    const version = service?.data?.['version'];
    if (version === undefined || service?.metadata.namespace !== 'default') return;

    const list = lister(ConfigMap).get('default/releases')?.data?.['list'] ?? '';
    const { name } = service.metadata;
    if (withLine(list, name, version) === list) return;
    await note(client, name, version, { sleep, random });
  },
});
