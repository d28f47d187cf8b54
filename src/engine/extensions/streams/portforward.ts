/** pods/x/portforward: TCP connections to ports of a pod, any number of them on one stream. */
import type { Pod } from '../../api/index.ts';
import type { Context } from '../../apiserver/context.ts';
import { JsonSyntaxError, parseJsonText } from '../../apiserver/json-text.ts';
import type { NodeStreams } from '../../apiserver/node-access.ts';
import type { StreamEnd } from '../../meta/index.ts';
import { upgradeOf, upgradeTo } from './exec.ts';
import { requireNode, withPodOnNode } from './pod-of-request.ts';

/**
 * Connection n has channels 2n (its bytes) and 2n + 1 (what went wrong, as text). The client opens it with the port's two bytes (little
 * endian) on channel 2n, says there that it has no more to send by closing it, and hangs up by closing 2n + 1; the first two bytes that come back on each of its channels are the port again.
 */
export function portForward(context: Context): void {
  withPodOnNode(context, (pod, nodes) => {
    requireNode(context, pod);
    return upgradeTo(upgradeOf(context.exchange), (client) => forwarder(pod, nodes, client));
  });
}

function forwarder(pod: Pod, nodes: NodeStreams, client: StreamEnd): StreamEnd {
  /** By the channel of their bytes. */
  const connections = new Map<number, StreamEnd>();
  /** The first byte of a port whose second hasn't come. */
  const begun = new Map<number, number>();
  const gone = new Set<number>();

  function open(channel: number, port: number): StreamEnd {
    const portBytes = Uint8Array.of(port & 0xff, port >> 8);
    client.write(channel, portBytes);
    client.write(channel + 1, portBytes);
    let over = false;
    const finish = (): void => {
      if (over) return;
      over = true;
      connections.delete(channel);
      gone.add(channel);
      client.close(channel);
      client.close(channel + 1);
    };
    const connection = nodes.connect(pod, port, {
      write(kind, bytes) {
        if (over) return;
        if (kind === 0) client.write(channel, bytes);
        else if (kind === 1) client.write(channel + 1, bytes);
        else if (kind === 3) client.write(channel + 1, errorText(pod, port, bytes));
      },
      close(kind) {
        if (!over && kind === 0) client.close(channel);
      },
      end: finish,
    });
    if (!over) connections.set(channel, connection);
    return connection;
  }

  /** Takes the port off the front of a new connection's bytes; the connection, once it is known where it leads. */
  function begin(channel: number, bytes: Uint8Array): Uint8Array {
    const first = begun.get(channel);
    const head = first === undefined ? bytes : Uint8Array.of(first, ...bytes.subarray(0, 1));
    const [low, high] = head;
    if (low === undefined) return bytes;
    if (high === undefined) {
      begun.set(channel, low);
      return new Uint8Array();
    }
    begun.delete(channel);
    open(channel, low | (high << 8));
    return bytes.subarray(first === undefined ? 2 : 1);
  }

  return {
    write(channel, bytes) {
      if (channel % 2 === 1 || gone.has(channel)) return;
      const rest = connections.has(channel) ? bytes : begin(channel, bytes);
      if (rest.length > 0) connections.get(channel)?.write(0, rest);
    },
    close(channel) {
      if (channel % 2 === 0) connections.get(channel)?.close(0);
      else connections.get(channel - 1)?.end();
    },
    end() {
      for (const connection of [...connections.values()]) connection.end();
      connections.clear();
    },
  };
}

/** A node may say it in its own words (channel 1) or as a Status (3); on this channel it is a line of text (upstream: kubelet pkg/kubelet/server/portforward). */
function errorText({ metadata: { uid } }: Pod, port: number, bytes: Uint8Array): Uint8Array {
  const text = latin1(bytes);
  let message = text;
  try {
    const { value } = parseJsonText(text);
    if (typeof value === 'object' && value !== null && 'message' in value) message = String(value.message);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
  }
  return Uint8Array.from(`error forwarding port ${port} to pod ${uid}, uid : ${message}`, (character) =>
    character.charCodeAt(0),
  );
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
