/**
 * What a terminal on the screen talks to: bytes both ways. Behind it is a terminal of the session with its line editor (worker), or a
 * process that has both of its own (a WebContainer's `jsh`). The view draws; it knows nothing of commands.
 */

export interface TerminalLink {
  /** What was typed or pasted, as a terminal sends it: text, `\r`, `\x03`, `\x1b[A`, and pastes between `\x1b[200~` and `\x1b[201~`. */
  write(data: string): void;
  /** The size of the screen: once at first, then whenever it changes. */
  resize(columns: number, rows: number): void;
  /** What the screen is to show, as a terminal gets it. Returns what ends that. What came before anybody listened is kept for the first. */
  onData(listener: (data: string) => void): () => void;
  /** Says how it stands, now and whenever that changes. Returns what ends that. */
  onStatus(listener: (status: TerminalStatus) => void): () => void;
  /** Ends what runs in it. It can't be used afterwards. */
  close(): void;
}

export interface TerminalStatus {
  /**
   * `starting`: nothing can be typed yet. `prompt`: it waits for a command. `running`: a command is under way. `program`: one that reads
   * what is typed (`kubectl exec -it`), or a shell whose state isn't known. `ended`: it has closed or failed.
   */
  readonly state: 'starting' | 'prompt' | 'running' | 'program' | 'ended';
  /** The command's first line while one runs; else ''. */
  readonly command: string;
  /** A sentence for the reader: what it waits for, or why it ended; '' when there is nothing to say. */
  readonly words: string;
  /** Something stands at the prompt: then Tab is for that, and doesn't move the focus on. Absent: whenever a program reads. */
  readonly typed?: boolean;
}

/** The name of the runtime's own shell, where it has one; every other name is a terminal of the session. */
export const ownShell = 'jsh';

/** Opens one. `name`: its own, such as `1`; the same name is the same terminal of the session. */
export type OpenTerminal = (name: string) => Promise<TerminalLink>;
