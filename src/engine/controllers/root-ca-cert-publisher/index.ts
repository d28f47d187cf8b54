import { ConfigMap, defineController, isAlreadyExists, isNamespaceTerminating, Namespace } from 'converge/sdk';
import { rootCertificate } from './certificate.ts';

const name = 'kube-root-ca.crt';
const description =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or ' +
  'kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

/** What pods check the API server's certificate with, in every namespace. (upstream pkg/controller/certificates/rootcacertpublisher) */
export const rootCaCertPublisher = defineController<Namespace>({
  name: 'root-ca-cert-publisher',
  for: Namespace,
  watches: [{ kind: ConfigMap, keys: ({ metadata }) => (metadata.name === name ? [metadata.namespace ?? ''] : []) }],
  workers: 1,
  async reconcile(key, { lister, client }) {
    const namespace = lister(Namespace).get(key);
    if (namespace === undefined || namespace.metadata.deletionTimestamp !== undefined) return;
    const published = lister(ConfigMap).get(`${key}/${name}`);
    const annotations = { 'kubernetes.io/description': description };
    const data = { 'ca.crt': rootCertificate };
    if (published !== undefined) {
      const isRight =
        published.data?.['ca.crt'] === rootCertificate &&
        Object.keys(published.data).length === 1 &&
        published.metadata.annotations?.['kubernetes.io/description'] === description;
      if (isRight) return;
      const metadata = { ...published.metadata, annotations: { ...published.metadata.annotations, ...annotations } };
      await client.update(ConfigMap, { ...published, metadata, data });
      return;
    }
    try {
      await client.create(ConfigMap, { metadata: { name, namespace: key, annotations }, data });
    } catch (error) {
      // It was created meanwhile, or the namespace is going away: either way nothing is left to do.
      if (!isAlreadyExists(error) && !isNamespaceTerminating(error)) throw error;
    }
  },
});
