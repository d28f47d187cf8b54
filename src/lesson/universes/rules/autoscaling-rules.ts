/** What can be wrong with how an autoscaler counts: the same for calls without a cluster and for what it does in one. */
import { type Mistake, mistake } from '../finding.ts';

export const tolerated = mistake(
  'moved within the tolerance',
  'How far is the ratio from 1, and from how far on may the number change?',
  'restless',
);
export const stoodStill = mistake(
  'stood still outside the tolerance',
  'The Pods use far more or far less than they should. What does your code make of this ratio?',
  'stood-still',
);
export const roundedDown = mistake(
  'rounded down',
  'The load fits into a number of Pods that isn’t whole. Which whole number keeps them at their target?',
  'too-few',
);
export const otherNumber = mistake(
  'recommended another number than the load asks for',
  'Put these numbers into the formula by hand. Which of its three numbers does your code have otherwise?',
);
/** The same, where the load needs a whole number of Pods. */
export const oneMore: Mistake = { ...otherNumber, question: 'Here the load needs a whole number of Pods. What does your rounding make of a number that is whole already?' };
export const countedStarting = mistake(
  'counted the use of a Pod that is starting',
  'A Pod that is starting may be busy with its start alone. What does it count as when the number is to grow, and when it is to shrink?',
);
export const missingIsUse = mistake(
  'grew for a Pod without a metric',
  'The number is to grow, and a metric is missing. What is the most careful thing to assume of this Pod?',
);
export const missingIsIdle = mistake(
  'shrank because a metric was missing',
  'The number is to shrink, and a metric is missing. What if this Pod is the busiest of all?',
  'too-few',
);
export const idleIsMissing = mistake(
  'took a use of 0 for a missing metric',
  'One Pod uses 0 of what it requests, and that is measured. What does your code ask about `uses`, and what does it find for 0?',
);
export const turnedAround = mistake(
  'let a guess turn the change around',
  'Without guesses the number was to change one way, and with them it changed the other way. How sure is that?',
);
export const forgot = mistake(
  'forgot what was recommended lately',
  'More Pods were needed a moment ago, and may be needed again in a moment. How long does a recommendation count?',
  'restless',
);
export const tooOld = mistake('kept to a recommendation that is too old', 'For how long has nothing asked for so many Pods?');
export const heldBack = mistake(
  'held back a rise',
  'The load needs more Pods now. Which number of your code is smaller than that?',
  'too-few',
);
export const leftLimits = mistake('left the limits', 'Which of the two limits is broken, and where does your code look at it?');
export const tooFast = mistake('grew too fast', 'How many Pods may there be after one pass, when there are this many before it?');
