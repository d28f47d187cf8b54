/** How etcdctl fails: `Error: <message>` and an exit code (upstream pkg/cobrautl/error.go). */

export const exitCodes = { error: 1, badConnection: 2, invalidInput: 3, badFeature: 4, interrupted: 5, badArgs: 128 } as const;

/** Ends the command: printed as `Error: <message>`. */
export class CommandError extends Error {
  readonly code: number;
  constructor(message: string, code: number = exitCodes.error) {
    super(message);
    this.code = code;
  }
}

/** What etcd refused, in its own words. */
export class RpcError extends Error {}

/** The user pressed Ctrl+C: exit code 130, nothing is printed. */
export class Interrupted extends Error {}

/** Wrong arguments: exit code 128. */
export function badArgs(message: string): CommandError {
  return new CommandError(message, exitCodes.badArgs);
}
