/**
 * What containers are said to use. Nothing is measured: there is no machine. Each container has a share of what it requests (or a little, when
 * it requests nothing), always the same one, drawn from its pod's uid.
 */
import type { Container, Pod } from '../../api/index.ts';
import { hash32 } from '../../kernel/index.ts';
import { milliValue } from '../../meta/index.ts';

export interface Usage {
  /** Cores, in billionths. */
  readonly nanoCores: number;
  readonly bytes: number;
}

const milli = 1_000_000;
const mebi = 1024 * 1024;
/** Kubelet, runtime and kernel of a node. */
export const nodeOverhead: Usage = { nanoCores: 50 * milli, bytes: 300 * mebi };

/** Usage of the containers that run now, in the pod's order. */
export function usageOf({ spec, status, metadata }: Pod): readonly { readonly name: string; readonly usage: Usage }[] {
  return spec.containers
    .filter(({ name }) =>
      status.containerStatuses?.some((each) => each.name === name && each.state?.running !== undefined),
    )
    .map((container) => ({ name: container.name, usage: usageOfContainer(container, metadata.uid ?? '') }));
}

function usageOfContainer({ name, resources }: Container, uid: string): Usage {
  const share = (hash32(`${uid}/${name}`) % 1000) / 1000;
  const cores = milliValue(resources?.requests?.['cpu'] ?? '0') / 1000;
  const bytes = milliValue(resources?.requests?.['memory'] ?? '0') / 1000;
  return {
    nanoCores: Math.round(cores > 0 ? cores * 1e9 * (0.1 + 0.5 * share) : (1 + 4 * share) * milli),
    bytes: Math.round(bytes > 0 ? bytes * (0.3 + 0.5 * share) : (4 + 12 * share) * mebi),
  };
}

/** All of it. */
export function sumOf(usages: readonly Usage[]): Usage {
  return usages.reduce((sum, each) => ({ nanoCores: sum.nanoCores + each.nanoCores, bytes: sum.bytes + each.bytes }), {
    nanoCores: 0,
    bytes: 0,
  });
}

/** As metrics-server writes it. */
export function quantities({ nanoCores, bytes }: Usage): { readonly cpu: string; readonly memory: string } {
  return { cpu: `${nanoCores}n`, memory: `${Math.round(bytes / 1024)}Ki` };
}
