/** `/healthz`: the process lives; `/readyz`: its caches are filled. For a kubelet's probes. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

export interface Health {
  /** Rejects where the port can't be had. */
  serve(port: number): Promise<{ readonly port: number; close(): void }>;
}

/** `ready`: undefined, or what is still missing. */
export function createHealth(ready: () => string | undefined): Health {
  return {
    async serve(port) {
      const server = createServer(({ url = '' }, response) => {
        const path = url.split('?')[0];
        const known = path === '/healthz' || path === '/readyz';
        const missing = path === '/readyz' ? ready() : undefined;
        response.writeHead(!known ? 404 : missing === undefined ? 200 : 503, { 'content-type': 'text/plain; charset=utf-8' });
        response.end(known ? (missing ?? 'ok') : 'not found: there are /healthz and /readyz');
      });
      server.listen(port);
      await once(server, 'listening');
      return { port: portOf(server), close: () => void server.close() };
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
