/** What a program throws where nothing catches, or rejects where nothing awaits: it ends the program's process, not the test's. */
import { currentProgram } from './program.ts';

type Listener = (error: unknown, origin: unknown) => void;

/** Takes over what programs fail with. The rest is left to those who listened before, whom what is returned puts back. */
export function catchForPrograms(): () => void {
  const restore = [takeOver('unhandledRejection'), takeOver('uncaughtException')];
  return () => {
    for (const each of restore) each();
  };
}

function takeOver(event: 'unhandledRejection' | 'uncaughtException'): () => void {
  const before = process.listeners(event as 'uncaughtException') as readonly Listener[];
  const listen: Listener = (error, origin) => {
    const program = currentProgram();
    if (program !== undefined) return program.fail(error);
    if (before.length === 0) throw error;
    for (const each of before) each(error, origin);
  };
  process.removeAllListeners(event);
  process.on(event, listen);
  return () => {
    process.off(event, listen);
    for (const each of before) process.on(event, each);
  };
}
