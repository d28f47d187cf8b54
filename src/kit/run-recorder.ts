/** What the controller writes, reads and is sent: what universes with trouble are derived from. */
import { type Answered, type Cluster, objectOfWatchEvent } from '../engine/index.ts';
import type { CalmRun } from '../lesson/universes/plans/derive-plans.ts';
import { eventType } from './event-type.ts';

/** A run without trouble, and of which type each watch event was. */
export interface RecordedRun extends CalmRun {
  readonly events: readonly (CalmRun['events'][number] & { readonly type: string })[];
}

type Requested = CalmRun['writes'][number] & { readonly code: number };

const verbs: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** Records the requests of this component from now on. */
export function recordRun(cluster: Cluster, component: string): () => RecordedRun {
  const startMs = cluster.now();
  const requests: Requested[] = [];
  const events: RecordedRun['events'][number][] = [];
  const t = (): number => cluster.now() - startMs;
  cluster.onAnswer(({ component: sender, request, response }) => {
    if (sender !== component || isNote(request)) return;
    requests.push({ t: t(), verb: verbOf(request), path: request.path, code: response.code });
  });
  cluster.onSend((receiver, chunk) => {
    const object = receiver === component ? objectOfWatchEvent(chunk) : undefined;
    if (object !== undefined) events.push({ t: t(), object, type: eventType(chunk) });
  });
  return () => ({
    writes: requests.filter(({ verb, code }) => verb !== 'get' && verb !== 'list' && code < 300),
    events,
    verbs: [...new Set(requests.map(({ verb }) => verb))],
  });
}

/** Nothing depends on Events, and a watch is no read of its own. */
const isNote = ({ path, query }: Answered['request']): boolean => /\/events(\/|$)/.test(path) || query['watch'] !== undefined;

function verbOf({ method, path }: Answered['request']): string {
  if (method === 'GET') return /^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)\/(?:namespaces\/[^/]+\/)?[^/]+\/[^/]+/.test(path) ? 'get' : 'list';
  return path.endsWith('/status') ? 'updateStatus' : (verbs[method] ?? method);
}
