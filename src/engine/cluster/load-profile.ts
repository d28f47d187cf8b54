/** Loads what a cluster of a profile is made of: in a page, what `minimal` doesn't have comes in a piece. */
import { loadOpenApi } from '../extensions/openapi/index.ts';
import { loadExtensions } from '../extensions/registry.ts';
import { type ProfileName, profiles } from './profiles.ts';

/** Before `createCluster`. Elsewhere than in a page everything is there already. */
export async function loadProfile(name: ProfileName): Promise<void> {
  const { extensions, apiForPods } = profiles[name];
  // A Pod may read the documents whenever it likes.
  await Promise.all([loadExtensions(extensions), apiForPods && loadOpenApi()]);
}
