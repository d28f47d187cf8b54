/** The incidents, in the order of the lesson: from those where an event says why to those where no object says anything. */
import { full, guarded, rights } from './gates.ts';
import { quorum } from './memory.ts';
import { silent, typo } from './rollouts.ts';
import type { Incident } from '../../../../../lesson/universes/incidents/types.ts';
import { drained, ghost, lost, twins } from './waiting.ts';

export const incidents: readonly Incident[] = [typo, silent, full, drained, ghost, guarded, twins, lost, rights, quorum];
