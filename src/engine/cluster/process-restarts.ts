/** A process that starts again is another process: it draws other random numbers than the one before it, and may have another clock. */
import type { Clock, Kernel } from '../kernel/index.ts';

export interface ProcessRestarts {
  /** The kernel as this start of a component gets it: with random numbers and a clock of its own. */
  kernelFor(component: string): Kernel;
  /** From its next start on the component's clock is so far ahead of the kernel's; 0 for not at all. Milliseconds. */
  setSkew(component: string, byMs: number): void;
}

/** Counts the starts of each component of a kernel. */
export function createProcessRestarts(kernel: Kernel): ProcessRestarts {
  const starts = new Map<string, number>();
  const skews = new Map<string, number>();
  return {
    kernelFor(component) {
      const start = (starts.get(component) ?? 0) + 1;
      starts.set(component, start);
      const random = kernel.random.fork(`${component}#${start}`);
      return { ...kernel, random, clock: skewed(kernel.clock, skews.get(component) ?? 0) };
    },
    setSkew: (component, byMs) => void skews.set(component, byMs),
  };
}

/** Off by the same all its life, so that it measures what passes as the others do. */
function skewed(clock: Clock, byMs: number): Clock {
  return byMs === 0 ? clock : { ...clock, now: () => clock.now() + byMs };
}
