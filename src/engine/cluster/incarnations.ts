/** A process that starts again is another process: it draws other random numbers than the one before it, and may have another clock. */
import type { Clock, Kernel } from '../kernel/index.ts';

export interface Incarnations {
  /** The kernel as this start of a component gets it: with a stream of chance, and a clock, of its own. */
  (component: string): Kernel;
  /** From its next start on the component's clock is so far ahead of the kernel's; 0 for not at all. Milliseconds. */
  setSkew(component: string, byMs: number): void;
}

/** Counts the starts of each component of a kernel. */
export function createIncarnations(kernel: Kernel): Incarnations {
  const starts = new Map<string, number>();
  const skews = new Map<string, number>();

  function next(component: string): Kernel {
    const start = (starts.get(component) ?? 0) + 1;
    starts.set(component, start);
    const random = kernel.random.fork(`${component}#${start}`);
    const clock = skewed(kernel.clock, skews.get(component) ?? 0);
    return { ...kernel, random, clock };
  }
  return Object.assign(next, { setSkew: (component: string, byMs: number) => void skews.set(component, byMs) });
}

/** Off by the same all its life, so that it measures what passes as the others do. */
function skewed(clock: Clock, byMs: number): Clock {
  return byMs === 0 ? clock : { ...clock, now: () => clock.now() + byMs };
}
