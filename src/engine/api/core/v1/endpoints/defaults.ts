import type { Endpoints } from '../../../generated/types.ts';

/** Ports speak TCP unless they say otherwise. */
export function setDefaults(endpoints: Endpoints): Endpoints {
  const { subsets = [] } = endpoints;
  if (subsets.every(({ ports = [] }) => ports.every(({ protocol }) => protocol))) return endpoints;
  return {
    ...endpoints,
    subsets: subsets.map((subset) =>
      subset.ports === undefined
        ? subset
        : { ...subset, ports: subset.ports.map((port) => (port.protocol ? port : { ...port, protocol: 'TCP' })) },
    ),
  };
}
