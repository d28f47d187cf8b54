/**
 * The ways a session has gone: the lesson's own and the forks of it. Each is a log; few of them are cluster as well. One of them is
 * where inputs go, the others stand still.
 */
import { compare } from '../session/compare.ts';
import { openSession, type Session, type SessionParts } from '../session/session.ts';
import type { InputResult, Place, SessionEvent, SessionLog } from '../session/types.ts';
import type { BranchView, ComparisonView } from '../viz/model.ts';
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

/** More than these are kept as logs only. */
const awakeAtOnce = 3;
const most = 9;

interface Branch {
  view: BranchView;
  /** Its log while it sleeps. */
  log: SessionLog;
  session: Session | undefined;
}

export function createBranches(parts: SessionParts, tell: (event: RuntimeEvent) => void): Branches {
  /** The one used last comes last. */
  let branches: Branch[] = [];
  let current: Branch | undefined;
  let named = 0;

  async function open(branch: Branch, log: SessionLog, said: boolean): Promise<readonly InputResult[]> {
    const replaying = (index: number): void => tell({ type: 'replaying', index, of: log.inputs.length });
    const heard = (event: SessionEvent): void => {
      if (current === branch) tell(event);
    };
    const opened = await openSession(log, { ...parts, replaying }, said ? heard : undefined);
    if (!said) opened.session.on(heard);
    branch.session = opened.session;
    return opened.results;
  }

  async function awake(branch: Branch): Promise<Session> {
    if (branch.session === undefined) await open(branch, branch.log, false);
    branches = [...branches.filter((each) => each !== branch), branch];
    const awake = branches.filter(({ session }) => session !== undefined);
    for (const each of awake.slice(0, Math.max(0, awake.length - awakeAtOnce))) if (each !== current) sleep(each);
    return live(branch);
  }

  function sleep(branch: Branch): void {
    branch.log = live(branch).log();
    branch.session?.close();
    branch.session = undefined;
  }

  function find(id: string): Branch {
    const found = branches.find(({ view }) => view.id === id);
    if (found === undefined) throw new Error(`There is no fork ${id} any more.`);
    return found;
  }

  function here(): Branch {
    if (current === undefined) throw new Error('There is no session yet: reset the runtime with a log first.');
    return current;
  }

  function stand(words = ''): Standing {
    const branch = here();
    const session = live(branch);
    const views = branches.map(({ view }) => view).sort((a, b) => order(a) - order(b));
    tell({ type: 'branches', branches: views, current: branch.view.id });
    tell({ type: 'swapped', controllers: session.swapped() });
    return {
      branches: views,
      current: branch.view.id,
      log: session.log(),
      now: session.now(),
      historyHash: session.historyHash(),
      words,
    };
  }

  async function fork(at: Place): Promise<Standing> {
    if (branches.length >= most) throw new Error(`There are ${most - 1} forks already. Drop one to make another.`);
    const parent = here();
    const cut = live(parent).cut(at);
    named += 1;
    const branch: Branch = { view: { id: `fork-${named}`, name: `fork ${named}` }, log: cut.log, session: undefined };
    await open(branch, cut.log, false);
    const from = { name: parent.view.name, t: cut.t, revision: live(branch).now().revision };
    branch.view = { ...branch.view, from, ...(cut.words === '' ? {} : { words: cut.words }) };
    current = branch;
    await awake(branch);
    return stand(cut.words);
  }

  async function rewind(at: Place): Promise<Standing> {
    const old = here();
    const cut = live(old).cut(at);
    const branch: Branch = { view: old.view, log: cut.log, session: undefined };
    await open(branch, cut.log, false);
    old.session?.close();
    branches = branches.filter((each) => each !== old);
    current = branch;
    await awake(branch);
    return stand(cut.words);
  }

  function close(): void {
    for (const { session } of branches) session?.close();
    branches = [];
    current = undefined;
    named = 0;
  }

  return {
    get current() {
      return current?.session;
    },
    async restore(kept) {
      close();
      branches = kept.branches.map(({ view, log }) => ({ view, log, session: undefined }));
      const branch = find(kept.current);
      // Its name goes on counting where the last one was.
      for (const { view } of branches) named = Math.max(named, order(view));
      current = branch;
      const results = await open(branch, branch.log, true);
      if (branches.length > 1) stand();
      else tell({ type: 'branches', branches: [branch.view], current: branch.view.id });
      return results;
    },
    async act(ask) {
      switch (ask.do) {
        case 'fork':
          return fork(ask.at);
        case 'rewind':
          return rewind(ask.at);
        case 'enter': {
          const branch = find(ask.id);
          await awake(branch);
          current = branch;
          return stand();
        }
        case 'drop': {
          const branch = find(ask.id);
          if (branch === current) throw new Error('This fork is being shown: go to another before dropping it.');
          branch.session?.close();
          branches = branches.filter((each) => each !== branch);
          return stand();
        }
      }
    },
    kept: () => ({
      branches: branches.map(({ view, log, session }) => ({ view, log: session?.log() ?? log })),
      current: here().view.id,
    }),
    async compare(a, b) {
      const [left, right] = [find(a.branch), find(b.branch)];
      await awake(left);
      await awake(right);
      return compare((await awake(left)).world(a.at), live(right).world(b.at));
    },
    close,
  };
}

function live({ session }: Branch): Session {
  if (session === undefined) throw new Error('This fork is asleep.');
  return session;
}

/** Main first, then the forks as they were made. */
const order = ({ id }: BranchView): number => Number(/^fork-(\d+)$/.exec(id)?.[1] ?? 0);
