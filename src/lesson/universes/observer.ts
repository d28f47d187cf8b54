/** Who hears what the judged code does in a universe. Where it is lived through again, the last life is that of the verdict. */
import type { Answered } from '../../engine/index.ts';
import type { LoggedLine } from './logged-line.ts';
import type { SubjectRequest } from './types.ts';

export type { LoggedLine } from './logged-line.ts';

export interface UniverseObserver {
  /** A life begins. */
  began(): void;
  logged(line: LoggedLine): void;
  refused(request: RefusedRequest): void;
}

/** A request of the code that was refused, and why. */
export type RefusedRequest = Omit<SubjectRequest, 'pass'>;

/** What was requested, and what was answered. @param t Virtual milliseconds since the universe began. */
export function requestOf({ request: { method, path }, response: { code, body } }: Answered, t: number): RefusedRequest {
  const { reason = '', message = '' } = code < 300 ? {} : statusIn(body);
  return { t, verb: verbOf(method, path), path, code, reason, message };
}

function statusIn(body: unknown): { readonly reason?: string; readonly message?: string } {
  if (typeof body !== 'object' || body === null) return {};
  const [reason, message]: readonly unknown[] = [Reflect.get(body, 'reason'), Reflect.get(body, 'message')];
  return { ...(typeof reason === 'string' ? { reason } : {}), ...(typeof message === 'string' ? { message } : {}) };
}

/** What each method does to an object. */
export const verbs: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

function verbOf(method: string, path: string): string {
  if (method === 'GET') return namesOne(path) ? 'get' : 'list';
  return path.endsWith('/status') ? 'updateStatus' : (verbs[method] ?? method);
}

/** `/api/v1/namespaces/default/pods/web` rather than `…/pods`. */
const namesOne = (path: string): boolean => /\/namespaces\/[^/]+\/[^/]+\/[^/]|^\/cloud\/v1\/[^/]+\/[^/]/.test(path);
