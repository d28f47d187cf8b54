/** Whether a step of an update may follow on what has happened: judged is each action, whatever the attempt holds. */
import { deepEqual, type Stored, type UpdateAction, type UpdateEvent } from '../../../engine/index.ts';
import { type Mistake, mistake } from '../finding.ts';
import { isSame } from './played-etcd.ts';

/** What is known of the update when it acts. */
export interface Known {
  readonly event: UpdateEvent;
  /** The object that the change was made of last. */
  readonly base: Stored | undefined;
  /** It came from etcd. */
  readonly isFresh: boolean;
}

export function judgeAction(known: Known, action: UpdateAction): Mistake | undefined {
  const { event } = known;
  switch (event.type) {
    case 'start':
      return judgeWithObject(known, action, event.cached, event.cached === undefined);
    case 'read':
    case 'lost':
      return judgeWithObject(known, action, event.current, false);
    case 'changed':
      return judgeChanged(known, action, event);
    case 'unchanged':
    case 'refused':
      if (action.type === 'swap') return wroteItsOwn;
      if (known.isFresh) return action.type === 'answer' ? undefined : doubtedFresh;
      return action.type === 'read' ? undefined : action.type === 'answer' ? believedOld : oldObject;
    case 'written':
      return action.type === 'answer' ? undefined : wentOn;
    case 'failed':
      return action.type === 'answer' ? undefined : sentAgain;
  }
}

/** An object has come, or the word that there is none. */
function judgeWithObject({ event, base }: Known, action: UpdateAction, shown: Stored | undefined, mayRead: boolean): Mistake | undefined {
  switch (action.type) {
    case 'change':
      return isSame(action.current, shown) ? undefined : oldObject;
    case 'read':
      return mayRead ? undefined : readAgain;
    case 'answer':
      return event.type === 'lost' ? gaveUp : answeredEarly;
    case 'swap':
      if (event.type !== 'lost') return wroteItsOwn;
      if (action.ifRevision === (base?.revision ?? 0) || action.ifRevision !== (shown?.revision ?? 0)) return wrongGuard;
      return shown === undefined ? broughtBack : overwrote;
  }
}

function judgeChanged({ base }: Known, action: UpdateAction, { write }: Extract<UpdateEvent, { readonly type: 'changed' }>): Mistake | undefined {
  if (action.type === 'answer') return answeredEarly;
  if (action.type !== 'swap') return readAgain;
  if (!deepEqual(action.write, write)) return wroteItsOwn;
  return action.ifRevision === (base?.revision ?? 0) ? undefined : wrongGuard;
}

const overwrote = mistake('overwrote a rival’s write', 'The write was made of the old object. What has the rival written meanwhile, and is it in your write?');
const broughtBack = mistake('brought back what a rival had deleted', 'The object is gone. What would the request say to that, if you showed it?');
const wrongGuard = mistake('guarded the write by another revision', 'Which object is this write made of? Which revision does etcd have as long as nothing else was written?', 'stood-still');
const oldObject = mistake('went on with an old object', 'Which object has come last, with this event or before it? What will come of a change that is made of an older one?', 'stood-still');
const gaveUp = mistake('gave up because of a rival', 'The request named no revision, and its sender knows nothing of the rival. Who can make the change again?', 'too-few');
const believedOld = mistake('believed an old copy', 'This was said of the cache’s copy. How old may that be, and who knows better?', 'waiting');
const sentAgain = mistake('tried again without knowing', 'etcd may have done what you sent, or not. What would a second time do in either case? Who should decide?', 'too-many');
const readAgain = mistake('read what it had at hand', 'Which object came with this event? What would another request to etcd tell you that you need now?', 'restless');
const answeredEarly = mistake('answered before anything was decided', 'What is in etcd at this moment? Which event says that something was written?', 'too-few');
const wentOn = mistake('went on after the end', 'The request’s fate is decided. What is there left to do?', 'restless');
const doubtedFresh = { ...wentOn, question: 'This was said of an object that had just come from etcd. Where does your code note that it is fresh, and where does it look at the note?' };
const wroteItsOwn = mistake('wrote what was not requested', 'Only the request knows what is to be written. Which event brings you its write?', 'too-many');
