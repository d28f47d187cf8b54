/** What the engine's own components may use besides `converge/sdk`: the parts a controller is made of. */
export { qosClass } from '../api/core/v1/pod/qos.ts';
export * from '../client/index.ts';
export { formatQuantity, parseGoDuration } from '../meta/index.ts';
export {
  type ControllerEnvironment,
  type ControllerStatus,
  type RemoteController,
  type RunningController,
  startController,
} from './controller-runtime.ts';
export type { LogLine } from './log-line.ts';
export { isResizing } from './pod-resources.ts';
