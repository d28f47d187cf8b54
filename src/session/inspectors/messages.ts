/** What is on its way, in words. */
import type { InFlightMessage } from '../../engine/index.ts';
import type { MapMessage, WireId } from '../../viz/map-model.ts';

/** "PUT lease node-1", "POST binding web-xl6cn", "WATCH pods" */
export function requestWords({ method, path, query }: NonNullable<InFlightMessage['request']>): string {
  const { resource, name, subresource } = partsOf(path);
  const verb = query['watch'] === undefined ? method : 'WATCH';
  if (resource === '') return `${verb} ${path}`;
  const what = name === '' && verb !== 'POST' ? resource : singular(resource);
  return [verb, what, subresource === '' ? name : `${name}/${subresource}`].filter(Boolean).join(' ');
}

/** `/api/v1/namespaces/default/pods/web/status` and below `/apis/<group>/<version>`. */
function partsOf(path: string): { readonly resource: string; readonly name: string; readonly subresource: string } {
  const all = path.split('/').filter(Boolean);
  let parts = all[0] === 'api' ? all.slice(2) : all[0] === 'apis' ? all.slice(3) : [];
  if (parts[0] === 'namespaces' && parts.length > 2) parts = parts.slice(2);
  const [resource = '', name = '', ...rest] = parts;
  return { resource, name, subresource: rest.join('/') };
}

function singular(resource: string): string {
  if (resource === 'endpoints') return resource;
  if (resource.endsWith('ies')) return `${resource.slice(0, -3)}y`;
  if (/(ss|x)es$/.test(resource)) return resource.slice(0, -2);
  return resource.endsWith('s') ? resource.slice(0, -1) : resource;
}

/** What a watch event is known to hold. */
interface EventText {
  readonly type?: unknown;
  readonly object?: { readonly kind?: unknown; readonly metadata?: { readonly name?: unknown; readonly resourceVersion?: unknown } };
}

const isEventText = (value: unknown): value is EventText => typeof value === 'object' && value !== null;

/** Words and, of a watch event, the revision. */
export function messageWords(message: InFlightMessage): { readonly words: string; readonly revision?: number } {
  const { kind, request, says } = message;
  if (kind === 'write') return { words: String(says).replace(/^\/registry\//, '') };
  const requested = request === undefined ? '' : requestWords(request);
  if (kind === 'request') return { words: requested };
  if (kind === 'answer') return { words: `${String(says)} to ${requested}` };
  if (!isEventText(says) || typeof says.type !== 'string') return { words: requested.replace(/^(WATCH|GET)/, 'a line of') };
  const object = isEventText(says.object) ? says.object : {};
  const { name, resourceVersion } = object.metadata ?? {};
  const words = [object.kind, name, says.type].filter((part) => typeof part === 'string' && part !== '').join(' ');
  const revision = Number(resourceVersion);
  return Number.isInteger(revision) && revision > 0 ? { words, revision } : { words };
}

/** The wire a message goes along, and the component it belongs to. */
export function wireOf({ kind, component }: InFlightMessage): { readonly wire: WireId; readonly who: string } {
  if (kind === 'write') return { wire: 'etcd', who: component };
  const [first = '', rest = ''] = component.split('/', 2);
  if (first === 'controller') return { wire: 'loops', who: rest };
  if (/^controller-manager(-\d+)?$/.test(component)) return { wire: 'loops', who: component };
  if (/^scheduler(-\d+)?$/.test(component)) return { wire: 'scheduler', who: component };
  if (rest !== '' && ['kubelet', 'kube-proxy', 'runtime'].includes(first)) return { wire: `node/${rest}`, who: rest };
  return { wire: 'client', who: component === 'session' || component === 'kubernetes-admin' ? 'kubectl' : component };
}

/** `startMs`: the session's start, milliseconds since the epoch. */
export function mapMessage(message: InFlightMessage, startMs: number): MapMessage {
  return { id: message.id, kind: message.kind, ...wireOf(message), ...messageWords(message), sentMs: message.sentMs - startMs };
}
