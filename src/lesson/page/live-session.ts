/**
 * The session behind the page: begun when first needed, begun anew on request, or showing another universe. Its state is `place`, and the
 * reset under way, which every caller awaits: two variables are plainer here than events for each answer of the runtime.
 */
import type { Control, KeptBranches, Replayed, Runtime, RuntimeEvent } from '../../runtimes/runtime.ts';
import type { InputRequest, InputResult, Moment, SessionLog } from '../../session/types.ts';
import type { ClusterView } from '../../viz/model.ts';
import { tr } from '../words/words.ts';

export interface LiveSession {
  /** `none`: not begun. `elsewhere`: a universe is shown; the lesson's own comes back when it is next needed. */
  readonly place: 'none' | 'lesson' | 'elsewhere';
  /** Begins it where none has begun. */
  begin(): Promise<void>;
  run(input: InputRequest): Promise<InputResult>;
  /** In the session that is shown, also where that is a universe: nothing that is done there is kept. */
  runShown(input: InputRequest): Promise<InputResult>;
  view(): Promise<ClusterView>;
  /** Resolves with where the clock stands then. */
  control(control: Control): Promise<Moment>;
  /** See `Runtime.interrupt`. */
  interrupt(terminal?: string): void;
  /** Forgets the lesson's session; the next need begins it anew. */
  restart(): Promise<void>;
  /** A session that was kept is where the lesson's begins. Undefined: it has begun already. `mended`: it hung, and is back without what hung. */
  restore(kept: KeptBranches): Promise<Replayed | 'mended' | undefined>;
  /** Shows another session, such as a failing universe. False: the lesson's own can't come back from there, only begin anew. */
  show(log: SessionLog): Promise<boolean>;
  /** The lesson's own session again, as it was left. */
  back(): Promise<void>;
}

/** `log`: what the lesson's session begins with, called each time it begins. `cameBack`: it is shown again, after another one was. */
export function createLiveSession(runtime: Runtime, log: () => SessionLog, cameBack: () => void = () => {}): LiveSession {
  let place: LiveSession['place'] = 'none';
  let beginning: Promise<unknown> | undefined;
  /** The lesson's own session, while another one is shown. */
  let own: KeptBranches | undefined;

  function reset(to: SessionLog | KeptBranches): Promise<Replayed> {
    const resetting = runtime.reset(to).finally(() => {
      beginning = undefined;
    });
    beginning = resetting;
    return resetting;
  }

  async function begin(): Promise<void> {
    if (place === 'lesson') return;
    await (beginning ?? reset(own ?? log()));
    const isBack = place === 'elsewhere';
    own = undefined;
    place = 'lesson';
    if (isBack) cameBack();
  }

  return {
    get place() {
      return place;
    },
    async begin() {
      if (place === 'none') await begin();
    },
    async run(input) {
      refuseTooLarge(input);
      await begin();
      return runtime.run(input);
    },
    async runShown(input) {
      refuseTooLarge(input);
      if (place === 'none') await begin();
      return runtime.run(input);
    },
    view: async () => runtime.view(),
    async control(control) {
      if (place === 'none') await begin();
      return runtime.control(control);
    },
    interrupt: (terminal) => runtime.interrupt(terminal),
    async restart() {
      own = undefined;
      place = 'none';
      await begin();
    },
    async restore(kept) {
      if (place !== 'none' || beginning !== undefined) return undefined;
      const replayed = await orMended(runtime, reset(kept));
      place = 'lesson';
      return replayed;
    },
    async show(other) {
      if (place === 'lesson') own = await runtime.time.kept().catch(() => undefined);
      const canComeBack = place === 'none' || own !== undefined;
      place = 'elsewhere';
      await runtime.reset(other);
      return canComeBack;
    },
    back: begin,
  };
}

/** What hung in it is left out, and the rest comes back: that is this session, and not a new one. */
async function orMended(runtime: Runtime, replaying: Promise<Replayed>): Promise<Replayed | 'mended'> {
  try {
    return await replaying;
  } catch (error) {
    if (await broughtBack(runtime)) return 'mended';
    throw error;
  }
}

/** Whether a runtime that lost its session has it again. */
async function broughtBack(runtime: Runtime): Promise<boolean> {
  let tried = false;
  while (runtime.state.state === 'starting') {
    tried = true;
    await runtime.start().catch(() => undefined);
  }
  return tried && runtime.state.state === 'ready';
}

/** The most that a reader writes into one input: twice what a ConfigMap holds. All inputs are kept and sent together: such a log has to fit, too. */
export const largestText = 2_000_000;

function refuseTooLarge(input: InputRequest): void {
  const text = 'source' in input ? input.source : 'text' in input ? input.text : undefined;
  if (typeof text !== 'string' || text.length <= largestText) return;
  const millions = (length: number): string => tr('{number} million', { number: (Math.ceil(length / 100_000) / 10).toLocaleString('en-US') });
  const what = 'path' in input ? input.path : tr('This');
  throw new Error(
    tr('{what} has {size} characters, and the session takes at most {most} at a time. It isn’t saved or run, and stays here as it is: make it shorter, or split it.', { what, size: millions(text.length), most: millions(largestText) }),
  );
}

/** Words for the badge. */
export function runtimeWords(event: RuntimeEvent & { type: 'state' }): {
  readonly state: string;
  readonly reason?: string;
} {
  const { state } = event;
  return 'because' in state ? { state: state.state, reason: state.because } : { state: state.state };
}
