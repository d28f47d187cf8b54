/** Startup, readiness and liveness of one running container. */
import type { Pod, Probe } from '../sdk/index.ts';
import { runHandler } from './handlers.ts';
import type { NodeContext } from './node-context.ts';
import { type Prober, startProber } from './prober.ts';
import type { RuntimeContainer, RuntimePod } from './runtime.ts';
import type { Track } from './track.ts';

export interface ProbeTarget {
  readonly node: NodeContext;
  readonly pod: Pod;
  readonly sandbox: RuntimePod;
  readonly track: Track;
  readonly running: RuntimeContainer;
  /** `started` or `ready` has changed. */
  changed(): void;
  /** Liveness or startup failed: it must be restarted. */
  failed(message: string, probe: Probe): void;
}

/** Starts its probes and sets `started` and `ready` as far as nothing needs to be probed. */
export function startProbes(target: ProbeTarget): void {
  const { track } = target;
  const { startupProbe } = track.container;
  track.started = startupProbe === undefined;
  if (startupProbe === undefined) {
    startOthers(target);
    return;
  }
  const prober = probe(target, 'Startup', startupProbe, (ok) => {
    prober.stop();
    if (ok) {
      track.started = true;
      startOthers(target);
      target.changed();
    } else {
      target.failed(`Container ${track.container.name} failed startup probe, will be restarted`, startupProbe);
    }
  });
  track.probers.push(prober);
}

function startOthers(target: ProbeTarget): void {
  const { track } = target;
  const { readinessProbe, livenessProbe, name } = track.container;
  track.ready = readinessProbe === undefined;
  if (readinessProbe !== undefined) {
    track.probers.push(
      probe(target, 'Readiness', readinessProbe, (ok) => {
        if (track.ready === ok) return;
        track.ready = ok;
        target.changed();
      }),
    );
  }
  if (livenessProbe === undefined) return;
  track.probers.push(
    probe(target, 'Liveness', livenessProbe, (ok) => {
      if (!ok) target.failed(`Container ${name} failed liveness probe, will be restarted`, livenessProbe);
    }),
  );
}

function probe(target: ProbeTarget, kind: string, spec: Probe, result: (ok: boolean) => void): Prober {
  const { node, pod, sandbox, track, running } = target;
  const { container, fieldPath } = track;
  return startProber({
    clock: node.clock,
    probe: spec,
    attempt(done) {
      if (running.ended !== undefined) return;
      runHandler({ clock: node.clock, runtime: node.runtime, pod: sandbox, container, running }, spec, done);
    },
    failed({ output, errored }) {
      const how = errored === true ? 'errored and resulted in unknown state' : 'failed';
      node.event('Warning', pod, 'Unhealthy', `${kind} probe ${how}: ${output}`, fieldPath);
    },
    result,
  });
}
