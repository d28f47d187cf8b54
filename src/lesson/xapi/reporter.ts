/** Tells a learning record store what is done on a page: reads the learner's work, queues statements, sends them. Never blocks the page. */
import { createMachine } from '../machine.ts';
import { nameKey } from '../progress/keys.ts';
import type { Storage } from '../progress/storage.ts';
import type { LessonWork } from '../progress/work.ts';
import { stepDelivery } from './delivery.ts';
import { createOutbox } from './outbox.ts';
import { postStatements, type RecordStore } from './post.ts';
import { actorOf, type StatementPlace, statementOf } from './statement.ts';

export interface ReporterParts {
  readonly store: RecordStore;
  readonly storage: Storage;
  readonly lesson: { readonly slug: string; readonly tasks: number };
  readonly place: StatementPlace;
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since the epoch. */
  nowMs(): number;
  newId(): string;
  /** Runs after so many real milliseconds; returns what cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Runs it when no other tab is sending. */
  alone(run: () => Promise<void>): Promise<void>;
  /** What is wrong, for the learner; undefined: nothing any more. */
  say(trouble: string | undefined): void;
}

export interface Reporter {
  /** The learner's work as it now stands. */
  observe(work: LessonWork): void;
  /** The browser is online again. */
  again(): void;
}

/** Statements in one request. */
const batchSize = 25;

export function createReporter(parts: ReporterParts): Reporter {
  const { storage, store, lesson, place, fetch, nowMs, newId, after, alone, say } = parts;
  const outbox = createOutbox(storage, newId);
  /** One after the other: two at once would report one thing twice. */
  let observed: Promise<unknown> = Promise.resolve();
  let seen: LessonWork | undefined;

  const delivery = createMachine({ type: 'idle' } as const, stepDelivery, (effect) => {
    switch (effect.type) {
      case 'send':
        alone(send).catch(() => delivery.send({ type: 'ended', outcome: { type: 'later', because: 'the browser doesn’t let this page send' }, left: 1 }));
        break;
      case 'wait':
        after(effect.ms, again);
        break;
      case 'say':
        say(effect.trouble);
        break;
    }
  });
  const again = (): void => delivery.send({ type: 'again' });

  async function send(): Promise<void> {
    const batch = await outbox.first(batchSize);
    const outcome = batch.length === 0 ? ({ type: 'delivered', dropped: 0 } as const) : await postStatements(store, batch, fetch);
    const left = outcome.type === 'delivered' ? await outbox.remove(batch) : batch.length;
    delivery.send({ type: 'ended', outcome, left });
  }

  async function record(work: LessonWork): Promise<void> {
    const name = await storage.get(nameKey).catch(() => undefined);
    const by = typeof name === 'string' ? name : '';
    const at = new Date(nowMs());
    const queued = await outbox.add(lesson, work, (event, anonymous) => statementOf(event, place, { id: newId(), actor: actorOf(by, anonymous, place.course.url), at }));
    if (queued > 0) delivery.send({ type: 'queued' });
  }

  // What an earlier visit has left.
  delivery.send({ type: 'queued' });

  return {
    observe(work) {
      if (work === seen) return;
      seen = work;
      observed = observed.then(() => record(work)).catch(() => undefined);
    },
    again,
  };
}
