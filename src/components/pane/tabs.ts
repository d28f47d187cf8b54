/**
 * The pane's views. To add one: a folder with a Svelte component that takes `TabProps`, and a line here. A view's component is loaded when its
 * tab is first opened; only the cluster is there from the start, for it is in the page's HTML.
 */
import type { Component } from 'svelte';
import type { Inspect } from '../../session/inspections.ts';
import type { ClusterView } from '../../viz/model.ts';
import type { TabId } from '../../viz/tab-ids.ts';
import type { WhySubject } from '../../viz/trace-model.ts';
import type { PaneActions, PaneMoment, TravelView } from './actions.ts';

/** What every view is given. */
export interface TabProps {
  /** As the cluster stands. */
  readonly now: ClusterView;
  /** The moment that is shown: `now`, or an earlier one that is looked back on. */
  readonly shown: ClusterView;
  /** `shown` is an earlier moment. */
  readonly past: boolean;
  /** uid of the chosen Pod. */
  readonly selected: string | undefined;
  readonly onselect: (uid: string | undefined) => void;
  /** Looks at a moment; undefined: at now. */
  readonly onlook: (at: PaneMoment | undefined) => void;
  /** Absent on a page whose script hasn't begun. */
  readonly actions: PaneActions | undefined;
  /** Absent until there is a session. */
  readonly travel: TravelView | undefined;
  /** Absent until there is a session. */
  readonly inspect: Inspect | undefined;
  /** What to do when nothing is there yet. */
  readonly emptyHint: string | undefined;
  /** What was asked "Why?" of last: a new object each time. */
  readonly why: WhySubject | undefined;
}

/** What decides whether a tab is offered. */
export interface TabConditions {
  /** The page's script has begun. */
  readonly live: boolean;
  /** There is more than one branch. */
  readonly forked: boolean;
}

export interface PaneTab {
  readonly id: TabId;
  readonly name: string;
  /** Absent for the cluster. */
  readonly load?: () => Promise<{ readonly default: Component<TabProps> }>;
  /** Always, unless told. */
  readonly when?: (conditions: TabConditions) => boolean;
}

const live = (conditions: TabConditions): boolean => conditions.live;

export const paneTabs: readonly PaneTab[] = [
  { id: 'cluster', name: 'Cluster' },
  { id: 'map', name: 'Control plane', load: () => import('./map/MapTab.svelte'), when: live },
  { id: 'etcd', name: 'etcd', load: () => import('./EtcdTab.svelte'), when: live },
  { id: 'trace', name: 'Trace', load: () => import('./trace/TraceTab.svelte'), when: live },
  { id: 'scheduler', name: 'Scheduler', load: () => import('./scheduler/SchedulerTab.svelte'), when: live },
  { id: 'queues', name: 'Queues', load: () => import('./queues/QueuesTab.svelte'), when: live },
  { id: 'terminal', name: 'Terminal', load: () => import('./terminal/TerminalTab.svelte'), when: live },
  { id: 'events', name: 'Events', load: () => import('./EventsTab.svelte') },
  { id: 'code', name: 'Code', load: () => import('../workspace/CodeTab.svelte'), when: live },
  { id: 'forks', name: 'Forks', load: () => import('./ForksTab.svelte'), when: ({ forked }) => forked },
];
