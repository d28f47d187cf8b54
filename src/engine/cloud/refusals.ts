/** What the cloud answers when it refuses, as a Status: a controller meets one kind of refusal, whoever refuses. */
import type { Status } from '../sdk/index.ts';
import type { CloudKind, CloudRefusalCode } from './types.ts';

const failure = (code: number, reason: NonNullable<Status['reason']>, message: string): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message,
  reason,
  code,
});

export const notFound = ({ words }: Pick<CloudKind, 'words'>, name: string): Status =>
  failure(404, 'NotFound', `the cloud has no ${words} "${name}"`);

export const noSuchPath = (path: string): Status => failure(404, 'NotFound', `the cloud's API has nothing at ${path}`);

export const noSuchMethod = (method: string): Status => failure(405, 'MethodNotAllowed', `the cloud's API has no ${method} here`);

export const alreadyExists = ({ words }: CloudKind, name: string, isLeaving: boolean): Status =>
  failure(409, 'AlreadyExists', `the cloud has a ${words} "${name}" already${isLeaving ? ', which is being deleted' : ''}`);

export const isLeaving = ({ words }: CloudKind, name: string): Status =>
  failure(409, 'Conflict', `the ${words} "${name}" is being deleted`);

/** What can be read and can't be. */
export const impossible = (message: string): Status => failure(422, 'Invalid', message);

/** What another use of it stands against. */
export const conflict = (message: string): Status => failure(409, 'Conflict', message);

/** What a limit stands against that isn't the account's. */
export const noMore = (message: string): Status => failure(403, 'Forbidden', message);

export const invalid = (message: string): Status => failure(422, 'Invalid', `the cloud can't read the request: ${message}`);

export const quotaExceeded = ({ words }: CloudKind, used: number, limit: number): Status =>
  failure(403, 'Forbidden', `quota exceeded: the account may have ${limit} ${words}s and has ${used}`);

const refusedBy = {
  403: 'Forbidden',
  409: 'Conflict',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
} as const;

export const refused = (code: CloudRefusalCode): Status =>
  failure(code, refusedBy[code], 'the cloud’s API: refused by a fault');
