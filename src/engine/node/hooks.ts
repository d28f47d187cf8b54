/** What postStart and preStop do (upstream lifecycle/handlers.go). */
import type { LifecycleHandler, Pod } from '../sdk/index.ts';
import { type HandlerTarget, runHandler } from './handlers.ts';

/** Runs it; `done` gets what the kubelet says of a failure. An answer over HTTP is one whatever its status. */
export function runHook(target: HandlerTarget, pod: Pod, hook: LifecycleHandler, done: (failure: string | undefined) => void): void {
  const { name, namespace = '', uid } = pod.metadata;
  const where = `for Container "${target.container.name}" in Pod "${name}_${namespace}(${uid})" failed - error`;
  runHandler(target, hook, ({ error, output }) => {
    if (error === undefined) return done(undefined);
    const { exec, httpGet } = hook;
    if (exec !== undefined) done(`Exec lifecycle hook ([${exec.command?.join(' ') ?? ''}]) ${where}: ${error}, message: ${JSON.stringify(output)}`);
    else done(`HTTP lifecycle hook (${httpGet?.path ?? ''}) ${where}: ${error}`);
  });
}
