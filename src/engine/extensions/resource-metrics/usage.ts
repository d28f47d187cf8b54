/**
 * What containers are said to use. Where a Pod's figures are read at its port (metrics-adapter/scraper.ts), the CPU of its first container is what
 * its process says that it has used; of others nothing is measured: there is no machine. A Pod says it by annotations: `converge.dev/cpu-usage: "250m"` for
 * each of its containers, `converge.dev/cpu-usage.<container>` for one, `memory-usage` likewise; an empty value is not reported. Otherwise each
 * container has a share of what it requests (or a little, when it requests nothing), always the same one, drawn from its pod's uid.
 */
import type { Container, Pod } from '../../api/index.ts';
import { hash32 } from '../../kernel/index.ts';
import { milliValue, parseQuantity } from '../../meta/index.ts';

/** What isn't reported is absent. */
export interface Usage {
  /** Cores, in billionths. */
  readonly nanoCores?: number;
  readonly bytes?: number;
}

/** Annotations that say what containers use begin with it. */
const said = 'converge.dev/';

const milli = 1_000_000;
const mebi = 1024 * 1024;
/** Kubelet, runtime and kernel of a node. */
export const nodeOverhead: Usage = { nanoCores: 50 * milli, bytes: 300 * mebi };

/** Usage of the containers that run now, in the pod's order. Of one that reports nothing there is none. */
export function usageOf(pod: Pod, measured?: Measured): readonly { readonly name: string; readonly usage: Usage }[] {
  const { spec, status } = pod;
  const first = spec.containers[0]?.name;
  return spec.containers
    .filter(({ name }) =>
      status.containerStatuses?.some((each) => each.name === name && each.state?.running !== undefined),
    )
    .map((container) => {
      const own = container.name === first ? measured : undefined;
      return { name: container.name, usage: usageOfContainer(container, pod, own) };
    })
    .filter(({ usage }) => usage.nanoCores !== undefined || usage.bytes !== undefined);
}

/** What a process has said; without cores: nothing yet. */
export interface Measured {
  readonly cores?: number | undefined;
}

function usageOfContainer(container: Container, pod: Pod, measured: Measured | undefined): Usage {
  const drawn = drawnUsage(container, pod.metadata.uid ?? '');
  const annotatedCores = annotated(pod, container, 'cpu-usage');
  const bytes = annotated(pod, container, 'memory-usage');
  if (annotatedCores === 'drawn' && measured !== undefined && measured.cores === undefined) return {};
  const cores = annotatedCores === 'drawn' ? (measured?.cores ?? 'drawn') : annotatedCores;
  return {
    ...reported('nanoCores', cores === 'drawn' ? drawn.nanoCores : cores && Math.round(cores * 1e9)),
    ...reported('bytes', bytes === 'drawn' ? drawn.bytes : bytes && Math.round(bytes)),
  };
}

function reported(name: keyof Usage, amount: number | undefined): Usage {
  return amount === undefined ? {} : { [name]: amount };
}

/** What the Pod says about a container: an amount, or that it isn't reported. What can't be read says nothing. */
function annotated({ metadata }: Pod, { name }: Container, what: string): number | undefined | 'drawn' {
  const { annotations = {} } = metadata;
  const text = annotations[`${said}${what}.${name}`] ?? annotations[`${said}${what}`];
  if (text === undefined || (text !== '' && 'error' in parseQuantity(text))) return 'drawn';
  return text === '' ? undefined : milliValue(text) / 1000;
}

function drawnUsage({ name, resources }: Container, uid: string): Required<Usage> {
  const share = (hash32(`${uid}/${name}`) % 1000) / 1000;
  const cores = milliValue(resources?.requests?.['cpu'] ?? '0') / 1000;
  const bytes = milliValue(resources?.requests?.['memory'] ?? '0') / 1000;
  return {
    nanoCores: Math.round(cores > 0 ? cores * 1e9 * (0.1 + 0.5 * share) : (1 + 4 * share) * milli),
    bytes: Math.round(bytes > 0 ? bytes * (0.3 + 0.5 * share) : (4 + 12 * share) * mebi),
  };
}

/** All of it. */
export function sumOf(usages: readonly Usage[]): Required<Usage> {
  return usages.reduce<Required<Usage>>(
    (sum, { nanoCores = 0, bytes = 0 }) => ({ nanoCores: sum.nanoCores + nanoCores, bytes: sum.bytes + bytes }),
    { nanoCores: 0, bytes: 0 },
  );
}

/** As metrics-server writes it. */
export function quantities({ nanoCores, bytes }: Usage): { readonly cpu?: string; readonly memory?: string } {
  return {
    ...(nanoCores === undefined ? {} : { cpu: `${nanoCores}n` }),
    ...(bytes === undefined ? {} : { memory: `${Math.round(bytes / 1024)}Ki` }),
  };
}
