/** What the pane gives to each of its views. */
import type { Inspect } from '../../session/inspections.ts';
import type { ClusterView } from '../../viz/model.ts';
import type { WhySubject } from '../../viz/trace-model.ts';
import type { PaneActions, PaneMoment, TravelView } from './actions.ts';

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
