/** The page's terminals: the session's, and the shell of the runtime itself where it has one. Loaded with the first. */
import type { Runtime } from '../../runtimes/runtime.ts';
import type { ownShell, TerminalLink } from '../../runtimes/terminal.ts';
import type { Storage } from '../progress/storage.ts';
import { createSessionTerminal } from '../terminal/session-terminal.ts';
import type { LiveSession } from './live-session.ts';

export interface TerminalsParts {
  readonly runtime: Runtime;
  readonly session: LiveSession;
  readonly storage: Storage;
}

const historyKey = 'terminal-history';

export async function openTerminal({ runtime, session, storage }: TerminalsParts, name: string): Promise<TerminalLink> {
  if (runtime.openTerminal !== undefined && name === ('jsh' satisfies typeof ownShell)) return runtime.openTerminal(name);
  return createSessionTerminal({
    name,
    begin: session.begin,
    run: session.runShown,
    stopWaiting: () => session.interrupt(name),
    inspect: runtime.inspect,
    on: runtime.on,
    history: {
      async load() {
        const kept = await storage.get(historyKey).catch(() => undefined);
        return Array.isArray(kept) ? kept.filter((each): each is string => typeof each === 'string') : [];
      },
      // The autosave of the work has reported that the storage refuses.
      save: (commands) => void storage.set(historyKey, commands).catch(() => undefined),
    },
  });
}
