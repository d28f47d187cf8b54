/**
 * Which engine there is, and how far it has come: a state machine without I/O; `engine-supervisor.ts` carries out its effects. Engines are
 * numbered from 1 on, and what is reported of an earlier one changes nothing.
 */
import type { RuntimeState } from '../runtime.ts';

export interface Supervision {
  readonly status:
    | { readonly is: 'idle' }
    /** The last engine that was started is on its way, or there. */
    | { readonly is: 'starting' | 'ready' }
    | { readonly is: 'failed' | 'unsupported'; readonly because: string };
  /** Number of the last engine that was started. */
  readonly last: number;
}

export type SupervisionEvent =
  /** An engine is needed. `unsupported`: why this browser can't have one. */
  | { readonly type: 'needed'; readonly unsupported: string | undefined }
  /** Another engine takes the place of the last one. */
  | { readonly type: 'replaced'; readonly because: string }
  /** All that comes before its first call has been done with it. */
  | { readonly type: 'prepared'; readonly engine: number }
  | { readonly type: 'failed'; readonly engine: number; readonly because: string }
  /** The session is given up. */
  | { readonly type: 'given up'; readonly because: string }
  /** The engine isn't needed any more; the next need starts another. */
  | { readonly type: 'discarded'; readonly because: string }
  | { readonly type: 'stopped'; readonly because: string };

export type SupervisionEffect =
  | { readonly do: 'connect'; readonly engine: number }
  /** Ends the engine; what it hasn't answered is rejected with these words. */
  | { readonly do: 'close'; readonly because: string }
  | { readonly do: 'publish' };

export interface SupervisionStep {
  readonly state: Supervision;
  readonly effects: readonly SupervisionEffect[];
}

export const noEngine: Supervision = { status: { is: 'idle' }, last: 0 };

export const hasEngine = ({ status }: Supervision): boolean => status.is === 'starting' || status.is === 'ready';
export const isCurrent = (state: Supervision, engine: number): boolean => hasEngine(state) && engine === state.last;

export const runtimeState = ({ status }: Supervision): RuntimeState =>
  'because' in status ? { state: status.is, because: status.because } : { state: status.is };

export function stepSupervision(state: Supervision, event: SupervisionEvent): SupervisionStep {
  switch (event.type) {
    case 'needed':
      if (hasEngine(state)) return { state, effects: [] };
      return event.unsupported === undefined ? connect(state) : enter(state, { is: 'unsupported', because: event.unsupported });
    case 'replaced': {
      const step = connect(state);
      return { state: step.state, effects: [...close(state, event.because), ...step.effects] };
    }
    case 'prepared':
      return isCurrent(state, event.engine) ? enter(state, { is: 'ready' }) : { state, effects: [] };
    case 'failed':
      return isCurrent(state, event.engine) ? fail(state, event.because) : { state, effects: [] };
    case 'given up':
      return fail(state, event.because);
    case 'discarded':
      return { state: { ...state, status: { is: 'idle' } }, effects: close(state, event.because) };
    case 'stopped': {
      const step = enter(state, { is: 'idle' });
      return { state: step.state, effects: [...close(state, event.because), ...step.effects] };
    }
  }
}

const enter = (state: Supervision, status: Supervision['status']): SupervisionStep => ({
  state: { ...state, status },
  effects: [{ do: 'publish' }],
});

function connect({ last }: Supervision): SupervisionStep {
  const engine = last + 1;
  return {
    state: { status: { is: 'starting' }, last: engine },
    effects: [{ do: 'connect', engine }, { do: 'publish' }],
  };
}

function fail(state: Supervision, because: string): SupervisionStep {
  const step = enter(state, { is: 'failed', because });
  return { state: step.state, effects: [...step.effects, ...close(state, because)] };
}

const close = (state: Supervision, because: string): readonly SupervisionEffect[] =>
  hasEngine(state) ? [{ do: 'close', because }] : [];
