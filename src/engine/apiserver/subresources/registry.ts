/** What hangs below an object: `pods/x/log`. One line a subresource. */
import { Binding } from '../../api/index.ts';
import type { Method } from '../../meta/index.ts';
import type { Serve, Subresources } from '../context.ts';
import type { Resource } from '../resource.ts';
import { get } from '../verbs/get.ts';
import { patch } from '../verbs/patch.ts';
import type { Missing } from '../verbs/registry.ts';
import { update } from '../verbs/update.ts';
import type { UnstoredKind } from '../unstored.ts';
import { bind, createBinding } from './binding.ts';
import { finalize } from './finalize.ts';
import { log } from './log.ts';

/** Those of every server. */
export const coreSubresources: Subresources = {
  status: { GET: get, PUT: update, PATCH: patch },
  binding: { POST: bind },
  finalize: { PUT: finalize },
  log: { GET: log },
};

/** Kinds of every server that are answered rather than stored. */
export const coreUnstored: readonly UnstoredKind[] = [{ definition: Binding, answers: { create: createBinding } }];

/** What serves a subresource with a method, if the kind and the server have it. */
export function subresourceHandler(
  served: Subresources,
  resource: Resource,
  subresource: string,
  method: Method,
): Serve | Missing {
  const { status, scale, others = [] } = resource.definition.subresources;
  const offered =
    (subresource === 'status' && status === true) ||
    (subresource === 'scale' && scale !== undefined) ||
    others.includes(subresource);
  const methods = offered ? served[subresource] : undefined;
  if (methods === undefined) return 'no such path';
  return methods[method] ?? 'no such verb';
}
