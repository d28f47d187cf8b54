/** Words that our texts don't use, and what to write instead. A pattern matches whole words, in any case. */
export interface Banned {
  readonly word: RegExp;
  readonly write: string;
}

const banned = (pattern: string, write: string): Banned => ({ word: new RegExp(`(?<![\\w-])(?:${pattern})(?![\\w-])`, 'gi'), write });

/** Riddles: a reader has to stop and think who or what is meant. */
const riddles = [
  banned('petrol', 'teal, or the actual state'),
  banned('what is wanted', 'the desired state'),
  banned('names with a text each', 'named text values'),
  banned('below a cell stands when', 'the line below a cell shows when'),
  banned('to and fro', 'on and off, back and forth'),
  banned('news(?= of)', 'updates, events or readings'),
  banned('wish(?:es)?(?! to)', 'the desired state; asks for'),
  banned('somebody', 'someone, or the actor’s name'),
  banned('everybody', 'everyone, or who exactly'),
  banned('nobody', 'no one, no component; or name who does'),
  banned('(?:one|a|each|every|the next|the first|its|last|same|whole) looks?(?! (?:at|like|for|as|into))', 'a pass'),
  banned('turns? of (?:a|the|its|such a) loop', 'a pass of the loop'),
  banned('unless told(?: otherwise)?', 'by default'),
  banned('told by an event', 'triggered by an event'),
  banned('do the difference', 'close the gap'),
  banned('hand(?:s|ed)? in the deployment', 'apply the Deployment'),
  banned('watch whose it becomes', 'see who adopts it'),
  banned('not truth', 'not correctness'),
  banned('so far it is no one’s business', 'so far nothing closes it'),
  banned('how things stand', 'the state of what'),
  banned('the one door', 'the API server'),
  banned('anew', 'again'),
  banned('thrice', 'three times'),
  banned('pane', 'panel'),
];

/** American spelling; what the dictionary lets pass is here. */
const spellings = [
  banned('grey', 'gray'),
  banned('towards', 'toward'),
  banned('whilst', 'while'),
  banned('amongst', 'among'),
  banned('learnt', 'learned'),
  banned('cancelled', 'canceled'),
  banned('cancelling', 'canceling'),
  banned('judgement', 'judgment'),
];

export const bannedWords: readonly Banned[] = [...riddles, ...spellings];
