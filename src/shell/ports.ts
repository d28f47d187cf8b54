/** Ports of the session that `kubectl port-forward` opened, and `curl` reaches. */
import type { Dial, SessionPorts } from '../kubectl/types.ts';

/** The first one that is given to who doesn't ask for any. */
const firstFree = 40_000;

export interface Ports extends SessionPorts {
  /** Undefined where nothing listens. */
  at(port: number): Dial | undefined;
}

/** None is open at first. One that is open already now leads elsewhere: otherwise what a cell opened could not be closed. */
export function createPorts(): Ports {
  const open = new Map<number, Dial>();
  return {
    listen(requested, dial) {
      let port = requested;
      if (port === 0) for (port = firstFree; open.has(port); ) port += 1;
      open.set(port, dial);
      return port;
    },
    close(port, dial) {
      if (open.get(port) === dial) open.delete(port);
    },
    at: (port) => open.get(port),
  };
}
