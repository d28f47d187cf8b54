/** Status: how the API says no. Reasons, codes and words are upstream's (apimachinery pkg/api/errors). */
import { type FieldError, fieldErrorBody } from './field-error.ts';

export type StatusReason =
  | 'BadRequest'
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'AlreadyExists'
  | 'Conflict'
  | 'Gone'
  | 'Expired'
  | 'RequestEntityTooLarge'
  | 'UnsupportedMediaType'
  | 'Invalid'
  | 'TooManyRequests'
  | 'ServerTimeout'
  | 'InternalError'
  | 'ServiceUnavailable'
  | 'Timeout';

export type StatusCause = { readonly reason?: string; readonly message?: string; readonly field?: string };

export type StatusDetails = {
  readonly name?: string;
  readonly group?: string;
  /** The plural resource; in Invalid the Kind. */
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
};

/** metav1.Status. `code` is the HTTP status; `reason` is what programs decide by. */
export type Status = {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: { readonly continue?: string };
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  readonly reason?: StatusReason | '';
  readonly details?: StatusDetails;
  readonly code: number;
};

/** A resource as errors name it: `replicasets.apps`, `pods`. */
export interface GroupResource {
  readonly group: string;
  readonly plural: string;
}

/** Carries a Status where code throws: at the client's edge and inside the API server's handlers. */
export class StatusError extends Error {
  readonly status: Status;
  constructor(status: Status) {
    super(status.message ?? '');
    this.name = 'StatusError';
    this.status = status;
  }
}

/** Any failure. `details` without its empty parts. */
export function failure(code: number, reason: StatusReason | '', message: string, details?: StatusDetails): Status {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message } as const;
  return {
    ...status,
    ...(reason === '' ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  };
}

/** The Status of a success that has no object to show. A deletion's has no code (upstream: registry/generic store.go, finalizeDelete). */
export function success(details?: StatusDetails): Omit<Status, 'code'> {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' } as const;
  return details === undefined ? status : { ...status, details };
}

/** `pods`, `replicasets.apps`. */
export function qualified({ group, plural }: GroupResource): string {
  return group === '' ? plural : `${plural}.${group}`;
}

function named(resource: GroupResource, name: string): StatusDetails {
  return {
    ...(name === '' ? {} : { name }),
    ...(resource.group === '' ? {} : { group: resource.group }),
    ...(resource.plural === '' ? {} : { kind: resource.plural }),
  };
}

export function notFound(resource: GroupResource, name: string): Status {
  return failure(404, 'NotFound', `${qualified(resource)} "${name}" not found`, named(resource, name));
}

/** For a path no resource answers to. */
export function pathNotFound(): Status {
  return failure(404, 'NotFound', 'the server could not find the requested resource', {});
}

