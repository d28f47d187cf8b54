/** Probes of one container (upstream prober): first after the initial delay, then each period; results need a streak. */
import type { Clock, Timer } from '../kernel/index.ts';
import type { Probe } from '../sdk/index.ts';

export interface ProbeOutcome {
  readonly ok: boolean;
  /** What goes into the event when it failed. */
  readonly output: string;
  /** It couldn't be asked at all: this says nothing about the container. */
  readonly errored?: true;
  /** As a hook it has failed, because of this. */
  readonly error?: string;
}

export interface ProberOptions {
  readonly clock: Clock;
  readonly probe: Probe;
  /** Asks the container once. */
  attempt(done: (outcome: ProbeOutcome) => void): void;
  /** A single attempt failed. */
  failed(outcome: ProbeOutcome): void;
  /** The streak is long enough: the state is now this. */
  result(ok: boolean): void;
}

export interface Prober {
  stop(): void;
}

/** Starts probing. Waits are background but the first: a container that is being started isn't quiet. */
export function startProber(options: ProberOptions): Prober {
  const { clock, probe } = options;
  const periodMs = (probe.periodSeconds ?? 10) * 1000;
  let state: boolean | undefined;
  let streak = 0;
  let last: boolean | undefined;
  let stopped = false;
  let timer: Timer;

  function count(ok: boolean): void {
    streak = ok === last ? streak + 1 : 1;
    last = ok;
    const needed = ok ? (probe.successThreshold ?? 1) : (probe.failureThreshold ?? 3);
    if (streak < needed || state === ok) return;
    state = ok;
    options.result(ok);
  }
  function run(): void {
    const beganMs = clock.now();
    options.attempt((outcome) => {
      if (stopped) return;
      if (!outcome.ok) options.failed(outcome);
      if (outcome.errored !== true) count(outcome.ok);
      // Upstream's ticker doesn't wait for an answer: the time that it took is part of the period.
      if (!stopped) timer = clock.after(Math.max(0, beganMs + periodMs - clock.now()), run, { background: true });
    });
  }
  timer = clock.after((probe.initialDelaySeconds ?? 0) * 1000, run);
  return {
    stop() {
      stopped = true;
      timer.cancel();
    },
  };
}
