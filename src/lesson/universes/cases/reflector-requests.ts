/** What a reflector may ask for next. Judged is each request and each wait, whatever the rules call their states. */
import type { ReflectorEffect, ReflectorEvent } from '../../../engine/index.ts';
import type { CaseFinding } from '../types.ts';

type Requested = Extract<ReflectorEffect, { readonly type: 'list' | 'watch' }>;
type Found = Required<Extract<CaseFinding, { readonly cause: string }>>;

/** What is known of the reflector so far. */
export interface Judged {
  /** How far its store has come; '' before the first list. */
  revision: string;
  /** The request under way. */
  open?: Requested | undefined;
  isWaiting: boolean;
  /**
   * The server no longer has `revision`. After a watch only a list helps, of the newest or of what isn't older than the store, which
   * client-go tries first; after a list one of the newest.
   */
  expired: 'to watch' | 'to list' | undefined;
  /** Something has failed: the next request comes after a back-off. */
  mustWait: boolean;
  /** There is a reason to list: nothing is known yet, or something has failed. */
  mayList: boolean;
}

/** Brings `judged` up to what has happened and what was answered to it. */
export function judgeRequests(judged: Judged, event: ReflectorEvent, effects: readonly ReflectorEffect[]): Found | undefined {
  happened(judged, event);
  if (event.type === 'stop') return judgeStop(judged, effects);
  const isWatching = judged.open?.type === 'watch' && event.type !== 'watchOverdue';
  for (const effect of effects) {
    const found = carryOut(judged, effect);
    if (found !== undefined) return found;
    if (isWatching && (effect.type === 'list' || effect.type === 'watch' || effect.type === 'hangUp')) return askedAgain;
  }
  return judged.open === undefined && !judged.isWaiting ? asksNothing : undefined;
}

function happened(judged: Judged, event: ReflectorEvent): void {
  switch (event.type) {
    case 'listed':
      judged.open = undefined;
      judged.revision = event.revision;
      judged.mayList = false;
      judged.expired = undefined;
      break;
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
    case 'BOOKMARK':
      judged.revision = event.object.metadata.resourceVersion;
      if (judged.open !== undefined) judged.open = { ...judged.open, revision: judged.revision };
      break;
    case 'listFailed':
      judged.open = undefined;
      judged.mustWait = !event.expired;
      judged.mayList = true;
      if (event.expired) judged.expired = 'to list';
      break;
    case 'watchEnded':
      judged.open = undefined;
      judged.mustWait = event.early;
      judged.mayList = event.early;
      break;
    case 'watchFailed':
      judged.open = undefined;
      judged.expired = event.expired ? 'to watch' : undefined;
      judged.mustWait = !event.expired;
      judged.mayList = event.code !== 429 && event.code !== 503;
      break;
    case 'backOffOver':
      judged.isWaiting = false;
      judged.mustWait = false;
      break;
    default:
  }
}

function carryOut(judged: Judged, effect: ReflectorEffect): Found | undefined {
  switch (effect.type) {
    case 'hangUp':
      judged.open = undefined;
      return undefined;
    case 'backOff':
      judged.isWaiting = true;
      return undefined;
    case 'list':
    case 'watch': {
      const found = judgeRequest(judged, effect);
      judged.open = effect;
      return found;
    }
    default:
      return undefined;
  }
}

function judgeRequest(judged: Judged, asked: Requested): Found | undefined {
  const { open, isWaiting, mustWait, expired, mayList, revision } = judged;
  if (open !== undefined) return leftOpen(open);
  if (isWaiting || mustWait) return atOnce;
  if (expired !== undefined && !helps(judged, asked)) return asked.revision === '0' ? backInTime : goneRevision(asked);
  if (asked.type === 'list') {
    if (!mayList) return listedAgain;
    return asked.revision === '0' && revision !== '' ? backInTime : undefined;
  }
  if (revision === '') return watchedFirst;
  if (asked.revision === revision) return undefined;
  return Number(asked.revision) < Number(revision) ? forgot(asked, revision) : skipped(asked, revision);
}

function helps({ expired, revision }: Judged, asked: Requested): boolean {
  return asked.type === 'list' && (asked.revision === '' || (expired === 'to watch' && asked.revision === revision));
}

function judgeStop(judged: Judged, effects: readonly ReflectorEffect[]): Found | undefined {
  for (const effect of effects) carryOut({ ...judged }, effect);
  const isHungUp = effects.some(({ type }) => type === 'hangUp') || judged.open === undefined;
  if (isHungUp && !effects.some(({ type }) => type !== 'hangUp')) return undefined;
  return {
    cause: 'went on after it was stopped',
    glyph: 'restless',
    question: 'What is under way when `stop` comes, and who ends it?',
    seen: isHungUp ? 'After `stop` it asks for nothing any more.' : `The ${judged.open?.type} is still under way.`,
  };
}

const asksNothing: Found = {
  cause: 'asked for nothing more',
  glyph: 'stood-still',
  question: 'After this event no list, no watch and no wait is under way. What will call your code again?',
  seen: 'Nothing is under way now.',
};

const askedAgain: Found = {
  cause: 'asked again while the watch was open',
  glyph: 'restless',
  question: 'The watch is open and brings one event after another. What is there to ask for?',
  seen: 'The watch was open.',
};

const leftOpen = (open: Requested): Found => ({
  cause: 'left a request open',
  glyph: 'too-many',
  question: 'How many requests may be under way, and what ends the one before?',
  seen: `The ${open.type} from '${open.revision}' was not ended.`,
});

const atOnce: Found = {
  cause: 'tried again at once',
  glyph: 'restless',
  question: 'A server has just failed, and a thousand reflectors noticed. When may each of them ask again?',
  seen: 'The next request comes without a wait.',
};

const goneRevision = (asked: Requested): Found => ({
  cause: 'asked for what the server no longer has',
  glyph: 'waiting',
  question: 'The server has said that it no longer has this revision. From which one can you go on, and how do you get it?',
  seen: `The ${asked.type} begins at '${asked.revision}' all the same.`,
});

const backInTime: Found = {
  cause: 'went back in time',
  glyph: 'waiting',
  question: "Which objects does your store have already, and which list can’t be older than they are?",
  seen: "A list at '0' may be older than what the store has.",
};

const listedAgain: Found = {
  cause: 'listed everything again',
  glyph: 'restless',
  question: 'What does the store have already, and from where could the next watch go on?',
  seen: 'A watch from where it was would have been enough.',
};

const watchedFirst: Found = {
  cause: 'watched without a list',
  glyph: 'too-few',
  question: 'A watch brings what changes. How do the objects get into the store that don’t?',
  seen: 'Nothing has been listed yet.',
};

const forgot = (asked: Requested, revision: string): Found => ({
  cause: 'forgot how far it had come',
  glyph: 'waiting',
  question: 'Which of the events say how far the watch has come?',
  seen: `The watch begins at '${asked.revision}', and the store is as of ${revision}.`,
});

const skipped = (asked: Requested, revision: string): Found => ({
  cause: 'skipped what it had not seen',
  glyph: 'too-few',
  question: 'What has happened between the last event and the revision that your watch begins at?',
  seen: `The watch begins at '${asked.revision}', and the store is as of ${revision}.`,
});
