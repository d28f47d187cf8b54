/**
 * Questions about a session that change nothing: no input, nothing in the log. To add one, give it a line in `Inspections` (what is
 * asked, what is answered) and one in `createInspectors`. Asks and answers are plain JSON.
 */
import { type Completion, complete, type KnownToShell } from '../shell/completion/complete.ts';
import type { KeyHistoryView, KeySpaceView } from '../viz/model.ts';
import type { EffectsView, TraceAsk, TraceView, WhyAsk, WhyView } from '../viz/trace-model.ts';
import type { DescriptionAsk, DescriptionView } from '../viz/description-model.ts';
import type { MapAsk, MapView } from '../viz/map-model.ts';
import type { OwnersAsk, OwnersView } from '../viz/owners-model.ts';
import type { QueuesView } from '../viz/queues-model.ts';
import type { SchedulingAsk, SchedulingView } from '../viz/scheduling-model.ts';
import type { ReconcilesAsk, ReconcilesView } from '../viz/reconciles-model.ts';
import type { FaultsView } from '../viz/faults-model.ts';
import type { IncidentAsk, IncidentView } from '../viz/incident-model.ts';
import type { Keys } from './keys.ts';
import type { Faults } from './faults.ts';
import type { PaneInspectors } from './inspectors/index.ts';
import type { Incidents } from './incidents/incidents.ts';
import type { Learner } from './learner/learner.ts';
import type { History } from './history.ts';
import { type ChangeLogEntry, type ChangeLogRequest, changeLogOf } from './change-log.ts';
import type { Terminals } from './terminals/terminals.ts';
import type { Why } from './why/why.ts';
import type { KeySpaceRequest, Place, TerminalView } from './types.ts';

export interface Inspections {
  /** etcd's keys with a prefix. */
  readonly keys: { readonly ask: KeySpaceRequest; readonly answer: KeySpaceView };
  /** What became of one key, up to a moment. */
  readonly keyHistory: { readonly ask: { readonly key: string; readonly at?: Place }; readonly answer: KeyHistoryView };
  /** What may stand at the cursor of a command line of that terminal. */
  readonly complete: { readonly ask: { readonly line: string; readonly cursor: number; readonly terminal?: string }; readonly answer: Completion };
  /** All that a terminal shows, and how it stands. */
  readonly terminal: { readonly ask: { readonly terminal: string }; readonly answer: TerminalView };
  /** The chain of causes of something, back to what a user did. */
  readonly why: { readonly ask: WhyAsk; readonly answer: WhyView };
  /** What came of something. */
  readonly effects: { readonly ask: WhyAsk; readonly answer: EffectsView };
  /** The trace as it is drawn: lanes, spans, links. */
  readonly trace: { readonly ask: TraceAsk; readonly answer: TraceView };
  /** Who owns whom, and what waits for what before it goes. */
  readonly owners: { readonly ask: OwnersAsk; readonly answer: OwnersView };
  /** The control plane, and what is on its way between its parts. */
  readonly map: { readonly ask: MapAsk; readonly answer: MapView };
  /** What each loop has before it. */
  readonly queues: { readonly ask: null; readonly answer: QueuesView };
  /** How the scheduler decided about a Pod. */
  readonly scheduling: { readonly ask: SchedulingAsk; readonly answer: SchedulingView };
  /** A Pod as `kubectl describe` prints it. */
  readonly description: { readonly ask: DescriptionAsk; readonly answer: DescriptionView };
  /** What swapped controllers did, call by call, and the expressions evaluated in them. */
  readonly reconciles: { readonly ask: ReconcilesAsk; readonly answer: ReconcilesView };
  /** The faults that last, and where there could be some. */
  readonly faults: { readonly ask: null; readonly answer: FaultsView };
  /** The last incident, and what is right of a diagnosis. */
  readonly incident: { readonly ask: IncidentAsk; readonly answer: IncidentView };
  /** What was written between two moments. */
  readonly changeLog: { readonly ask: ChangeLogRequest; readonly answer: readonly ChangeLogEntry[] };
}
export type InspectionName = keyof Inspections;

/** Asks the session; rejects with an Error whose message is a sentence. */
export type Inspect = <N extends InspectionName>(name: N, ask: Inspections[N]['ask']) => Promise<Inspections[N]['answer']>;

export type Inspectors = { readonly [N in InspectionName]: (ask: Inspections[N]['ask']) => Inspections[N]['answer'] };

/** What they read. */
export interface Inspected {
  readonly history: History;
  readonly keys: Keys;
  readonly known: KnownToShell;
  readonly terminals: Pick<Terminals, 'view' | 'namespace'>;
  /** Made when it is first requested: in the page its module comes in a piece. */
  why(): Why;
  readonly paneInspectors: PaneInspectors;
  readonly faults: Pick<Faults, 'current'>;
  readonly incidents: Pick<Incidents, 'inspect'>;
  readonly learner: Pick<Learner, 'reconciles'>;
}

export function createInspectors({ history, keys, known, terminals, why, paneInspectors, faults, incidents, learner }: Inspected): Inspectors {
  return {
    keys: (ask) => keys.space(ask),
    keyHistory: ({ key, at }) => keys.history(key, at),
    complete: ({ line, cursor, terminal = '' }) =>
      complete(line, cursor, { ...known, namespace: (context) => terminals.namespace(terminal, context) }),
    terminal: ({ terminal }) => terminals.view(terminal),
    why: (ask) => why().why(ask),
    effects: (ask) => why().effects(ask),
    trace: (ask) => why().trace(ask),
    owners: (ask) => why().owners(ask),
    map: (ask) => paneInspectors.map(ask),
    queues: () => paneInspectors.queues(),
    scheduling: (ask) => paneInspectors.scheduling(ask),
    description: (ask) => paneInspectors.description(ask),
    reconciles: (ask) => learner.reconciles(ask),
    faults: () => faults.current(),
    incident: (ask) => incidents.inspect(ask),
    changeLog: (ask) => changeLogOf(history, ask),
  };
}
