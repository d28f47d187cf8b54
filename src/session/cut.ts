/**
 * Cuts a session's log at a moment, so that replaying what is left stands there with the same history. An action that was under way
 * can't be cut in half: half a command would be another command. Only the waiting that follows it can be.
 */
import type { Input, SessionLog } from './types.ts';

/** An input of a log, and how long it took. */
export interface Span {
  readonly input: Input;
  /** When its action had ended; undefined: it was ended for it, by an interrupt or its limit. */
  readonly doneAt: number | undefined;
  /** Where the session stood after it. */
  readonly to: number;
}

export interface Cut {
  readonly log: SessionLog;
  /** Where the cut session stands: the requested time, unless an action was under way then. */
  readonly t: number;
  /** A sentence where that isn't the time that was requested; else ''. */
  readonly words: string;
  /** Inputs that the cut leaves out, or shortens to nothing. */
  readonly dropped: number;
}

/** `log` is where the inputs come from but for those; `spans` are its inputs in order. `t`: after everything due then. */
export function cutLog(log: SessionLog, spans: readonly Span[], t: number): Cut {
  const inputs: Input[] = [];
  let stands = 0;
  const end = (at: number, words = ''): Cut => {
    if (stands < at) inputs.push({ type: 'advance', at: stands, to: at });
    return { log: { ...log, inputs }, t: at, words, dropped: spans.length - took };
  };
  let took = 0;
  for (const { input, doneAt, to } of spans) {
    if (input.at > t) break;
    if (to <= t) {
      inputs.push(input);
      stands = to;
    } else if (input.type === 'advance') {
      inputs.push({ ...input, to: t });
      stands = t;
    } else if (doneAt !== undefined && doneAt <= t) {
      // Done, and only waiting for quiet: the wait ends here.
      inputs.push({ ...input, interruptedAt: t });
      stands = t;
    } else if (input.interruptedAt !== undefined && input.interruptedAt <= t) {
      took += 1;
      inputs.push(input);
      stands = to;
      return end(
        to,
        `${nameOf(input)} was being interrupted then: this begins where that had ended, at ${seconds(to)}.`,
      );
    } else {
      return end(
        input.at,
        input.at === t
          ? ''
          : `${nameOf(input)} was under way then and can’t be cut in half: this begins before it, at ${seconds(input.at)}.`,
      );
    }
    took += 1;
  }
  return end(Math.max(t, stands));
}

/** "`kubectl get pods`", "The script", "The manifest web.yaml" */
function nameOf(input: Input): string {
  switch (input.type) {
    case 'command': {
      const [first = '', ...rest] = input.text.trim().split('\n');
      return `\`${first.length > 40 || rest.length > 0 ? `${first.slice(0, 39)}…` : first}\``;
    }
    case 'manifest':
      return `The manifest ${input.path}`;
    case 'script':
      return 'The script';
    default:
      return 'Something';
  }
}

const seconds = (ms: number): string => `t = ${(ms / 1000).toFixed(3)} s`;
