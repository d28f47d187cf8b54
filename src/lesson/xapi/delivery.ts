/** When statements are sent: one batch at a time, again after a while where the store doesn't answer. A state machine. */
import type { Step } from '../machine.ts';
import type { PostOutcome } from './post.ts';

export type Delivery =
  | { readonly type: 'idle' }
  /** `tries`: how often the store hasn't answered in a row. `more`: something was added meanwhile. */
  | { readonly type: 'sending'; readonly tries: number; readonly more: boolean }
  | { readonly type: 'waiting'; readonly tries: number };

export type DeliveryEvent =
  /** There is something to send. */
  | { readonly type: 'queued' }
  /** The browser is online again, or the time to wait is over. */
  | { readonly type: 'again' }
  /** `left`: how many still wait. */
  | { readonly type: 'ended'; readonly outcome: PostOutcome; readonly left: number };

export type DeliveryEffect =
  | { readonly type: 'send' }
  /** Then: `again`. */
  | { readonly type: 'wait'; readonly ms: number }
  /** For the learner; undefined: all is well. */
  | { readonly type: 'say'; readonly trouble: string | undefined };

const firstWaitMs = 5_000;
const longestWaitMs = 300_000;

const send = (tries: number, before: readonly DeliveryEffect[] = []): Step<Delivery, DeliveryEffect> => ({
  state: { type: 'sending', tries, more: false },
  effects: [...before, { type: 'send' }],
});

export function stepDelivery(state: Delivery, event: DeliveryEvent): Step<Delivery, DeliveryEffect> {
  switch (event.type) {
    case 'queued':
      if (state.type === 'idle') return send(0);
      return { state: state.type === 'sending' ? { ...state, more: true } : state, effects: [] };
    case 'again':
      return state.type === 'waiting' ? send(state.tries) : { state, effects: [] };
    case 'ended':
      return state.type === 'sending' ? ended(state, event) : { state, effects: [] };
  }
}

function ended(
  { tries, more }: Extract<Delivery, { type: 'sending' }>,
  { outcome, left }: Extract<DeliveryEvent, { type: 'ended' }>,
): Step<Delivery, DeliveryEffect> {
  switch (outcome.type) {
    case 'delivered': {
      const { dropped } = outcome;
      const trouble = dropped === 0 ? undefined : `It doesn’t take ${dropped === 1 ? 'one statement, which is' : `${dropped} statements, which are`} dropped.`;
      const said: DeliveryEffect = { type: 'say', trouble };
      return left > 0 || more ? send(0, [said]) : { state: { type: 'idle' }, effects: [said] };
    }
    case 'later':
      return {
        state: { type: 'waiting', tries: tries + 1 },
        effects: [
          { type: 'say', trouble: `Nothing arrives now, because ${outcome.because}. What isn’t sent stays in this browser, and is sent again.` },
          { type: 'wait', ms: Math.min(firstWaitMs * 2 ** tries, longestWaitMs) },
        ],
      };
    case 'refused':
      // The next statement tries again, and so does the next visit.
      return {
        state: { type: 'idle' },
        effects: [{ type: 'say', trouble: `Nothing arrives, because ${outcome.because}. Tell your instructor. What isn’t sent stays in this browser.` }],
      };
  }
}
