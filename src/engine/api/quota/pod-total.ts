import type { Container, Pod } from '../generated/types.ts';
import { type Amounts, amountsOf, largestOf, sumOf } from './amounts.ts';

/** What the containers of a pod want: all of them and the sidecars at once, or the hungriest init container beside the sidecars before it. */
export function podTotal({ spec }: Pod, what: 'requests' | 'limits'): Amounts {
  const of = ({ resources }: Container): Amounts => amountsOf(resources?.[what]);
  let running: Amounts = new Map();
  for (const container of spec.containers) running = sumOf(running, of(container));
  let sidecars: Amounts = new Map();
  let starting: Amounts = new Map();
  for (const container of spec.initContainers ?? []) {
    if (container.restartPolicy === 'Always') sidecars = sumOf(sidecars, of(container));
    else starting = largestOf(starting, sumOf(sidecars, of(container)));
  }
  return largestOf(sumOf(running, sidecars), starting);
}
