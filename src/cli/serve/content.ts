/**
 * In which form an answer's body leaves: bytes as they are, JSON, JSON for reading, or YAML (upstream: apiserver
 * pkg/endpoints/handlers/negotiation, responsewriters).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringify } from 'yaml';
import { type ApiResponse, onWire } from '../../engine/index.ts';
import { responseText } from './response-text.ts';

const yamlType = 'application/yaml';

/** What upstream indents for every client: the version and the list of paths. */
const plainDocuments = /^\/(?:version\/?)?(?:\?|$)/;

/** Whether the client accepts YAML before anything else that this server speaks. `/openapi/v2` is never YAML, whoever accepts it. */
export function wantsYaml({ headers, url = '' }: IncomingMessage): boolean {
  if (/^\/openapi\/v2(?:\?|$)/.test(url)) return false;
  const types = (headers.accept ?? '').split(',').map((each) => each.split(';', 1)[0]?.trim());
  const first = types.find(
    (type) => type !== undefined && (type === yamlType || /^(?:application\/json|(?:application|\*)\/\*)$/.test(type)),
  );
  return first === yamlType;
}

/** The body to send; sets the content type where it isn't the one of the answer. */
export function contentOf(
  message: IncomingMessage,
  response: ServerResponse,
  { body = '', binary, headers }: ApiResponse,
): string | Buffer {
  if (binary === true) return Buffer.from(String(body), 'latin1');
  if (typeof body === 'string') return body;
  const isJson = headers['content-type'] === 'application/json';
  if (isJson && wantsYaml(message)) {
    response.setHeader('content-type', yamlType);
    return stringify(onWire(body), { aliasDuplicateObjects: false, lineWidth: 0 });
  }
  // Upstream's WriteRawJSON.
  if (isJson && plainDocuments.test(message.url ?? '')) return JSON.stringify(body, null, 2);
  return isJson && wantsPretty(message) ? `${JSON.stringify(onWire(body), null, 2)}\n` : responseText(body);
}

/** `?pretty=true`, or a client that people read from. */
function wantsPretty({ url = '', headers }: IncomingMessage): boolean {
  const asked = /[?&]pretty=([^&]*)/.exec(url)?.[1];
  if (asked !== undefined && asked !== '') return /^(?:1|t|true)$/i.test(asked);
  return /^(?:curl|Wget|Mozilla\/5\.0)/.test(headers['user-agent'] ?? '');
}
