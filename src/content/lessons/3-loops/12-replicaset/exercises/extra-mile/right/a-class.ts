import type { Clock, Expected, ExpectationStore, KubeObject } from 'converge/sdk';

/** What one pass has written. */
class Note implements Expected {
  creations: number;
  readonly deletions: Set<string>;
  readonly since: number;

  constructor(creations: number, leaving: readonly KubeObject[], since: number) {
    this.creations = creations;
    this.deletions = new Set(leaving.map(({ metadata }) => metadata.uid));
    this.since = since;
  }

  get isShown(): boolean {
    return this.creations <= 0 && this.deletions.size === 0;
  }
}

class Store implements ExpectationStore {
  readonly all = new Map<string, Note>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  creations(key: string, count: number, leaving: readonly KubeObject[] = []): void {
    this.all.set(key, new Note(count, leaving, this.#now()));
  }
  deletions(key: string, objects: readonly KubeObject[]): void {
    this.creations(key, 0, objects);
  }
  creationsFailed(key: string, count: number): void {
    const note = this.all.get(key);
    if (note) note.creations -= count;
  }
  deletionsFailed(key: string, objects: readonly KubeObject[]): void {
    for (const { metadata } of objects) this.all.get(key)?.deletions.delete(metadata.uid);
  }
  creationObserved(key: string): void {
    this.creationsFailed(key, 1);
  }
  deletionObserved(key: string, uid: string): void {
    this.all.get(key)?.deletions.delete(uid);
  }
  satisfied(key: string): boolean {
    const note = this.all.get(key);
    return note === undefined || note.isShown || this.#now() - note.since > 300_000;
  }
  forget(key: string): void {
    this.all.delete(key);
  }
}

export const createExpectations = (clock: Pick<Clock, 'now'>): ExpectationStore => new Store(() => clock.now());
