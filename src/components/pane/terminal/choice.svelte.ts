/** Which terminals there are, which one is shown, and whether it is read aloud: for as long as the page lives. */
import { ownShell } from '../../../runtimes/terminal.ts';

/** `name`: undefined until one was shown. */
export const choice = $state<{ names: readonly string[]; name: string | undefined; aloud: boolean }>({ names: ['1'], name: undefined, aloud: false });

/** Those to choose from. `own`: the session runs where there is a shell beside its own. */
export const offered = (own: boolean): readonly string[] => (own ? [...choice.names, ownShell] : choice.names);

/** The one that is shown. A shell whose place the session has left makes room for the session's. */
export function chosen(own: boolean): string {
  const name = choice.name ?? (own ? ownShell : '1');
  return name === ownShell && !own ? '1' : name;
}
