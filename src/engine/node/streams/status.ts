/** How a stream ended, as channel 3 says it. */
import type { StreamEnd } from '../../sdk/index.ts';
import { bytesOf, toByteText } from '../bytes.ts';

/** Says it and ends the stream. A number is an exit code. */
export function endStream(peer: StreamEnd, result: number | { readonly error: string }): void {
  peer.write(3, bytesOf(toByteText(JSON.stringify(statusOf(result)))));
  peer.end();
}

function statusOf(result: number | { readonly error: string }) {
  if (result === 0) return { metadata: {}, status: 'Success' };
  if (typeof result === 'number') {
    return {
      metadata: {},
      status: 'Failure',
      message: `command terminated with non-zero exit code: exit status ${result}`,
      reason: 'NonZeroExitCode',
      details: { causes: [{ reason: 'ExitCode', message: String(result) }] },
    };
  }
  const message = `Internal error occurred: ${result.error}`;
  const causes = [{ message: result.error }];
  return { metadata: {}, status: 'Failure', message, reason: 'InternalError', details: { causes }, code: 500 };
}

/** A stream that takes nothing: what is returned where nothing could be opened. */
export const closedStream: StreamEnd = { write() {}, close() {}, end() {} };

/** Why a command in a container can't be started, in the words of its runtime. */
export function whyNotStarted({ id, error }: { readonly id: string; readonly error: string }): string {
  const why = `OCI runtime exec failed: exec failed: unable to start container process: ${error}: unknown`;
  return `failed to exec in container: failed to start exec "${id}": ${why}`;
}
