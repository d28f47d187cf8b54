/** The incidents, in the order of the lesson: from those where an event says why to those where no object says anything. */
import { full, guarded, rights } from './gates.ts';
import { quorum } from './memory.ts';
import { silent, typo } from './rollouts.ts';
import type { Incident, JudgeWords } from '../../../../../lesson/universes/incidents/types.ts';
import { drained, ghost, lost, twins } from './waiting.ts';

export const incidents: readonly Incident[] = [typo, silent, full, drained, ghost, guarded, twins, lost, rights, quorum];

/** Of what broke by itself: which loop stands still, before which object, since when. */
export const words: JudgeWords = {
  open: 'Which loop can’t do its part, which object is in its way, and since when?',
  loop: (name, loop) => `In “${name}”, the loop that can’t do its part isn’t ${loop}.`,
  object: (name, object) => `In “${name}”, the loop is right, and ${object} isn’t in its way.`,
  moment: (name, since) => `In “${name}”, loop and object are right, and it didn’t begin at ${since} s.`,
};
