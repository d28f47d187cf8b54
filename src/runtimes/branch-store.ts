/** The branches of a session: each is a log, few of them are a running cluster as well. */
import { openSession, type Session, type SessionParts } from '../session/session.ts';
import type { InputResult, SessionEvent, SessionLog } from '../session/types.ts';
import type { BranchView } from '../viz/model.ts';
import type { KeptBranches, RuntimeEvent } from './runtime.ts';

/** The others are kept as logs only. */
const awakeAtOnce = 3;

export interface Branch {
  readonly view: BranchView;
  readonly state:
    | { readonly is: 'asleep'; readonly log: SessionLog }
    | { readonly is: 'awake'; readonly session: Session };
}

export interface BranchStore {
  /** In the order in which they were made, main first. */
  all(): readonly Branch[];
  find(id: string): Branch;
  /** The one inputs go to; throws before the first session. */
  current(): Branch;
  currentSession(): Session | undefined;
  /** Inputs go there from now on. */
  enter(id: string): void;
  /**
   * Opens a log as this branch, which may be a new one, and takes the place of the session it had. `reportReplay`: listeners get the
   * events of the replay.
   */
  open(view: BranchView, log: SessionLog, reportReplay?: boolean): Promise<readonly InputResult[]>;
  /** Its session, opened again if it sleeps; then those used least recently go to sleep. */
  wake(id: string): Promise<Session>;
  setView(view: BranchView): void;
  remove(id: string): void;
  /** Puts these in the place of all, asleep. */
  replaceAll(branches: KeptBranches['branches']): void;
}

/** Main first, then the forks as they were made. */
export const branchNumber = ({ id }: BranchView): number => Number(/^fork-(\d+)$/.exec(id)?.[1] ?? 0);

export const logOf = ({ state }: Branch): SessionLog => (state.is === 'awake' ? state.session.log() : state.log);

export function createBranchStore(parts: SessionParts, emit: (event: RuntimeEvent) => void): BranchStore {
  /** The one used last comes last. */
  let branches: readonly Branch[] = [];
  let currentId = '';

  const without = (id: string): readonly Branch[] => branches.filter(({ view }) => view.id !== id);
  const known = (id: string): Branch | undefined => branches.find(({ view }) => view.id === id);

  function find(id: string): Branch {
    const found = known(id);
    if (found === undefined) throw new Error(`There is no fork ${id} any more.`);
    return found;
  }

  async function open(view: BranchView, log: SessionLog, reportReplay = false): Promise<readonly InputResult[]> {
    const replaying = (index: number): void => emit({ type: 'replaying', index, of: log.inputs.length });
    const heard = (event: SessionEvent): void => {
      if (currentId === view.id) emit(event);
    };
    const { session, results } = await openSession(log, { ...parts, replaying }, reportReplay ? heard : undefined);
    if (!reportReplay) session.on(heard);
    sessionIn(known(view.id))?.close();
    branches = [...without(view.id), { view, state: { is: 'awake', session } }];
    return results;
  }

  return {
    all: () => branches.toSorted((a, b) => branchNumber(a.view) - branchNumber(b.view)),
    find,
    current() {
      const found = known(currentId);
      if (found === undefined) throw new Error('There is no session yet: reset the runtime with a log first.');
      return found;
    },
    currentSession: () => sessionIn(known(currentId)),
    enter(id) {
      currentId = id;
    },
    open,
    async wake(id) {
      const { view, state } = find(id);
      if (state.is === 'asleep') await open(view, state.log);
      const branch = find(id);
      branches = [...without(id), branch];
      const awake = branches.filter(({ state: { is } }) => is === 'awake');
      const tired = awake.slice(0, Math.max(0, awake.length - awakeAtOnce)).filter((each) => each.view.id !== currentId);
      branches = branches.map((each) => (tired.includes(each) ? asleep(each) : each));
      return awakeSession(branch);
    },
    setView(view) {
      branches = branches.map((each) => (each.view.id === view.id ? { ...each, view } : each));
    },
    remove(id) {
      sessionIn(known(id))?.close();
      branches = without(id);
    },
    replaceAll(next) {
      for (const branch of branches) sessionIn(branch)?.close();
      branches = next.map(({ view, log }) => ({ view, state: { is: 'asleep', log } }));
      currentId = '';
    },
  };
}

export function awakeSession({ state }: Branch): Session {
  if (state.is === 'asleep') throw new Error('This fork is asleep.');
  return state.session;
}

const sessionIn = (branch: Branch | undefined): Session | undefined =>
  branch?.state.is === 'awake' ? branch.state.session : undefined;

/** The session is closed; its log opens it again. */
function asleep(branch: Branch): Branch {
  const log = logOf(branch);
  sessionIn(branch)?.close();
  return { view: branch.view, state: { is: 'asleep', log } };
}
