/** The cloud's API at the port of the cluster's: `kubectl get --raw /cloud/v1/machines`. It is the administrator's alone. */
import type { Cluster, Handler, Json, Status } from '../../engine/index.ts';

export interface CloudAdmin {
  /** The administrator's. */
  readonly token: string;
  /** Who shows none is the administrator, too. */
  readonly isOpen: boolean;
}

/** The cluster's handler, and beside it the cloud's. */
export function withCloudApi(handler: Handler, outside: NonNullable<Cluster['outside']>, { token, isOpen }: CloudAdmin): Handler {
  const cloud = outside.handler('client');
  return (request, exchange) => {
    if (!request.path.startsWith(outside.cloudPath)) return handler(request, exchange);
    const refuse = ({ code, status }: Refusal): void => exchange.respond({ code, headers: { 'content-type': 'application/json' }, body: { ...status } });
    const shown = request.headers['authorization'];
    if (shown === undefined ? !isOpen : shown !== `Bearer ${token}`) refuse(refusal(403, 'Forbidden', 'the cloud’s API is the administrator’s: show its token'));
    else {
      const body = bodyOf(request.body);
      if (body === 'no JSON') refuse(refusal(400, 'BadRequest', 'the cloud’s API takes JSON'));
      else return cloud({ ...request, ...(body !== undefined && { body: body.value }) }, exchange);
    }
    return () => {};
  };
}

interface Refusal {
  readonly code: number;
  readonly status: Status;
}

function refusal(code: number, reason: NonNullable<Status['reason']>, message: string): Refusal {
  return { code, status: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code } };
}

function bodyOf(body: Json | undefined): { readonly value: Json } | 'no JSON' | undefined {
  if (typeof body !== 'string') return body === undefined ? undefined : { value: body };
  try {
    return { value: JSON.parse(body) };
  } catch {
    return 'no JSON';
  }
}
