/** A server with every plugin, for tests of what they say. */

import type { ApiServerOptions } from '../../apiserver/index.ts';
import { type Answer, type Harness, podsPath, startServer } from '../../apiserver/testing/harness.ts';
import type { Json } from '../../meta/index.ts';
import { featuresOf } from '../registry.ts';

const fullFeatures = featuresOf('all');

export function startAdmitting(options: Partial<ApiServerOptions> = {}): Harness {
  return startServer({ features: fullFeatures, ...options });
}

/** A container with these requests and limits. */
export function container(name: string, requests?: Record<string, string>, limits?: Record<string, string>): Json {
  return { name, image: 'nginx', resources: { ...(requests && { requests }), ...(limits && { limits }) } };
}

/** POSTs a pod with this spec. */
export function postPod(server: Harness, name: string, spec: Record<string, Json>): Promise<Answer> {
  const containers = [{ name: 'app', image: 'nginx' }];
  return server.post(podsPath, { metadata: { name }, spec: { containers, ...spec } });
}
