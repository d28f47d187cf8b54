/**
 * The ways a session has gone: the lesson's own and the forks of it. Inputs go to one of them; the time of the others stands still.
 */
import { compare } from '../session/compare.ts';
import type { Session, SessionParts } from '../session/session.ts';
import type { InputResult, Place } from '../session/types.ts';
import type { BranchView, ComparisonView } from '../viz/model.ts';
import { awakeSession, branchNumber, type BranchStore, createBranchStore, logOf } from './branch-store.ts';
import type { BranchAct, BranchMoment, KeptBranches, RuntimeEvent, Standing } from './runtime.ts';

export interface Branches {
  /** Forgets everything and opens these; the results are those of the current one's inputs. */
  restore(kept: KeptBranches): Promise<readonly InputResult[]>;
  act(ask: BranchAct): Promise<Standing>;
  /** As they now stand. */
  kept(): KeptBranches;
  compare(a: BranchMoment, b: BranchMoment): Promise<ComparisonView>;
  readonly current: Session | undefined;
  close(): void;
}

const mostForks = 8;

export function createBranches(parts: SessionParts, emit: (event: RuntimeEvent) => void): Branches {
  const store = createBranchStore(parts, emit);
  /** Number of the fork that was made last: a name is given once. */
  let lastFork = 0;

  return {
    get current() {
      return store.currentSession();
    },
    async restore(kept) {
      store.replaceAll(kept.branches);
      lastFork = Math.max(0, ...kept.branches.map(({ view }) => branchNumber(view)));
      const { view, log } = keptBranch(kept);
      store.enter(view.id);
      const results = await store.open(view, log, true);
      if (kept.branches.length > 1) standing(store, emit);
      else emit({ type: 'branches', branches: [view], current: view.id });
      return results;
    },
    async act(ask) {
      switch (ask.do) {
        case 'fork':
          if (store.all().length > mostForks) throw new Error(`There are ${mostForks} forks already. Drop one to make another.`);
          lastFork += 1;
          return fork(store, emit, ask.at, lastFork);
        case 'rewind':
          return rewind(store, emit, ask.at);
        case 'enter':
          await store.wake(ask.id);
          store.enter(ask.id);
          return standing(store, emit);
        case 'drop':
          if (store.find(ask.id) === store.current()) throw new Error('This fork is being shown: go to another before dropping it.');
          store.remove(ask.id);
          return standing(store, emit);
      }
    },
    kept: () => ({
      branches: store.all().map((branch) => ({ view: branch.view, log: logOf(branch) })),
      current: store.current().view.id,
    }),
    async compare(a, b) {
      await store.wake(a.branch);
      const right = await store.wake(b.branch);
      return compare((await store.wake(a.branch)).world(a.at), right.world(b.at));
    },
    close: () => store.replaceAll([]),
  };
}

function keptBranch({ branches, current }: KeptBranches): KeptBranches['branches'][number] {
  const found = branches.find(({ view }) => view.id === current);
  if (found === undefined) throw new Error(`There is no fork ${current} any more.`);
  return found;
}

/** Where the session stands now; listeners are sent it, too. */
function standing(store: BranchStore, emit: (event: RuntimeEvent) => void, words = ''): Standing {
  const branch = store.current();
  const session = awakeSession(branch);
  const branches = store.all().map(({ view }) => view);
  emit({ type: 'branches', branches, current: branch.view.id });
  emit({ type: 'swapped', controllers: session.swapped() });
  return {
    branches,
    current: branch.view.id,
    log: session.log(),
    now: session.now(),
    historyHash: session.historyHash(),
    words,
  };
}

async function fork(store: BranchStore, emit: (event: RuntimeEvent) => void, at: Place, number: number): Promise<Standing> {
  const parent = store.current();
  const { log, t, words } = awakeSession(parent).cut(at);
  const view: BranchView = { id: `fork-${number}`, name: `fork ${number}` };
  await store.open(view, log);
  const { revision } = awakeSession(store.find(view.id)).now();
  store.setView({ ...view, from: { name: parent.view.name, t, revision }, ...(words === '' ? {} : { words }) });
  store.enter(view.id);
  await store.wake(view.id);
  return standing(store, emit, words);
}

async function rewind(store: BranchStore, emit: (event: RuntimeEvent) => void, at: Place): Promise<Standing> {
  const { view, state } = store.current();
  if (state.is === 'asleep') throw new Error('This fork is asleep.');
  const { log, words } = state.session.cut(at);
  await store.open(view, log);
  await store.wake(view.id);
  return standing(store, emit, words);
}
