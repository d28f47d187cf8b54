/** What a page and the service worker say to each other. The worker answers a request over the port that comes with it. */

/** Why a page works offline: the reader has seen it, or wants to keep it. */
export type HeldFor = 'visited' | 'kept';

export type ToServiceWorker =
  /** Stores these pages (paths below the scope, '' for the home page) and all they need. */
  | { readonly type: 'hold'; readonly pages: readonly string[]; readonly heldFor: HeldFor }
  /** Removes these pages. */
  | { readonly type: 'release'; readonly pages: readonly string[] }
  | { readonly type: 'list' }
  /** To a new version that waits: it takes the place of the old one. Has no answer. */
  | { readonly type: 'take-over' };

export interface HeldPages {
  readonly type: 'held';
  readonly pages: Readonly<Record<string, HeldFor>>;
}

/** What comes over the port: any number of `progress`, then one of the others. */
export type FromServiceWorker =
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | HeldPages
  | { readonly type: 'failed'; readonly because: string };

/** What of the site there is to store: made by scripts/hosting/offline-files.ts. All paths are relative to the scope. */
export interface OfflineFiles {
  /** Changes with every byte of a page or file that is listed. */
  readonly version: string;
  /** What every page needs, and the home page. */
  readonly shell: readonly string[];
  /** What a reader who keeps pages gets, too: the type checker and the search. */
  readonly kept: readonly string[];
  /** All pages of the course, as they are opened: 'lessons/12-replicaset/'. */
  readonly pages: readonly string[];
  /** Those of them whose lesson begins in a WebContainer: they are isolated, whatever their host sends. */
  readonly isolated: readonly string[];
  /** What pages below a folder need, too: those below 'de/' the words of their language. */
  readonly beside: Readonly<Record<string, readonly string[]>>;
}
