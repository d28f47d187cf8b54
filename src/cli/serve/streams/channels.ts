/**
 * The channel protocols over a websocket: each message is a channel's number and its bytes (upstream: apimachinery
 * pkg/util/httpstream/wsstream). v4 ends with a Status, v5 can close a channel, base64 has everything as text.
 */
import type { StreamEnd } from '../../../engine/index.ts';
import type { Wire } from './wire.ts';

/** What this server speaks, best first. */
export const channelProtocols = [
  'v5.channel.k8s.io',
  'v4.channel.k8s.io',
  'v4.base64.channel.k8s.io',
  'channel.k8s.io',
  'base64.channel.k8s.io',
] as const;

/** How it ended. */
const statusChannel = 3;
/** v5: the second byte says which channel is closed. */
const closing = 255;

/** What comes from the client, for the engine. */
export function fromChannels(protocol: string, peer: StreamEnd): (message: Buffer) => void {
  const base64 = protocol.includes('base64');
  const canClose = protocol.startsWith('v5');
  return (message) => {
    const [first] = message;
    if (first === undefined) return;
    const channel = base64 ? first - 0x30 : first;
    const bytes = base64 ? Buffer.from(message.toString('latin1', 1), 'base64') : message.subarray(1);
    if (channel === closing) {
      const [closed] = bytes;
      if (canClose && closed !== undefined) peer.close(closed);
    } else if (bytes.length > 0 && channel >= 0) peer.write(channel, bytes);
  };
}

/** What the engine sends. `plainErrors`: before v4 the status channel has only the message of what went wrong. */
export function toChannels(protocol: string, wire: Wire, plainErrors = !/^v[45]/.test(protocol)): StreamEnd {
  const base64 = protocol.includes('base64');
  return {
    write(channel, bytes) {
      const content = plainErrors && channel === statusChannel ? messageOf(bytes) : bytes;
      if (content.length === 0) return;
      if (base64) wire.send(Buffer.from(String.fromCharCode(0x30 + channel) + Buffer.from(content).toString('base64')));
      else wire.send(Buffer.concat([Buffer.of(channel), content]));
    },
    // A client learns of it by the end of everything.
    close() {},
    end: () => wire.end(),
  };
}

/** The message of a Status that isn't a success. */
export function messageOf(status: Uint8Array): Uint8Array {
  try {
    const { status: how, message } = JSON.parse(Buffer.from(status).toString('utf8'));
    return Buffer.from(how === 'Success' ? '' : String(message ?? ''));
  } catch {
    return status;
  }
}
