/** Which resource an answer is of: a subresource may be of another kind than its object. */
import type { JsonObject } from '../../engine/index.ts';
import type { Resource } from '../http/discovery.ts';
import { text } from '../json.ts';

/** `scale` is answered with a Scale, which is what messages name; anything else is the resource asked for. */
export function responseResource(object: JsonObject, resource: Resource): Resource {
  if (text(object, 'kind') !== 'Scale') return resource;
  return { ...resource, group: 'autoscaling', version: 'v1', kind: 'Scale' };
}
