/** Fetches how the cluster stood at a moment. While one is fetched, only the last that was requested meanwhile is fetched next. */
import type { Moment } from '../../session/types.ts';
import type { ClusterView } from '../../viz/model.ts';

export interface MomentFetcher {
  fetch(at: Moment): void;
  /** What is still on its way isn't wanted any more. */
  forget(): void;
}

export interface MomentFetcherParts {
  seek(at: Moment): Promise<ClusterView>;
  found(view: ClusterView): void;
  failed(error: unknown): void;
}

export function createMomentFetcher({ seek, found, failed }: MomentFetcherParts): MomentFetcher {
  let wanted: Moment | undefined;
  let fetching = false;

  async function fetchWanted(): Promise<void> {
    if (fetching) return;
    fetching = true;
    try {
      for (let at = wanted; at !== undefined; at = wanted === at ? undefined : wanted) {
        const view = await seek(at);
        // Meanwhile it may be now that is to be shown.
        if (wanted !== undefined) found(view);
      }
    } catch (error) {
      wanted = undefined;
      failed(error);
    } finally {
      fetching = false;
    }
  }

  return {
    fetch(at) {
      wanted = at;
      void fetchWanted();
    },
    forget() {
      wanted = undefined;
    },
  };
}
