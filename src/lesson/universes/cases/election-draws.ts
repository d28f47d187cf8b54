/** Small elections by what goes wrong in them, from calm to hard. Times are true time; each candidate has a clock of its own. */
import { epochMs, type Random } from '../../../engine/index.ts';
import type { Fate, Move, Name, Setup } from './played-election.ts';

export interface ElectionPlay {
  /** Since the epoch. Each play has a day of its own: what a rule remembers of the candidates of another fits no Lease of this one. */
  readonly beganMs: number;
  readonly setups: ReadonlyMap<Name, Setup>;
  /** In order of their time. */
  readonly moves: readonly Move[];
}

interface Draw {
  /** "the leader sleeps" */
  readonly name: string;
  readonly draw: (random: Random) => ElectionPlay;
}

const dayMs = 86_400_000;

/** What a request may take: a client gives up on one after five seconds. */
const slowestMs = 4500;

/** A play as it is put together: `atMs` moves on. */
interface Script {
  readonly random: Random;
  readonly moves: Move[];
  atMs: number;
}

/** Everyone of `names` tries once, in some order, and then acts if it leads. */
function round(script: Script, names: readonly Name[], { fates = {}, slow = 0.1 }: { readonly fates?: Partial<Record<Name, Fate>>; readonly slow?: number } = {}): void {
  const { random, moves } = script;
  for (const who of random.chance(0.5) ? names : names.toReversed()) {
    script.atMs += 50 + random.int(400);
    moves.push({ atMs: script.atMs, who, do: 'tries', delayMs: 20 + random.int(200), fate: fates[who] ?? 'stored' });
    script.atMs += 300;
    moves.push({ atMs: script.atMs, who, do: 'acts', delayMs: random.chance(slow) ? slowestMs : 20 + random.int(200) });
  }
}

/** Rounds for so long. */
function rounds(script: Script, forMs: number, names: readonly Name[], how: Parameters<typeof round>[2] & { readonly everyMs?: number } = {}): void {
  const untilMs = script.atMs + forMs;
  while (script.atMs < untilMs) {
    const beganMs = script.atMs;
    round(script, names, how);
    script.atMs = Math.max(script.atMs, beganMs + (how.everyMs ?? 2000));
  }
}

const both: readonly Name[] = ['a', 'b'];
const all: readonly Name[] = ['a', 'b', 'c'];

/** `a` takes the Lease first, and renews it a few times. */
function begin(script: Script, others: readonly Name[] = ['b']): void {
  round(script, ['a']);
  rounds(script, script.random.pick([1000, 3000, 5000]), ['a', ...others]);
}

/** `a` is not there for a while; then it acts first, or tries first. */
function sleeps(script: Script, others: readonly Name[] = ['b']): void {
  const { random, moves } = script;
  // What it did last may still travel.
  moves.push({ atMs: script.atMs, who: 'a', do: 'acts', delayMs: random.pick([100, slowestMs]) });
  rounds(script, random.pick([3000, 6000, 8500, 11_000, 13_000, 14_500, 17_000, 24_000]), others, { everyMs: random.pick([1000, 2000, 3000]) });
  if (random.chance(0.7)) moves.push({ atMs: script.atMs, who: 'a', do: 'acts', delayMs: random.pick([100, slowestMs]) });
  rounds(script, 5000, ['a', ...others], { everyMs: 1000 });
}

/** `b` tries when a Lease that doesn’t change has nearly run out. */
function onTheDot(script: Script): void {
  const { random, moves } = script;
  script.atMs += 500;
  const tries = (afterMs: number): void => {
    moves.push({ atMs: script.atMs + afterMs, who: 'b', do: 'tries', delayMs: 50, fate: 'stored' });
  };
  tries(0);
  tries(15_000 - random.pick([1, 1, 6, 14]));
  script.atMs += 17_500;
  rounds(script, 2000, both);
}

/** Writes of `a` are refused while it goes on acting: up to its deadline and beyond. */
function refused(script: Script): void {
  rounds(script, script.random.pick([4000, 9000, 14_500, 18_000]), both, { fates: { a: 'refused' }, slow: 0.5, everyMs: 1000 });
  rounds(script, 4000, both);
}

/** A renewal is stored, and `a` never hears of it; then nothing of it gets through. */
function unanswered(script: Script): void {
  const { random, moves } = script;
  moves.push({ atMs: script.atMs, who: 'a', do: 'tries', delayMs: 50, fate: 'unanswered' });
  script.atMs += 100;
  round(script, ['b']);
  script.atMs += random.pick([500, 2000, 4000]);
  rounds(script, random.pick([3000, 15_500, 18_000]), both, { fates: { a: 'refused' }, slow: 0.6, everyMs: 1000 });
  rounds(script, 3000, both);
}

function releases(script: Script): void {
  script.atMs += 5000;
  script.moves.push({ atMs: script.atMs, who: 'a', do: 'releases' });
  rounds(script, 4000, script.random.chance(0.3) ? both : ['b']);
}

function isReplaced(script: Script): void {
  // Sometimes right after a renewal.
  if (script.random.chance(0.5)) round(script, ['a']);
  else script.atMs += 1000;
  script.moves.push({ atMs: script.atMs, who: 'a', do: 'is replaced', by: 'b' });
  rounds(script, 5000, both);
}

function restarts(script: Script): void {
  script.atMs += 5000;
  script.moves.push({ atMs: script.atMs, who: 'a', do: 'restarts' });
  rounds(script, 4000, both);
}

const clocks = [-3_600_000, -40_000, -14_000, -6000, 6000, 14_000, 40_000, 3_600_000];

const alike: Setup = { aheadMs: 0, leaseDurationSeconds: 15, renewDeadlineMs: 10_000 };
/** What an administrator may have set instead. */
const longer: Setup = { aheadMs: 0, leaseDurationSeconds: 30, renewDeadlineMs: 20_000 };

function drawn(name: string, parts: readonly ((script: Script) => void)[], names: readonly Name[], setupOf: (random: Random, name: Name) => Setup = () => alike): Draw {
  return {
    name,
    draw(random) {
      const script: Script = { random, moves: [], atMs: 0 };
      begin(script, names.slice(1));
      random.pick(parts)(script);
      const beganMs = epochMs + random.int(10_000) * dayMs;
      return { beganMs, setups: new Map(names.map((each) => [each, setupOf(random, each)])), moves: script.moves };
    },
  };
}

const skewed = (random: Random): Setup => ({ ...alike, aheadMs: random.chance(0.7) ? random.pick(clocks) : 0 });
const mixed = (random: Random): Setup => ({ ...(random.chance(0.4) ? longer : alike), aheadMs: random.chance(0.3) ? random.pick(clocks) : 0 });

export const draws: readonly Draw[] = [
  drawn('one leads, the others wait', [(script) => rounds(script, 12_000, all)], all),
  drawn('the leader sleeps', [sleeps, sleeps, onTheDot], both),
  drawn('a leader is replaced', [releases, restarts, isReplaced], both),
  drawn('clocks differ', [(script) => sleeps(script, ['b', 'c']), (script) => rounds(script, 12_000, all)], all, skewed),
  drawn('writes are refused, or not answered', [refused, unanswered], both),
  drawn('settings and clocks differ', [sleeps, refused, unanswered, releases, restarts], both, mixed),
];
