/** `process` for programs: one that exits ends itself, not the test, and its handlers of signals aren't left behind when it has crashed. */
import { currentProgram } from './program.ts';
import { type AnyFunction, replace } from './replace.ts';

/** Returns what takes it back. */
export function installVirtualProcess(): () => void {
  const undo = [replace(process, 'exit', exit), ...['on', 'once', 'addListener'].map((name) => replace(process, name, listen))];
  return () => {
    for (const each of undo) each();
  };
}

const exit =
  (real: AnyFunction): AnyFunction =>
  (code) => {
    const program = currentProgram();
    if (program === undefined) return Reflect.apply(real, process, [code]);
    const exited = new Error(`process.exit(${code ?? ''})`);
    program.fail(exited);
    // What follows doesn't run. The program has ended, so that this is no failure of it any more.
    throw exited;
  };

/** No signal reaches a program: it crashes. */
const listen =
  (real: AnyFunction): AnyFunction =>
  (...args) =>
    currentProgram() === undefined ? Reflect.apply(real, process, args) : process;
