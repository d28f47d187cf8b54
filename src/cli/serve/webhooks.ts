/** Admission webhooks of a served cluster: real HTTPS requests, as the API server of a real one would send them. */
import { request } from 'node:https';
import { type ClusterOptions, type Json, webhookUrl } from '../../engine/index.ts';

type CallWebhook = NonNullable<ClusterOptions['callWebhook']>;
type Answer = Parameters<Parameters<CallWebhook>[3]>[0];

/** A webhook that says more than this says too much. */
const mostBytes = 8 * 1024 * 1024;

/** Calls webhooks by their url. `enter` brings an answer in between two instants of the cluster. A service has no pods outside the cluster. */
export function createWebhookCaller(enter: (input: () => void) => void): CallWebhook {
  return (config, review, timeoutMs, done) => {
    const url = webhookUrl(config, timeoutMs / 1000);
    const answered = (answer: Answer): void => enter(() => done(answer));
    const failed = (why: string): void => answered({ failed: `Post "${url}": ${why}` });
    if (config.service !== undefined) return failed(`service "${config.service.name}" not found`);
    post(url, JSON.stringify(review), authority(config.caBundle), timeoutMs, (outcome) => {
      if ('why' in outcome) return failed(outcome.why);
      answered(readAnswer(outcome.code, outcome.body));
    });
  };
}

type Posted = { readonly code: number; readonly body: string } | { readonly why: string };

function post(
  url: string,
  body: string,
  ca: string | undefined,
  timeoutMs: number,
  done: (posted: Posted) => void,
): void {
  let isDone = false;
  const finish = (posted: Posted): void => {
    if (isDone) return;
    isDone = true;
    done(posted);
  };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  try {
    const options = { method: 'POST', headers, timeout: timeoutMs, ...(ca !== undefined && { ca }) };
    const sent = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > mostBytes) sent.destroy(new Error('the response is too long'));
        else chunks.push(chunk);
      });
      response.on('end', () =>
        finish({ code: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error('context deadline exceeded')));
    sent.on('error', (error) => finish({ why: wordsFor(error) }));
    sent.end(body);
  } catch (error) {
    finish({ why: error instanceof Error ? error.message : String(error) });
  }
}

/** As client-go reads an answer: anything but success is an error of the server's. */
function readAnswer(code: number, body: string): Answer {
  if (code < 200 || code > 206) {
    if (code === 404) return { failed: 'the server could not find the requested resource' };
    return {
      failed: `an error on the server (${JSON.stringify(body.trim() || 'unknown')}) has prevented the request from succeeding`,
    };
  }
  try {
    return { body: JSON.parse(body) as Json };
  } catch {
    return {
      failed: `couldn't get version/kind; json parse error: invalid character in ${JSON.stringify(body.slice(0, 40))}`,
    };
  }
}

function authority(caBundle: string | undefined): string | undefined {
  return caBundle === undefined || caBundle === '' ? undefined : Buffer.from(caBundle, 'base64').toString('utf8');
}

/** What went wrong in the words of Go's net and tls packages, where they have some. */
function wordsFor(
  error: Error & {
    readonly code?: string;
    readonly address?: string;
    readonly port?: number;
    readonly hostname?: string;
  },
): string {
  const { code, address, port, hostname } = error;
  switch (code) {
    case 'ECONNREFUSED':
      return `dial tcp ${address}:${port}: connect: connection refused`;
    case 'ENOTFOUND':
      return `dial tcp: lookup ${hostname}: no such host`;
    case 'ECONNRESET':
      return 'EOF';
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return 'tls: failed to verify certificate: x509: certificate signed by unknown authority';
    case 'CERT_HAS_EXPIRED':
      return 'tls: failed to verify certificate: x509: certificate has expired or is not yet valid';
    default:
      return error.message;
  }
}
