/** Keeps a DNS record for each site, and removes it in time. */
import {
  ConfigMap, defineController, keyOf,
} from 'converge/sdk';

/** The name that this controller alone puts on a site. */
const finalizer = 'dns.example.com/record';

const isSite = ({ metadata }: ConfigMap): boolean =>
  metadata.labels?.['role'] === 'site';

/** The record of the site `shop/web` is `dns/shop.web`. */
const recordOf = (site: ConfigMap) => ({
  metadata: {
    namespace: 'dns',
    name: keyOf(site).replace('/', '.'),
  },
  data: { ...site.data, site: keyOf(site) },
});

/** The site that a record names. */
const siteOf = ({ data }: ConfigMap): string[] =>
  data?.['site'] !== undefined ? [data['site']] : [];

export const sites = defineController({
  name: 'sites',
  for: ConfigMap,
  watches: [{ kind: ConfigMap, keys: siteOf }],
  async reconcile(key, tools) {
    const site = tools.lister(ConfigMap).get(key);
    if (site === undefined || !isSite(site)) return;
    const record = recordOf(site);
    const known = tools.lister(ConfigMap).get(keyOf(record));

    if (known === undefined)
      await tools.client.create(ConfigMap, record);

    // Yours, above and below these lines. The record must be
    // gone before the site, also if this loop crashes.

  },
});
