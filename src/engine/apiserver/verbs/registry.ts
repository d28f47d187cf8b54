/** The verbs of a resource itself. */

import type { Serve } from '../context.ts';
import type { Verb } from '../request-info.ts';
import type { Resource } from '../resource.ts';
import { create } from './create.ts';
import { remove, removeCollection } from './delete.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { patch } from './patch.ts';
import { update } from './update.ts';
import { watch } from './watch.ts';

export type Missing = 'no such path' | 'no such verb';

const handlers: Readonly<Record<Verb, Serve>> = {
  get,
  list,
  watch,
  create,
  update,
  patch,
  delete: remove,
  deletecollection: removeCollection,
};

/** What serves a verb, if the kind offers it. */
export function verbHandler(resource: Resource, verb: Verb): Serve | Missing {
  return resource.definition.verbs.includes(verb) ? handlers[verb] : 'no such verb';
}
