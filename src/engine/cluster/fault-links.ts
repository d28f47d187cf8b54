/** Between whom a fault changes what passes: it decides which controllers can't share a watch any longer. */
import { matchesComponent } from '../kernel/index.ts';
import type { Fault } from './types.ts';

/** Whether a fault, now or once its moment has come, changes what passes between a component and a server. */
export function concernsLink(fault: Fault, component: string, server: string): boolean {
  return linksOf(fault).some(
    ([one, other]) =>
      (matchesComponent(one, component) && matchesComponent(other, server)) ||
      (matchesComponent(other, component) && matchesComponent(one, server)),
  );
}

/** Patterns of names for either end. A component that crashes begins anew by itself. */
function linksOf(fault: Fault): readonly (readonly [string, string])[] {
  switch (fault.type) {
    case 'link':
      return [[fault.from, fault.to]];
    case 'partition':
      return (fault.from ?? ['*']).map((peer) => [fault.component, peer] as const);
    case 'pause':
    case 'stale-after-write':
    case 'withhold':
      return [[fault.component, '*']];
    case 'cloud':
    case 'crash':
    case 'crash-after-write':
    case 'disk':
    case 'refuse':
    case 'restart':
    case 'skew':
      return [];
  }
}
