/** The pane's views, in the order in which they stand. */
export const tabIds = ['cluster', 'map', 'etcd', 'trace', 'scheduler', 'queues', 'owners', 'terminal', 'code', 'events', 'forks'] as const;
export type TabId = (typeof tabIds)[number];
