/**
 * When a session's time flows by itself: a state machine without I/O; `host.ts` carries out its effects. Time flows while it plays, its page
 * is visible and no request waits for the session.
 */
export interface TimeFlow {
  readonly mode: 'paused' | 'playing' | 'stopped';
  readonly visible: boolean;
  /** Virtual seconds a real second. */
  readonly speed: number;
  /** Requests that want the session, and a stretch of flow that hasn't begun. */
  readonly waiting: number;
}

export type TimeFlowEvent =
  | { readonly type: 'play'; readonly speed: number | undefined }
  | { readonly type: 'speed'; readonly speed: number }
  | { readonly type: 'visible'; readonly visible: boolean }
  /** The reader pauses: what is under way ends its action, and time stands still. */
  | { readonly type: 'pause' }
  /** Another control, or what replaces the session: time doesn't flow on after it. */
  | { readonly type: 'hold' }
  | { readonly type: 'request-queued' | 'request-answered' }
  | { readonly type: 'flow-queued' | 'flow-began' }
  | { readonly type: 'stop' };

export type TimeFlowEffect =
  | { readonly do: 'send-view' }
  /** Time flows from when the queue is empty until `mayFlow` ends. */
  | { readonly do: 'queue-flow' }
  | { readonly do: 'stay' };

export interface TimeFlowStep {
  readonly state: TimeFlow;
  readonly effects: readonly TimeFlowEffect[];
}

const slowest = 0.1;
const fastest = 1000;

export const pausedFlow: TimeFlow = { mode: 'paused', visible: true, speed: 1, waiting: 0 };

/** Plays while its page is visible. */
export const isPlaying = ({ mode, visible }: TimeFlow): boolean => mode === 'playing' && visible;

export const mayFlow = (flow: TimeFlow): boolean => isPlaying(flow) && flow.waiting === 0;

export function stepTimeFlow(flow: TimeFlow, event: TimeFlowEvent): TimeFlowStep {
  if (flow.mode === 'stopped') return { state: flow, effects: [] };
  switch (event.type) {
    case 'play':
      return shown({ ...flow, mode: 'playing', speed: clamp(event.speed ?? flow.speed) });
    case 'speed':
      return shown({ ...flow, speed: clamp(event.speed) });
    case 'visible':
      return shown({ ...flow, visible: event.visible });
    case 'pause':
      return { state: { ...flow, mode: 'paused' }, effects: [{ do: 'stay' }, { do: 'send-view' }] };
    case 'hold':
      return { state: { ...flow, mode: 'paused' }, effects: [] };
    case 'request-queued':
    case 'flow-queued':
      return { state: { ...flow, waiting: flow.waiting + 1 }, effects: [] };
    case 'request-answered':
      return shown({ ...flow, waiting: flow.waiting - 1 });
    case 'flow-began':
      return { state: { ...flow, waiting: flow.waiting - 1 }, effects: [] };
    case 'stop':
      return { state: { ...flow, mode: 'stopped' }, effects: [] };
  }
}

function shown(state: TimeFlow): TimeFlowStep {
  return { state, effects: mayFlow(state) ? [{ do: 'send-view' }, { do: 'queue-flow' }] : [{ do: 'send-view' }] };
}

const clamp = (speed: number): number => Math.min(fastest, Math.max(slowest, Number.isFinite(speed) ? speed : 1));
