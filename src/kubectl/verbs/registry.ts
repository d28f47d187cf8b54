/** Every verb, in the order of kubectl's own list of commands. */
import type { Verb } from '../command.ts';
import { apply } from './apply/apply.ts';
import { create } from './create/create.ts';
import { deleteVerb } from './delete/delete.ts';
import { describe } from './describe/describe.ts';
import { events } from './events/events.ts';
import { get } from './get/get.ts';
import { logs } from './logs/logs.ts';
import { annotate, label } from './metadata/metadata.ts';
import { patch } from './patch/patch.ts';
import { rollout } from './rollout/rollout.ts';
import { scale } from './scale/scale.ts';
import { wait } from './wait/wait.ts';

export const verbs: readonly Verb[] = [
  create,
  get,
  deleteVerb,
  rollout,
  scale,
  describe,
  logs,
  apply,
  patch,
  wait,
  label,
  annotate,
  events,
];
