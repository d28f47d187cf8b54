import type { Timer } from '../kernel/index.ts';
import type { Container, ContainerOnNode, PodSpec } from '../sdk/index.ts';
import type { ContainerView } from './pod-status.ts';
import type { Prober } from './prober.ts';
import type { ContainerRuntime, RuntimeContainer } from './runtime.ts';
import type { RunningProcess } from './unix-host.ts';

/** What the kubelet remembers of one container of a pod; what runs is the runtime's to say. */
export interface Track {
  /** As the pod has it now. */
  container: Container;
  /** Its definition is newer than what was last started. */
  changed: boolean;
  /** It is to run with other resources, and has to be started again for that. */
  resized: boolean;
  /**
   * It was ended for a newer definition's sake. Until that one runs, it counts as running: upstream does both within one sync, so that no status
   * tells of the end, after which the API server would let it run again only where the restart policy does.
   */
  replaced: boolean;
  readonly init: boolean;
  /** `spec.containers{nginx}` */
  readonly fieldPath: string;
  /** It is being started. */
  starting: boolean;
  /** Why it must be restarted, and the time that it gets to end. */
  failedProbe: { readonly message: string; readonly graceSeconds: number | undefined } | undefined;
  /** Its postStart hook has failed so, and it is being ended for that. */
  failedHook: string | undefined;
  waiting: { readonly reason: string; readonly message?: string } | undefined;
  /** Runs out when the container may be started again. */
  blocked: Timer | undefined;
  ready: boolean;
  started: boolean;
  /** Of startup and liveness. */
  probers: Prober[];
  readinessProber: Prober | undefined;
  /** It is being stopped. */
  killing: Killing | undefined;
}

/** How far a container's end has come. */
export interface Killing {
  /** When its grace period is over. */
  deadlineMs: number;
  /** The next signal that it gets. */
  timer: Timer | undefined;
  /** Its preStop hook runs, it waits for its turn, or it has got SIGTERM. */
  step: 'hook' | 'waiting' | 'terminated';
  /** Nothing that must end before it runs any more. */
  isTurn: boolean;
  readonly process: RunningProcess | undefined;
}

/** Nothing is known yet. */
export function newTrack(container: Container, init: boolean): Track {
  const fieldPath = `spec.${init ? 'initContainers' : 'containers'}{${container.name}}`;
  const nothing = { waiting: undefined, blocked: undefined, killing: undefined, failedProbe: undefined, failedHook: undefined, readinessProber: undefined };
  return { container, init, fieldPath, changed: false, resized: false, replaced: false, starting: false, ...nothing, ready: false, started: false, probers: [] };
}

export interface PodTracks {
  readonly inits: readonly Track[];
  readonly mains: readonly Track[];
  /** They only ever become more. */
  readonly ephemerals: readonly Track[];
  /** All of them. */
  readonly tracks: readonly Track[];
  readonly byName: ReadonlyMap<string, Track>;
  /** Takes up ephemeral containers that a newer spec has; false when there are none. */
  takeEphemeral(spec: PodSpec): boolean;
}

/** One for each container of a spec. */
export function createTracks({ initContainers = [], containers, ephemeralContainers = [] }: PodSpec): PodTracks {
  const inits = initContainers.map((container) => newTrack(container, true));
  const mains = containers.map((container) => newTrack(container, false));
  const ephemerals = ephemeralContainers.map(newEphemeralTrack);
  const tracks = [...inits, ...mains, ...ephemerals];
  const byName = new Map(tracks.map((track) => [track.container.name, track]));
  return {
    inits,
    mains,
    ephemerals,
    tracks,
    byName,
    takeEphemeral(spec) {
      const added = (spec.ephemeralContainers ?? []).filter(({ name }) => !byName.has(name)).map(newEphemeralTrack);
      for (const track of added) {
        ephemerals.push(track);
        tracks.push(track);
        byName.set(track.container.name, track);
      }
      return added.length > 0;
    },
  };
}

/** An ephemeral container: started once, never again. */
function newEphemeralTrack(container: Container): Track {
  return { ...newTrack(container, false), fieldPath: `spec.ephemeralContainers{${container.name}}` };
}

/** A regular init container: runs to its end before the next begins. */
export function isOneShot({ init, container }: Track): boolean {
  return init && container.restartPolicy !== 'Always';
}

/** Sidecars always run again; an init container that has done its work never does. */
export function policyOf(track: Track, policy = 'Always'): ContainerOnNode['restartPolicy'] {
  if (track.init ? !isOneShot(track) : policy === 'Always') return 'Always';
  return policy === 'Never' ? 'Never' : 'OnFailure';
}

export function latestOf(runtime: ContainerRuntime, uid: string, name: string): RuntimeContainer | undefined {
  return runtime.pod(uid)?.containers.get(name)?.at(-1);
}

/** What the kubelet remembers its starts by. */
export const keyOf = (uid: string, { container }: Track): string => `${uid}_${container.name}`;

/** For the status. */
export function viewOf(track: Track, runtime: ContainerRuntime, uid: string): ContainerView {
  const instances = runtime.pod(uid)?.containers.get(track.container.name);
  const { container, waiting, ready, started, replaced } = track;
  const last = instances?.at(-1);
  const latest = replaced && last?.ended !== undefined ? { ...last, ended: undefined } : last;
  return { container, latest, previous: instances?.at(-2), waiting, ready, started };
}

/** Its probes end; nothing of it counts as ready any more. */
export function forgetRun(track: Track): void {
  stopProbers(track);
  track.probers = [];
  track.readinessProber = undefined;
  track.ready = false;
  track.started = false;
  track.failedProbe = undefined;
}

export function stopProbers({ probers, readinessProber }: Track): void {
  for (const prober of probers) prober.stop();
  readinessProber?.stop();
}
