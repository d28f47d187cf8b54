/**
 * The pane's views. To add one: a folder with a Svelte component that takes `TabProps`, and a line here. A view's component is loaded when its
 * tab is first opened; only the cluster is there from the start, for it is in the page's HTML.
 */
import type { Component } from 'svelte';
import type { TabId } from '../../viz/tab-ids.ts';
import type { TabProps } from './tab-props.ts';
import type { English } from '../../lesson/words/words.ts';

/** What decides whether a tab is offered. */
export interface TabConditions {
  /** The page's script has begun. */
  readonly live: boolean;
  /** There is more than one branch. */
  readonly forked: boolean;
  /** What the lesson's cluster has. */
  readonly nodes: boolean;
  readonly controllers: boolean;
  /** Has Events: without controllers there may be none. */
  readonly events: boolean;
  /** There is code to read: an exercise's, or the built-in controllers'. */
  readonly code: boolean;
}

/** What of a cluster a lesson has. */
export interface LessonUses {
  readonly nodes: boolean;
  readonly controllers: boolean;
  readonly exercise: boolean;
}

export interface PaneTab {
  readonly id: TabId;
  readonly name: string;
  /** Absent for the cluster. */
  readonly load?: () => Promise<{ readonly default: Component<TabProps> }>;
  /** Always, by default. */
  readonly when?: (conditions: TabConditions) => boolean;
  /** It would show nothing in this lesson: left out unless it is asked for. */
  readonly unused?: (conditions: TabConditions) => boolean;
}

const live = (conditions: TabConditions): boolean => conditions.live;

export const paneTabs: readonly (PaneTab & { readonly name: English })[] = [
  { id: 'cluster', name: 'Cluster' },
  { id: 'map', name: 'Control plane', load: () => import('./map/MapTab.svelte'), when: live, unused: ({ nodes, controllers }) => !nodes && !controllers },
  { id: 'etcd', name: 'etcd', load: () => import('./EtcdTab.svelte'), when: live },
  { id: 'trace', name: 'Trace', load: () => import('./trace/TraceTab.svelte'), when: live },
  { id: 'scheduler', name: 'Scheduler', load: () => import('./scheduler/SchedulerTab.svelte'), when: live, unused: ({ nodes, controllers }) => !nodes || !controllers },
  { id: 'queues', name: 'Queues', load: () => import('./queues/QueuesTab.svelte'), when: live, unused: ({ controllers }) => !controllers },
  { id: 'owners', name: 'Owners', load: () => import('./owners/OwnersTab.svelte'), when: live, unused: ({ controllers }) => !controllers },
  { id: 'terminal', name: 'Terminal', load: () => import('./terminal/TerminalTab.svelte'), when: live },
  { id: 'events', name: 'Events', load: () => import('./EventsTab.svelte'), unused: ({ events }) => !events },
  { id: 'code', name: 'Code', load: () => import('../workspace/CodeTab.svelte'), when: live, unused: ({ code }) => !code },
  { id: 'forks', name: 'Forks', load: () => import('./ForksTab.svelte'), when: ({ forked }) => forked },
];

/** Those that make sense under these conditions, and the one that somebody asked for by its name. */
export const tabsFor = (conditions: TabConditions, chosen: TabId): readonly PaneTab[] =>
  paneTabs.filter(({ id, when, unused }) => (when?.(conditions) ?? true) && (id === chosen || unused?.(conditions) !== true));
