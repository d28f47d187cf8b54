/** The kernel: time, chance, messages and the record of what caused what. It imports nothing and knows no platform. */
export type { Clock, Timer, TimerOptions } from './clock.ts';
export { epochMs } from './clock.ts';
export { createDisk, type Disk, type DiskFault, type DiskOptions } from './disk.ts';
export { createKernel, type Kernel, type KernelOptions, type RunEnd, type RunOptions } from './kernel.ts';
export { type LinkFault, matchesComponent, type Network, type Pipe, type PostOptions } from './network.ts';
export { createRandom, hash32, hash32Twice, type Random } from './random.ts';
export type { Trace, TraceEvent, TraceId } from './trace.ts';
