/** Looks at what a session is doing, for drawings. They change nothing. */
import type { DescriptionAsk, DescriptionView } from '../../viz/description-model.ts';
import type { MapAsk, MapView } from '../../viz/map-model.ts';
import type { QueuesView } from '../../viz/queues-model.ts';
import type { SchedulingAsk, SchedulingView } from '../../viz/scheduling-model.ts';
import { lookAtDescription } from './description.ts';
import { lookAtMap, type MapSources } from './map.ts';
import { createQueueLook, type QueueSources } from './queues.ts';
import { lookAtScheduling, type SchedulingSources } from './scheduling.ts';

export interface Looks {
  map(ask: MapAsk): MapView;
  /** Of now only: what is in memory isn't kept. */
  queues(): QueuesView;
  scheduling(ask: SchedulingAsk): SchedulingView;
  description(ask: DescriptionAsk): DescriptionView;
}

export function createLooks(sources: MapSources & QueueSources & SchedulingSources): Looks {
  return {
    map: (ask) => lookAtMap(sources, ask),
    queues: createQueueLook(sources),
    scheduling: (ask) => lookAtScheduling(sources, ask),
    description: (ask) => lookAtDescription(sources, ask),
  };
}
