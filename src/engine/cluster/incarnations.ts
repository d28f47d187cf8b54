/** A process that starts again is another process: it draws other random numbers than the one before it. */
import type { Kernel } from '../kernel/index.ts';

/** Returns a function that gives a component, at each of its starts, the kernel with a stream of chance of its own. */
export function createIncarnations(kernel: Kernel): (component: string) => Kernel {
  const starts = new Map<string, number>();
  return (component) => {
    const start = (starts.get(component) ?? 0) + 1;
    starts.set(component, start);
    const random = kernel.random.fork(`${component}#${start}`);
    return Object.create(kernel, { random: { value: random, enumerable: true } });
  };
}