export function methodNotAllowed(): Status {
  return failure(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource', {});
}

export function alreadyExists(resource: GroupResource, name: string): Status {
  return failure(409, 'AlreadyExists', `${qualified(resource)} "${name}" already exists`, named(resource, name));
}

/** All tries of a generated name were taken. */
export function generateNameConflict(resource: GroupResource, name: string): Status {
  const words = 'already exists, the server was not able to generate a unique name for the object';
  const details = { ...named(resource, name), retryAfterSeconds: 1 };
  return failure(409, 'AlreadyExists', `${qualified(resource)} "${name}" ${words}`, details);
}

/** What upstream says when a resourceVersion is not the current one. */
export const OBJECT_MODIFIED =
  'the object has been modified; please apply your changes to the latest version and try again';

export function conflict(resource: GroupResource, name: string, why: string = OBJECT_MODIFIED): Status {
  const message = `Operation cannot be fulfilled on ${qualified(resource)} "${name}": ${why}`;
  return failure(409, 'Conflict', message, named(resource, name));
}

/** An empty `plural` gives the form for paths that are no resource: `forbidden: why`. */
export function forbidden(resource: GroupResource, name: string, why: string, causes?: readonly StatusCause[]): Status {
  const what = qualified(resource);
  const subject = what === '' ? 'forbidden' : name === '' ? `${what} is forbidden` : `${what} "${name}" is forbidden`;
  return failure(403, 'Forbidden', `${subject}: ${why}`, { ...named(resource, name), ...(causes ? { causes } : {}) });
}

export function unauthorized(message = 'Unauthorized'): Status {
  return failure(401, 'Unauthorized', message);
}

export function badRequest(message: string): Status {
  return failure(400, 'BadRequest', message);
}

/** 422. `kind` names the Kind and its group; several errors are worded `[e1, e2]`, repeated words once. */
export function invalid(
  kind: { readonly group: string; readonly kind: string },
  name: string,
  errors: readonly FieldError[],
): Status {
  const what = kind.group === '' ? kind.kind : `${kind.kind}.${kind.group}`;
  const causes = causesOf(errors);
  const messages = [...new Set(causes.map(({ field, message }) => `${field}: ${message}`))];
  if (causes.length < errors.length) messages.push(`and ${errors.length - causes.length} more errors`);
  const list = messages.length > 1 ? `[${messages.join(', ')}]` : (messages[0] ?? '');
  return failure(422, 'Invalid', `${what} "${name}" is invalid${list === '' ? '' : `: ${list}`}`, {
    ...(name === '' ? {} : { name }),
    ...(kind.group === '' ? {} : { group: kind.group }),
    kind: kind.kind,
    causes,
  });
}

/** So many characters of causes go out. Errors that show a whole list for each of its items would take the square of a request otherwise. */
const mostOfCauses = 4_000_000;

function causesOf(errors: readonly FieldError[]): readonly StatusCause[] {
  const causes: StatusCause[] = [];
  let characters = 0;
  for (const error of errors) {
    if (characters > mostOfCauses) break;
    const message = fieldErrorBody(error);
    characters += message.length + error.field.length;
    causes.push({ reason: `FieldValue${error.type}`, message, field: error.field });
  }
  return causes;
}

export function gone(message: string): Status {
  return failure(410, 'Gone', message);
}

/** The resourceVersion or continue token is older than what etcd keeps. */
export function expired(message: string): Status {
  return failure(410, 'Expired', message);
}

export function requestEntityTooLarge(message: string): Status {
  return failure(413, 'RequestEntityTooLarge', `Request entity too large: ${message}`);
}

export function notAcceptable(accepted: readonly string[]): Status {
  const message = `only the following media types are accepted: ${accepted.join(', ')}`;
  return failure(406, 'NotAcceptable', message);
}

export function unsupportedMediaType(accepted: readonly string[]): Status {
  const known = accepted.join(', ');
  const message = `the body of the request was in an unknown format - accepted media types include: ${known}`;
  return failure(415, 'UnsupportedMediaType', message);
}

export function tooManyRequests(message: string, retryAfterSeconds: number, causes?: readonly StatusCause[]): Status {
  return failure(429, 'TooManyRequests', message, { ...(causes ? { causes } : {}), retryAfterSeconds });
}

/** Code 500, as upstream. */
export function serverTimeout(resource: GroupResource, operation: string, retryAfterSeconds: number): Status {
  const what = qualified(resource);
  const message = `The ${operation} operation against ${what} could not be completed at this time, please try again.`;
  return failure(500, 'ServerTimeout', message, { ...named(resource, ''), retryAfterSeconds });
}

export function internalError(message: string): Status {
  return failure(500, 'InternalError', `Internal error occurred: ${message}`, { causes: [{ message }] });
}

export function serviceUnavailable(message: string): Status {
  return failure(503, 'ServiceUnavailable', message);
}

export function timeout(message: string, retryAfterSeconds = 0): Status {
  return failure(504, 'Timeout', `Timeout: ${message}`, retryAfterSeconds === 0 ? {} : { retryAfterSeconds });
}

/** A client asks for a revision that is not there yet. */
export function tooLargeResourceVersion(requested: number, current: number): Status {
  return failure(504, 'Timeout', `Timeout: Too large resource version: ${requested}, current: ${current}`, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  });
}

/** The Status a thrown value carries; undefined for anything that is not a StatusError. */
export function statusOf(error: unknown): Status | undefined {
  return error instanceof StatusError ? error.status : undefined;
}

/** Whether a thrown value is a StatusError with this reason. */
export function hasReason(error: unknown, reason: StatusReason): boolean {
  return statusOf(error)?.reason === reason;
}

/** The object isn’t there (reason NotFound). */
export const isNotFound = (error: unknown): boolean => hasReason(error, 'NotFound');
/** The object has changed since it was read (reason Conflict): read it again. */
export const isConflict = (error: unknown): boolean => hasReason(error, 'Conflict');
/** An object of this name is there already (reason AlreadyExists). */
export const isAlreadyExists = (error: unknown): boolean => hasReason(error, 'AlreadyExists');
export const isInvalid = (error: unknown): boolean => hasReason(error, 'Invalid');
export const isForbidden = (error: unknown): boolean => hasReason(error, 'Forbidden');
export const isTooManyRequests = (error: unknown): boolean => hasReason(error, 'TooManyRequests');
/** Reason Expired or Gone: the requested revision is compacted away; list again. */
export const isExpired = (error: unknown): boolean => hasReason(error, 'Expired') || hasReason(error, 'Gone');
/** The namespace an object is to be made in is going away (cause NamespaceTerminating). */
export const isNamespaceTerminating = (error: unknown): boolean =>
  statusOf(error)?.details?.causes?.some((cause) => cause.reason === 'NamespaceTerminating') ?? false;
