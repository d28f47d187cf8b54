/** The volumes of one pod over its life: made before its containers, refreshed while it runs. */
import type { Timer } from '../kernel/index.ts';
import { type Pod, StatusError } from '../sdk/index.ts';
import type { NodeContext } from './node-context.ts';
import { noNames, noReferences, readReferences } from './references.ts';
import type { RuntimePod } from './runtime.ts';
import { addVolumeNames, fillAccessVolumes, fillVolumes, type PodFacts } from './volumes.ts';

/** Between two reads of a volume's source (upstream: a pod's sync and the age its caches allow). */
const refreshMs = 60_000;
const refreshSpreadMs = 30_000;
const firstRetryMs = 500;
const longestRetryMs = 122_000;

export interface PodVolumes {
  /** The volumes are there. Not called when the pod is stopped before. */
  whenReady(run: () => void): void;
  stop(): void;
}

/** What variables and files of the downward API are made of. */
export function factsOfPod(node: NodeContext, pod: Pod, sandbox: RuntimePod): PodFacts {
  return { pod, nodeName: node.nodeName, hostIP: node.hostIP, podIP: sandbox.ip, allocatable: node.allocatable() };
}

/** Fills the volume with the pod's token, where it has one and it isn't filled yet; then `ready`, whatever came of it. */
export function fetchCredentials(node: NodeContext, pod: Pod, sandbox: RuntimePod, ready: () => void): void {
  const has = (pod.spec.volumes ?? []).some(({ projected }) =>
    projected?.sources?.some((each) => each.serviceAccountToken),
  );
  if (!has) return ready();
  const client = node.client(node.cause());
  const readConfigMap = async (name: string) => {
    const names = noNames();
    names.configMaps.add(name);
    return (await readReferences(client, pod, names)).configMaps.get(name);
  };
  fillAccessVolumes(sandbox.volumes, factsOfPod(node, pod, sandbox), client, readConfigMap).then(ready, ready);
}

/** Begins to make them, at once where nothing has to be fetched. */
export function startPodVolumes(node: NodeContext, sandbox: RuntimePod, pod: () => Pod): PodVolumes {
  const { clock, runtime } = node;
  const names = noNames();
  addVolumeNames(pod(), names, sandbox.volumes);
  const refreshes = names.configMaps.size + names.secrets.size > 0;
  let timer: Timer | undefined;
  let stopped = false;
  let ready: (() => void) | undefined;
  let filled = false;
  let retryMs = firstRetryMs;

  function done(problem: string | undefined): void {
    if (stopped) return;
    if (problem === undefined) {
      filled = true;
      names.claims.clear();
      const run = ready;
      ready = undefined;
      run?.();
      if (refreshes) timer = clock.after(refreshMs + node.random.int(refreshSpreadMs), fill, { background: true });
      return;
    }
    if (!filled) node.event('Warning', pod(), 'FailedMount', problem);
    timer = clock.after(filled ? refreshMs : retryMs, fill, { background: retryMs > firstRetryMs });
    retryMs = Math.min(retryMs * 2, longestRetryMs);
  }
  function use(references: typeof noReferences): string | undefined {
    const facts = factsOfPod(node, pod(), sandbox);
    return fillVolumes(sandbox.volumes, facts, references, runtime.network.disks, clock.now);
  }
  function fill(): void {
    if (!refreshes && names.claims.size === 0) return done(use(noReferences));
    const cause = node.cause();
    readReferences(node.client(cause), pod(), names).then(
      (references) => {
        if (!stopped) node.because(cause, () => done(use(references)));
      },
      (error: unknown) => done(error instanceof StatusError ? error.message : String(error)),
    );
  }
  return {
    whenReady(run) {
      ready = run;
      if ((pod().spec.volumes ?? []).length === 0) {
        ready = undefined;
        run();
      } else fill();
    },
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };
}
