/**
 * Notes which version each service has: a line for each in the
 * ConfigMap `releases`. A service is one with a version.
 */
import {
  ConfigMap, defineController, keyOf,
} from 'converge/sdk';
import { withLine } from './lines.ts';
import { note } from './note.ts';

const releases = 'default/releases';

declare function setTimeout(run: () => void, ms: number): void;

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

export const notes = defineController({
  name: 'notes',
  for: ConfigMap,
  watches: [{
    kind: ConfigMap,
    // A change of the list concerns every service.
    keys: (map, { lister }) => keyOf(map) === releases
      ? lister(ConfigMap).list('default').map(keyOf)
      : [],
  }],
  async reconcile(key, { client, lister, random }) {
    const service = lister(ConfigMap).get(key);
    const version = service?.data?.['version'];
    if (version === undefined) return;
    const { name, namespace } = service?.metadata ?? {};
    if (name === undefined || namespace !== 'default') return;

    const data = lister(ConfigMap).get(releases)?.data ?? {};
    const list = data['list'] ?? '';
    if (withLine(list, name, version) === list) return;
    await note(client, name, version, { sleep, random });
  },
});
