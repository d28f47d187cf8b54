/** The cases, in the order of the lesson: fixes of what a loop has made, fixes on nodes, and wishes that are carried out. */
import type { Incident, JudgeWords } from '../../../../../lesson/universes/incidents/types.ts';
import { agent, agents, mirror } from './agents.ts';
import { aside, copies, image } from './by-hand.ts';
import { file, sale, trial } from './given.ts';

export const fixes: readonly Incident[] = [copies, image, aside, mirror, agent, agents, sale, file, trial];

export const words: JudgeWords = {
  open: 'Does a loop undo it, which object should be changed instead, and when did it happen?',
  loop: (name, loop) => (loop === 'none' ? `In “${name}”, a loop undid it.` : `In “${name}”, it isn’t ${loop} that undoes it.`),
  object: (name, object) => `In “${name}”, the loop is right, and a change of ${object} wouldn’t last.`,
  moment: (name, since) => `In “${name}”, loop and object are right, and it didn’t happen at ${since} s.`,
};
