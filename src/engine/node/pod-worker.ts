/** Brings one pod's containers to what its spec asks for, and tells the API server how far it is (upstream pod_workers.go). */
import type { Timer } from '../kernel/index.ts';
import { formatTime, type Pod, type PodCondition } from '../sdk/index.ts';
import type { Refusal } from './admission.ts';
import { changeMessage, takeDefinitions } from './container-change.ts';
import { startProbes } from './container-probes.ts';
import { startContainer } from './container-start.ts';
import { stopContainer } from './container-stop.ts';
import type { NodeContext } from './node-context.ts';
import { deletePod, startDeadline } from './pod-end.ts';
import { planPod } from './pod-plan.ts';
import { podStatus, withGates } from './pod-status.ts';
import { fetchCredentials, type PodVolumes, startPodVolumes } from './pod-volumes.ts';
import type { RuntimeContainer, RuntimePod } from './runtime.ts';
import { createStatusWriter } from './status-writer.ts';
import { createTracks, factsOf, forgetRun, isOneShot, latestOf, type Track, viewOf } from './track.ts';

export interface PodWorker {
  /** The API server has a newer state of the pod. */
  update(pod: Pod): void;
  /** The pod is gone from the API. */
  gone(): void;
  /** One of its containers has ended. */
  containerEnded(name: string): void;
  /** Fetches what only people look at (credentials), before a command runs. */
  prepare(ready: () => void): void;
  /** Why a container doesn't run: `ImagePullBackOff`. */
  waiting(name: string): string | undefined;
  /** The kubelet stops; containers go on. */
  stop(): void;
}

/** `syncing`: starts what is missing. `stopping`: ends what runs. `over`: nothing runs and nothing will. */
type Mode = 'syncing' | 'stopping' | 'over';

/** Setting up the pod's network, milliseconds: at least, and at most as much again. */
const sandboxMs = 150;
/** How soon the worker looks again after a container has ended; until then the end itself is seen. */
const relistMs = 100;
const shortestGraceMs = 1_000;

