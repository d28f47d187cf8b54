/** The engine behind the home page's instrument, loaded when somebody touches it. */
import type { Runtime } from '../../runtimes/runtime.ts';
import { createWorkerRuntime } from '../../runtimes/worker/worker-runtime.ts';
import { engineFiles } from './engine-files.ts';

export const homeRuntime = (): Runtime => createWorkerRuntime({ engine: engineFiles });
