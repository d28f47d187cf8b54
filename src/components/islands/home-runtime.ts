/** The engine behind the home page's instrument, loaded when somebody touches it. */
import engineUrl from '../../../.generated/engine-worker.txt?url';
import type { Runtime } from '../../runtimes/runtime.ts';
import { createWorkerRuntime } from '../../runtimes/worker/worker-runtime.ts';
import { text } from './fetch-text.ts';

export const homeRuntime = (): Runtime => createWorkerRuntime({ source: () => text(engineUrl) });