/** Starts to work for a pod. A refusal makes it Failed at once. */
export function createPodWorker(node: NodeContext, first: Pod, refusal: Refusal | undefined): PodWorker {
  const { clock, runtime } = node;
  const { uid } = first.metadata;
  const { inits, mains, ephemerals, tracks, byName, takeEphemeral } = createTracks(first.spec);
  const writer = createStatusWriter(node, first);
  const startTime = first.status.startTime ?? formatTime(clock.now());
  let pod = first;
  let mode: Mode = 'syncing';
  let conditions: readonly PodCondition[] = first.status.conditions ?? [];
  let failure = refusal;
  let isGone = false;
  let busy = false;
  let stopped = false;
  let soon: Timer | undefined;
  let deadline: Timer | undefined;
  let volumes: PodVolumes | undefined;

  function report(): void {
    if (isGone || stopped) return;
    const sandbox = runtime.pod(uid);
    const views = (list: readonly Track[]) => list.map((track) => viewOf(track, runtime, uid));
    const status = podStatus({
      pod,
      inits: views(inits),
      mains: views(mains),
      ephemerals: views(ephemerals),
      hostIP: node.hostIP,
      podIP: pod.spec.hostNetwork === true && sandbox !== undefined ? node.hostIP : sandbox?.ip,
      startTime,
      terminal: mode === 'over',
      failure,
      before: withGates(conditions, pod),
      nowMs: clock.now(),
    });
    conditions = status.conditions ?? [];
    writer.write(pod, status);
  }

  function syncSoon(delayMs: number): void {
    if (soon !== undefined || stopped) return;
    soon = clock.after(delayMs, () => {
      soon = undefined;
      sync();
    });
  }

  function sync(): void {
    if (stopped || mode === 'over') return;
    if (mode === 'stopping') {
      continueStopping();
      return;
    }
    if (busy) return;
    const sandbox = runtime.pod(uid);
    if (sandbox === undefined) {
      createSandbox();
      return;
    }
    const added = ephemerals.find((track) => track.blocked === undefined && isNew(track));
    if (added !== undefined) {
      start(sandbox, added.container.name);
      return;
    }
    const plan = planPod(pod.spec, (name) => {
      const track = byName.get(name);
      if (track === undefined) throw new Error(`no container ${name}`);
      return factsOf(track, runtime, uid);
    });
    if (plan.type === 'start') start(sandbox, plan.container.name);
    else if (plan.type === 'finished') beginStopping(graceMs());
    else report();
  }

  function createSandbox(): void {
    busy = true;
    clock.after(sandboxMs + node.random.int(sandboxMs), () => {
      if (!wanted()) return;
      const sandbox = runtime.createPod(uid, pod.spec.hostname ?? pod.metadata.name);
      volumes = startPodVolumes(node, sandbox, () => pod);
      volumes.whenReady(() => {
        busy = false;
        sync();
      });
      if ((pod.spec.volumes ?? []).length > 0) report();
    });
  }

  function isNew({ container }: Track): boolean {
    return latestOf(runtime, uid, container.name) === undefined;
  }

  function wanted(): boolean {
    return !stopped && mode === 'syncing';
  }

  function start(sandbox: RuntimePod, name: string): void {
    const track = byName.get(name);
    if (track === undefined) return;
    busy = true;
    startContainer({
      node,
      pod,
      sandbox,
      track,
      wanted,
      blocked(forMs) {
        busy = false;
        if (track.changed) {
          restartChanged(track);
          return;
        }
        const background = track.waiting?.reason !== 'ErrImagePull';
        track.blocked = clock.after(Math.max(0, forMs), () => unblock(track), { background });
        report();
        sync();
      },
      started(container) {
        busy = false;
        if (container.ended === undefined) begin(sandbox, track, container);
        else report();
        if (track.changed) restartChanged(track);
        else if (container.ended === undefined) sync();
        else syncSoon(relistMs);
      },
      hookFailed: () => stopContainer(node, pod, track, graceMs(), `FailedPostStartHook`),
    });
  }

  /** It has another image now: the old container ends, the new one starts without a back-off. */
  function restartChanged(track: Track): void {
    const { name } = track.container;
    node.crashBackOff.forget(`${uid}_${name}`);
    track.blocked?.cancel();
    track.blocked = undefined;
    track.waiting = undefined;
    const seconds = pod.spec.terminationGracePeriodSeconds ?? 30;
    const message = changeMessage(track);
    if (runs(track) && message !== undefined) stopContainer(node, pod, track, seconds * 1000, message);
    else sync();
  }

  function unblock(track: Track): void {
    track.blocked = undefined;
    if (!stopped) sync();
  }

  function begin(sandbox: RuntimePod, track: Track, running: RuntimeContainer): void {
    if (isOneShot(track) || ephemerals.includes(track)) return;
    startProbes({
      node,
      pod,
      sandbox,
      track,
      running,
      changed() {
        if (busy || mode !== 'syncing') return;
        report();
        sync();
      },
      failed(message, probe) {
        const graceSeconds = probe.terminationGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 30;
        stopContainer(node, pod, track, graceSeconds * 1000, message);
      },
    });
  }

  function graceMs(): number {
    const seconds = pod.metadata.deletionGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 30;
    return Math.max(shortestGraceMs, seconds * 1000);
  }

  function beginStopping(grace: number): void {
    const already = mode === 'stopping';
    if (mode === 'over') {
      finish();
      return;
    }
    mode = 'stopping';
    busy = false;
    volumes?.stop();
    deadline?.cancel();
    for (const track of tracks) {
      track.blocked?.cancel();
      track.blocked = undefined;
      if (latestOf(runtime, uid, track.container.name) !== undefined) track.waiting = undefined;
      if (!already) for (const prober of track.probers) prober.stop();
    }
    for (const track of tracks) {
      if (track.init && !isOneShot(track) && mains.some(runs)) continue;
      stopContainer(node, pod, track, grace, `Stopping container ${track.container.name}`);
    }
    continueStopping();
  }

  function runs({ container }: Track): boolean {
    const latest = latestOf(runtime, uid, container.name);
    return latest !== undefined && latest.ended === undefined;
  }

  /** Main containers together, then sidecars in reverse order, then it is over. */
  function continueStopping(): void {
    if (mains.some(runs)) return;
    const left = inits.filter(runs);
    const last = left.at(-1);
    if (last !== undefined) {
      if (last.killing === undefined)
        stopContainer(node, pod, last, graceMs(), `Stopping container ${last.container.name}`);
      return;
    }
    mode = 'over';
    volumes?.stop();
    node.released(uid);
    finish();
  }

  /** Says how it ended; then, if it is to be deleted, lets it go. */
  function finish(): void {
    if (isGone) {
      runtime.removePod(uid);
      for (const { container } of tracks) {
        node.crashBackOff.forget(`${uid}_${container.name}`);
        node.pullBackOff.forget(`${uid}_${container.image ?? ''}`);
      }
      return;
    }
    report();
    const because = node.cause();
    if (pod.metadata.deletionTimestamp !== undefined) writer.whenWritten(() => remove(because));
  }

  function remove(because: number): void {
    if (!isGone && !stopped) deletePod(node, pod, because, () => remove(because));
  }

  function armDeadline(): void {
    deadline?.cancel();
    if (mode !== 'syncing') return;
    deadline = startDeadline(node, pod, startTime, (why) => {
      failure = why;
      beginStopping(graceMs());
    });
  }

  function containerEnded(name: string): void {
    const track = byName.get(name);
    if (track === undefined || stopped) return;
    track.killing?.timer?.cancel();
    track.killing = undefined;
    forgetRun(track);
    const code = latestOf(runtime, uid, name)?.ended?.code ?? 0;
    node.trace(pod, `${name} ended with ${code}`);
    if (mode === 'syncing' && !busy) report();
    syncSoon(mode === 'syncing' ? relistMs : 0);
  }

  /** Takes up a pod whose containers an earlier kubelet has started. */
  function adopt(sandbox: RuntimePod): void {
    for (const track of tracks) {
      const running = latestOf(runtime, uid, track.container.name);
      if (running === undefined || running.ended !== undefined) continue;
      const known = [...(first.status.containerStatuses ?? []), ...(first.status.initContainerStatuses ?? [])];
      begin(sandbox, track, running);
      track.ready ||= known.find(({ name }) => name === track.container.name)?.ready ?? false;
    }
  }

  function boot(): void {
    const sandbox = runtime.pod(uid);
    const done = first.status.phase === 'Succeeded' || first.status.phase === 'Failed';
    if (failure !== undefined || (done && sandbox === undefined)) mode = 'over';
    if (sandbox !== undefined) {
      volumes = startPodVolumes(node, sandbox, () => pod);
      if ((pod.spec.volumes ?? []).length > 0) volumes.whenReady(() => {});
      adopt(sandbox);
    }
    if (mode === 'over') {
      node.released(uid);
      if (failure !== undefined) writer.write(pod, { phase: 'Failed', ...failure, startTime });
    }
    if (pod.metadata.deletionTimestamp !== undefined) {
      beginStopping(graceMs());
    } else if (mode === 'syncing') {
      armDeadline();
      if (sandbox === undefined) report();
      sync();
    }
  }
  boot();

  return {
    update(next) {
      const before = pod;
      pod = next;
      const { deletionTimestamp, deletionGracePeriodSeconds } = next.metadata;
      if (deletionTimestamp !== undefined) {
        const again = before.metadata.deletionGracePeriodSeconds !== deletionGracePeriodSeconds;
        if (before.metadata.deletionTimestamp === undefined || again) beginStopping(graceMs());
        return;
      }
      writer.seen(next);
      if (before.spec !== next.spec && mode === 'syncing') {
        if (takeEphemeral(next.spec) && !busy) sync();
        for (const { track, oldImage } of takeDefinitions(tracks, next.spec)) {
          node.pullBackOff.forget(`${uid}_${oldImage}`);
          if (!busy || runs(track)) restartChanged(track);
        }
      }
      if (before.spec.activeDeadlineSeconds !== next.spec.activeDeadlineSeconds) armDeadline();
      if (next.spec.readinessGates !== undefined && !busy) report();
    },
    gone() {
      isGone = true;
      writer.stop();
      if (mode === 'over') finish();
      else beginStopping(graceMs());
    },
    containerEnded,
    prepare(ready) {
      const sandbox = runtime.pod(uid);
      if (sandbox === undefined) ready();
      else fetchCredentials(node, pod, sandbox, ready);
    },
    waiting: (name) => byName.get(name)?.waiting?.reason,
    stop() {
      stopped = true;
      volumes?.stop();
      writer.stop();
      soon?.cancel();
      deadline?.cancel();
      for (const track of tracks) {
        track.blocked?.cancel();
        track.killing?.timer?.cancel();
        for (const prober of track.probers) prober.stop();
      }
    },
  };
}
