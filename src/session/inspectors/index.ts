/** Inspectors behind the views of the pane: what the session is doing now. They change nothing. */
import type { DescriptionAsk, DescriptionView } from '../../viz/description-model.ts';
import type { MapAsk, MapView } from '../../viz/map-model.ts';
import type { QueuesView } from '../../viz/queues-model.ts';
import type { SchedulingAsk, SchedulingView } from '../../viz/scheduling-model.ts';
import { inspectDescription } from './description.ts';
import { inspectMap, type MapSources } from './map.ts';
import { createQueueInspector, type QueueSources } from './queues.ts';
import { inspectScheduling, type SchedulingSources } from './scheduling.ts';

export interface PaneInspectors {
  map(ask: MapAsk): MapView;
  /** Of now only: what is in memory isn't kept. */
  queues(): QueuesView;
  scheduling(ask: SchedulingAsk): SchedulingView;
  description(ask: DescriptionAsk): DescriptionView;
}

export function createPaneInspectors(sources: MapSources & QueueSources & SchedulingSources): PaneInspectors {
  return {
    map: (ask) => inspectMap(sources, ask),
    queues: createQueueInspector(sources),
    scheduling: (ask) => inspectScheduling(sources, ask),
    description: (ask) => inspectDescription(sources, ask),
  };
}
