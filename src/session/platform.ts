/** What a session needs of the machine it runs on; the engine itself needs only `settle`. */
export interface Platform {
  /** One turn of the macrotask queue, in which all promises settle. */
  settle(): Promise<void>;
  /** Real milliseconds, rising; only for pacing, never for what happens. */
  nowMs(): number;
  /** Resolves after so many real milliseconds; lets messages in meanwhile. */
  sleep(ms: number): Promise<void>;
  /** Reports promises that reject while no code awaits them; `heard` says whether the error was its own. Returns what stops it. */
  onRejection?(heard: (error: unknown) => boolean): () => void;
}
