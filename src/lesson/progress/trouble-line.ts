/** The line that says why nothing is kept: it goes when all is well again. */
export class TroubleLine {
  readonly #show: (line: string | undefined) => void;
  #isShown = false;
  /** Stays true whatever is written. */
  #lasting: string | undefined;

  constructor(show: (line: string | undefined) => void) {
    this.#show = show;
  }

  clear(): void {
    this.#say(this.#lasting);
  }

  setLasting(line: string | undefined): void {
    this.#lasting = line;
    this.#say(line);
  }

  async refused(error: unknown): Promise<void> {
    const { storageErrorText } = await import('./storage-errors.ts');
    this.#say(storageErrorText(error));
  }

  #say(line: string | undefined): void {
    if (line === undefined && !this.#isShown) return;
    this.#isShown = line !== undefined;
    this.#show(line);
  }
}
