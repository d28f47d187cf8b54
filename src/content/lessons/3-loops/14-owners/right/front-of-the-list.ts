/**
 * Puts its finalizer at the front; the others stay in their order.
 */
import { ConfigMap, defineController, isNotFound, keyOf } from 'converge/sdk';

/** The name that this controller, and no other, puts on a site. */
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
    const { deletionTimestamp, finalizers = [] } = site.metadata;
    const record = recordOf(site);

    /** Refused with a conflict if someone has changed the site meanwhile: then nothing of theirs is lost. */
    const writeFinalizers = (names: readonly string[]) =>
      tools.client.update(ConfigMap, { ...site, metadata: { ...site.metadata, finalizers: names } });

    if (deletionTimestamp !== undefined) {
      // Nothing of ours holds it: there is nothing to clean up, and a new finalizer would be refused.
      if (!finalizers.includes(finalizer)) return;
      try {
        await tools.client.delete(ConfigMap, keyOf(record));
      } catch (error) {
        // Gone already: an earlier pass got so far, and no further.
        if (!isNotFound(error)) throw error;
      }
      await writeFinalizers(finalizers.filter((each) => each !== finalizer));
      return;
    }

    // First the finalizer, then the record: no crash in between leaves a record that nothing removes.
    if (!finalizers.includes(finalizer)) await writeFinalizers([finalizer, ...finalizers]);
    const known = tools.lister(ConfigMap).get(keyOf(record));
    if (known === undefined) await tools.client.create(ConfigMap, record);
  },
});
