/** Every verb, in the order of kubectl's own list of commands. */
import type { Verb } from '../command.ts';
import { apply } from './apply/apply.ts';
import { create } from './create/create.ts';
import { deleteVerb } from './delete/delete.ts';
import { get } from './get/get.ts';
import { scale } from './scale/scale.ts';

export const verbs: readonly Verb[] = [create, get, deleteVerb, scale, apply];
