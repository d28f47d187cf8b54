/** A server with every plugin, for tests of what they say. */
import type { Json } from '../../../meta/index.ts';
import { fullFeatures } from '../../full-features.ts';
import type { ApiServerOptions } from '../../index.ts';
import { type Answer, type Harness, podsPath, startServer } from '../../testing/harness.ts';

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
