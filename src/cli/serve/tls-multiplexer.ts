/** One port for both: a connection that begins as TLS does is served over TLS, any other as it is. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './certificate.ts';

/** The first byte of a TLS handshake. */
const handshake = 22;
/** A client has this long to send its first byte, and as long for the handshake. */
const silentMs = 10_000;

/** Teaches a server that doesn't listen yet. Returns what ends the connections that haven't said what they are. */
export function multiplexTls(server: Server, { key, certificate }: Certificate): () => void {
  const undecided = new Set<Socket>();
  const serve = server.listeners('connection');
  server.removeAllListeners('connection');
  const accept = (socket: Socket): void => {
    for (const listener of serve) listener.call(server, socket);
  };
  const tls = createTlsServer(
    { key, cert: certificate, ALPNProtocols: ['http/1.1'], handshakeTimeout: silentMs },
    accept,
  );
  // A client that doesn't like the certificate hangs up; that is no concern of the others.
  tls.on('tlsClientError', (_error, socket) => socket.destroy());
  server.on('connection', (socket: Socket) => {
    undecided.add(socket);
    socket.once('error', () => socket.destroy());
    socket.once('close', () => undecided.delete(socket));
    const silent = (): void => void socket.destroy();
    socket.setTimeout(silentMs, silent);
    socket.once('data', (first: Buffer) => {
      socket.setTimeout(0, silent);
      socket.pause();
      socket.unshift(first);
      if (first[0] === handshake) tls.emit('connection', socket);
      else {
        undecided.delete(socket);
        accept(socket);
      }
      process.nextTick(() => socket.resume());
    });
  });
  return () => {
    for (const socket of undecided) socket.destroy();
  };
}
