import type { SessionEvent } from '../../session/types.ts';

/** A line that the code printed. `t`: virtual milliseconds since the universe began. */
export type LoggedLine = Pick<Extract<SessionEvent, { readonly type: 'log' }>, 't' | 'level' | 'text'>;
