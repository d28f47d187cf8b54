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
      target.failed(whyKilled(target, 'startup'), startupProbe);
    }
  });
  track.probers.push(prober);
}

function startOthers(target: ProbeTarget): void {
  const { track } = target;
  const { readinessProbe, livenessProbe } = track.container;
  track.ready = readinessProbe === undefined;
  if (readinessProbe !== undefined) {
    track.readinessProber = probe(target, 'Readiness', readinessProbe, (ok) => {
      if (track.ready === ok) return;
      track.ready = ok;
      target.changed();
    });
  }
  if (livenessProbe === undefined) return;
  const prober = probe(target, 'Liveness', livenessProbe, (ok) => {
    if (ok) return;
    // On hold until there is a new container (upstream worker.go doProbe).
    prober.stop();
    target.failed(whyKilled(target, 'liveness'), livenessProbe);
  });
  track.probers.push(prober);
}

/** In the words of upstream computePodActions and computeInitContainerActions. */
function whyKilled({ pod, track }: ProbeTarget, kind: 'startup' | 'liveness'): string {
  const { init, container } = track;
  if (init) return `Init container ${container.name} failed ${kind} probe`;
  const next = pod.spec.restartPolicy === 'Never' ? '' : ', will be restarted';
  return `Container ${container.name} failed ${kind} probe${next}`;
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
