/** The volumes of one pod over its life: made before its containers, refreshed while it runs. */
import type { Timer } from '../kernel/index.ts';
import { type Pod, StatusError } from '../sdk/index.ts';
import type { ClaimsFollower } from './claims.ts';
import { createTree } from './files/tree.ts';
import type { NodeContext } from './node-context.ts';
import { noNames, noReferences, readReferences } from './references.ts';
import type { RuntimePod } from './runtime.ts';
import { addVolumeNames, fillAccessVolumes, fillVolumes, type Places, type PodFacts, showsFields } from './volumes.ts';

/** Between two reads of a volume's source (upstream: a pod's sync and the age its caches allow). */
const refreshMs = 60_000;
const refreshSpreadMs = 30_000;
const firstRetryMs = 500;
const longestRetryMs = 122_000;

export interface PodVolumes {
  /** The volumes are there. Not called when the pod is stopped before. */
  whenReady(run: () => void): void;
  /** Somebody has changed the pod: what is filled from the API is filled again at once (upstream MarkRemountRequired). */
  podChanged(): void;
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
  const asks = addVolumeNames(pod().spec, names);
  let timer: Timer | undefined;
  let stopped = false;
  let ready: (() => void) | undefined;
  let filled = false;
  let claims: ClaimsFollower | undefined;
  let retryMs = firstRetryMs;

  function done(problem: string | undefined): void {
    if (stopped) return;
    if (problem === undefined) {
      filled = true;
      claims ??= node.features?.followClaims(node, pod);
      const run = ready;
      ready = undefined;
      run?.();
      timer?.cancel();
      if (asks) timer = clock.after(refreshMs + node.random.int(refreshSpreadMs), fill, { background: true });
      return;
    }
    if (!filled && problem !== '') node.event('Warning', pod(), 'FailedMount', problem);
    timer = clock.after(filled ? refreshMs : retryMs, fill, { background: retryMs > firstRetryMs });
    retryMs = Math.min(retryMs * 2, longestRetryMs);
  }
  function use(references: typeof noReferences, places: Places | undefined): string | undefined {
    const facts = factsOfPod(node, pod(), sandbox);
    return fillVolumes(sandbox.volumes, facts, references, places, runtime.network.disks, (mode) => createTree(clock.now, runtime.usageChanged, mode));
  }
  function fill(): void {
    const find = node.features?.findDisks(pod(), sandbox.volumes, node);
    if (!asks && find === undefined) return done(use(noReferences, undefined));
    const cause = node.cause();
    const client = node.client(cause);
    Promise.all([readReferences(client, pod(), names), find?.(client, cause)]).then(
      ([references, places]) => {
        if (!stopped) node.because(cause, () => done(typeof places === 'string' ? places : use(references, places)));
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
    podChanged() {
      claims?.sync();
      if (filled && !stopped && (asks || showsFields(pod()))) fill();
    },
    stop() {
      stopped = true;
      timer?.cancel();
      claims?.stop();
    },
  };
}
