/** xAPI statements (Experience API 1.0.3) of what a learner has done. Pure. */
import type { ProgressEvent } from './progress-events.ts';

/** Who did it, without a mail address: an account of the course. */
export interface Actor {
  readonly objectType: 'Agent';
  /** As the learner wrote it. */
  readonly name?: string;
  readonly account: { readonly homePage: string; readonly name: string };
}

export interface Statement {
  /** A UUID: a statement that is sent twice counts once. */
  readonly id: string;
  readonly actor: Actor;
  readonly verb: { readonly id: string; readonly display: LanguageMap };
  readonly object: Activity;
  readonly result?: Result;
  readonly context: {
    readonly platform: string;
    readonly language: string;
    readonly contextActivities: { readonly parent?: readonly Activity[]; readonly grouping: readonly Activity[] };
  };
  /** ISO 8601: when it was done, not when it was sent. */
  readonly timestamp: string;
}

interface Activity {
  readonly objectType: 'Activity';
  readonly id: string;
  readonly definition: {
    readonly type: string;
    readonly name: LanguageMap;
    readonly description?: LanguageMap;
    readonly interactionType?: 'choice';
  };
}

interface Result {
  readonly success?: boolean;
  readonly completion?: true;
  readonly response?: string;
  readonly score?: { readonly scaled: number; readonly raw: number; readonly min: 0; readonly max: number };
  readonly extensions?: Readonly<Record<string, string>>;
}

type LanguageMap = Readonly<Record<string, string>>;

/** The page on which it was done. */
export interface StatementPlace {
  readonly course: { readonly url: string; readonly name: string };
  /** Of the lesson, checkpoint or final, without fragment. */
  readonly url: string;
  readonly title: string;
  readonly language: string;
  /** What a question asks; undefined where the page doesn't know it. */
  ask(question: string): string | undefined;
}

/** Characters of a UUID's 16 bytes. `random`: fills an array with random bytes. */
export function uuidOf(random: (bytes: Uint8Array<ArrayBuffer>) => void): string {
  const bytes = new Uint8Array(16);
  random(bytes);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * @param by The learner's name or number; empty: none was given.
 * @param anonymous Stands for a learner without a name: the same on each visit of this browser.
 */
export function actorOf(by: string, anonymous: string, homePage: string): Actor {
  const name = by.trim();
  return name === ''
    ? { objectType: 'Agent', account: { homePage, name: `anonymous-${anonymous}` } }
    : { objectType: 'Agent', name, account: { homePage, name } };
}

/** The statement of one thing that was done. */
export function statementOf(event: ProgressEvent, place: StatementPlace, { id, actor, at }: { readonly id: string; readonly actor: Actor; readonly at: Date }): Statement {
  const { course, url, title, language } = place;
  const lesson = activity(url, 'lesson', title, place);
  const grouping = [activity(course.url, 'course', course.name, place)];
  const { verb, object, result } = saidOf(event, place, lesson);
  return {
    id,
    actor,
    verb: { id: `http://adlnet.gov/expapi/verbs/${verb}`, display: { en: verb } },
    object,
    result,
    context: { platform: course.name, language, contextActivities: { ...(object !== lesson && { parent: [lesson] }), grouping } },
    timestamp: at.toISOString(),
  };
}

type Verb = 'answered' | 'completed' | 'failed' | 'passed';

function saidOf(event: ProgressEvent, place: StatementPlace, lesson: Activity): { verb: Verb; object: Activity; result: Result } {
  switch (event.type) {
    case 'answered': {
      const { question, answer, right } = event;
      const quiz = activity(`${place.url}#${question}`, 'cmi.interaction', place.ask(question) ?? question, place);
      const object: Activity = { ...quiz, definition: { ...quiz.definition, interactionType: 'choice' } };
      return { verb: 'answered', object, result: { success: right, response: String(answer) } };
    }
    case 'checked': {
      const { exercise, passed, universes, cause } = event;
      const success = passed === universes;
      const id = `${place.url}#exercise${exercise === undefined ? '' : `-${exercise}`}`;
      const object = activity(id, 'assessment', `${place.title}: ${exercise ?? 'exercise'}`, place);
      const score = { scaled: universes === 0 ? 0 : passed / universes, raw: passed, min: 0, max: universes } as const;
      const extensions = cause === undefined ? {} : { extensions: { [`${place.course.url}xapi/cause`]: cause } };
      return { verb: success ? 'passed' : 'failed', object, result: { success, score, ...extensions } };
    }
    case 'completed':
      return { verb: 'completed', object: lesson, result: { completion: true } };
  }
}

const activity = (id: string, type: string, name: string, { language }: StatementPlace): Activity => ({
  objectType: 'Activity',
  id,
  definition: { type: `http://adlnet.gov/expapi/activities/${type}`, name: { [language]: name } },
});
