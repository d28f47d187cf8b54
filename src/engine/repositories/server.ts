/**
 * The server that repositories live on, outside of the cluster: everything that reads or pushes reaches it by requests.
 *
 * `GET  …/repositories/<name>/branches`           names of branches, and the commits that they point at
 * `GET  …/repositories/<name>/branches/<branch>`  `{ "id": … }`
 * `GET  …/repositories/<name>/commits/<id>`       the commit with its files
 * `POST …/repositories/<name>/branches/<branch>`  a push; see parse-push.ts
 */
import { type ApiRequest, type ApiResponse, badRequest, failure, type Handler, type Json, methodNotAllowed, notFound, type Status } from '../meta/index.ts';
import { parsePush } from './parse-push.ts';
import type { Repositories } from './types.ts';

const group = 'git.converge.dev';

/** Requests with such a path are for this server. */
export const repositoriesPath = `/apis/${group}/v1/repositories/`;

/** Answers at once: what takes time is the network. */
export function createRepositoryServer(repositories: Repositories): Handler {
  return (request, exchange) => {
    exchange.respond(answer(repositories, request));
    return () => {};
  };
}

const json = { 'content-type': 'application/json' };

/** Data without functions is JSON: a Status and a commit have no index signature, which is all that TypeScript misses. */
const ok = (body: object): ApiResponse => ({ code: 200, headers: json, body: body as Json });
const refused = (status: Status): ApiResponse => ({ ...ok(status), code: status.code });

function answer(repositories: Repositories, { method, path, body }: ApiRequest): ApiResponse {
  const [repository = '', collection, ...rest] = path.slice(repositoriesPath.length).split('/').map(decodeURIComponent);
  const name = rest.join('/');
  const branches = repositories.branches(repository);
  if (method === 'POST' && collection === 'branches' && name !== '') return push(repositories, repository, name, body);
  if (method !== 'GET') return refused(methodNotAllowed());
  if (branches === undefined) return refused(notFound({ group, plural: 'repositories' }, repository));
  if (collection === 'branches' && name === '') return ok(branches);
  if (collection === 'branches') {
    const id = branches[name];
    return id === undefined ? refused(notFound({ group, plural: 'branches' }, name)) : ok({ id });
  }
  const commit = collection === 'commits' ? repositories.commit(repository, name) : undefined;
  return commit === undefined ? refused(notFound({ group, plural: 'commits' }, name)) : ok(commit);
}

function push(repositories: Repositories, repository: string, branch: string, body: Json | undefined): ApiResponse {
  try {
    const parsed: Json | undefined = typeof body === 'string' ? JSON.parse(body) : body;
    const pushed = repositories.push(repository, parsePush(branch, parsed));
    return pushed.ok ? ok(pushed) : refused(failure(409, 'Conflict', pushed.why));
  } catch (error) {
    return refused(badRequest(error instanceof Error ? error.message : String(error)));
  }
}
