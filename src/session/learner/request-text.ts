/** Requests of learner code and their answers, as the texts of the table of calls. */
import { refText } from './short-text.ts';

const verbTexts: Readonly<Record<string, string>> = {
  updateStatus: 'update status of',
  postSubresource: 'post to',
  getSubresource: 'get',
  putSubresource: 'put to',
};

/** `create Pod default/web-…`, `delete 3 Pods`, `post to pods/eviction of web-a` */
export function requestText(verb: string, args: readonly unknown[]): string {
  const [kind, subject, third] = args;
  const name = typeof kind === 'object' && kind !== null ? String(Reflect.get(kind, 'kind')) : '';
  if (verb === 'createMany') return `create ${String(third)} ${name}${third === 1 ? '' : 's'}`;
  if (verb === 'deleteMany') return `delete ${Array.isArray(subject) ? subject.length : '?'} ${name}s`;
  const sub = verb.endsWith('Subresource') ? `/${String(third)}` : '';
  return `${verbTexts[verb] ?? verb} ${name}${sub}${refSuffix(subject)}`;
}

function refSuffix(subject: unknown): string {
  if (typeof subject === 'string') return ` ${subject}`;
  if (typeof subject !== 'object' || subject === null) return '';
  const metadata: unknown = Reflect.get(subject, 'metadata');
  const text = refText(typeof metadata === 'object' && metadata !== null ? metadata : subject);
  return text === '' ? '' : ` ${text}`;
}

/** A request and its answer: `get Pod web r 40`, `list Pod ×4`. */
export function readText(text: string, value: unknown): string {
  if (Array.isArray(value)) return `${text} ×${value.length}`;
  const metadata: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'metadata') : undefined;
  const revision: unknown = typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'resourceVersion') : undefined;
  return typeof revision === 'string' ? `${text} r ${revision}` : text;
}

/** A name that the server generated takes the place of its prefix. */
export function writtenText(text: string, value: unknown): string {
  if (!text.endsWith('…')) return text;
  const metadata: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'metadata') : undefined;
  return typeof metadata === 'object' && metadata !== null ? text.replace(/ \S*…$/, ` ${refText(metadata)}`) : text;
}
