/** A server that tracks who owns which fields, and short words for what its tests do. */

import { type Answer, type Loose, startServer, testFeatures } from '../../../apiserver/testing/harness.ts';
import type { Json } from '../../../meta/index.ts';
import { fieldManagementFeature } from '../index.ts';

export const deployments = '/apis/apps/v1/namespaces/default/deployments';

/** A Deployment's configuration with these parts of its spec. */
export function deployment(spec: Loose = {}, metadata: Loose = {}): Loose {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', ...metadata }, spec };
}

/** What every Deployment needs. */
export function template(container: Loose = {}): Loose {
  return {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'c', image: 'nginx:1', ...container }] },
    },
  };
}

export function startTracking() {
  const server = startServer({ features: { ...testFeatures, ...fieldManagementFeature } });
  const { ask } = server;
  return {
    ...server,
    ask,
    apply: (manager: string, body: Json, more = '', url = `${deployments}/web`): Promise<Answer> =>
      ask('PATCH', `${url}?fieldManager=${manager}${more}`, body, { 'content-type': 'application/apply-patch+yaml' }),
    patchAs: (manager: string, body: Json, url = `${deployments}/web`): Promise<Answer> =>
      ask('PATCH', `${url}?fieldManager=${manager}`, body, { 'content-type': 'application/merge-patch+json' }),
    /** `manager operation[ subresource]` -> its fieldsV1. */
    async owners(url = `${deployments}/web`): Promise<Record<string, Loose>> {
      const { json } = await server.get(url);
      const entries: Loose[] = json.metadata.managedFields ?? [];
      return Object.fromEntries(
        entries.map((entry) => [
          [entry.manager, entry.operation, entry.subresource].filter(Boolean).join(' '),
          entry.fieldsV1,
        ]),
      );
    },
  };
}
