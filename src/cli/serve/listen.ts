/** A server of this machine alone. */
import type { Server } from 'node:http';

export interface Listening {
  /** `http://127.0.0.1:8001` */
  readonly url: string;
  /** Ends every connection, streams too. */
  close(): Promise<void>;
}

const address = '127.0.0.1';

/** Resolves when it listens; rejects with node's error (EADDRINUSE, EACCES) when it can't. Port 0 takes a free one. */
export function listen(server: Server, port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      const bound = server.address();
      const listening = typeof bound === 'object' && bound !== null ? bound.port : port;
      resolve({
        url: `http://${address}:${listening}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}
