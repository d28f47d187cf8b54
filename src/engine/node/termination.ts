/** Why a container has ended, as its status says. */
import { fromByteText } from './bytes.ts';
import type { ContainerLog } from './logs.ts';
import type { Surroundings } from './surroundings.ts';

/** Of a termination message, and of a log that stands in for one. */
const longestMessage = 4096;
const longestFallback = 2048;
interface TerminationSetup {
  readonly terminationMessagePath?: string;
  readonly terminationMessagePolicy?: string;
}

/** What the container left at its termination message's path goes into its status. */
export function reasonOf(
  code: number,
  { filesMade, files }: Pick<Surroundings, 'filesMade' | 'files'>,
  log: ContainerLog,
  setup: TerminationSetup,
): { readonly reason: string; readonly message?: string } {
  const reason = code === 0 ? 'Completed' : 'Error';
  const path = setup.terminationMessagePath ?? '/dev/termination-log';
  const written = filesMade() ? fromByteText((files.read(path) ?? '').slice(0, longestMessage)) : '';
  if (written !== '') return { reason, message: written };
  if (setup.terminationMessagePolicy !== 'FallbackToLogsOnError' || code === 0) return { reason };
  const entries = log.entries().slice(-80);
  const lines = entries.map(({ text }) => (typeof text === 'string' ? text : text()));
  const last = lines.join('\n').split('\n').slice(-80).join('\n').slice(-longestFallback);
  return last === '' ? { reason } : { reason, message: entries.at(-1)?.partial === true ? last : `${last}\n` };
}

export function startError(why: string): { readonly code: number; readonly reason: string; readonly message: string } {
  const chain =
    'failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed';
  const message = `${chain}: unable to start container process: ${why}: unknown`;
  return { code: 128, reason: 'StartError', message };
}
