/** The remote repository, over the network: `git push`, and what `git clone` and `git fetch` read. */
import type { ApiRequest, ApiResponse, Commit, Json } from '../../../engine/index.ts';
import type { Process } from '../../types.ts';
import { branchesOf, type Clone, GitError, historyOf, short, store } from './clones.ts';

/** `https://git.example.com/shop.git` -> `shop` */
const nameOf = (address: string): string => address.replace(/\.git$/, '').replace(/^.*[/:]/, '');

function request(process: Process, method: ApiRequest['method'], origin: string, rest: string, body?: Json): Promise<ApiResponse> {
  const path = `/apis/git.converge.dev/v1/repositories/${encodeURIComponent(nameOf(origin))}/${rest}`;
  const user = { name: 'kubernetes-admin', groups: [] };
  const headers = { 'user-agent': 'git', 'content-type': 'application/json' };
  return new Promise((resolve) => {
    const sent: ApiRequest = { method, path, query: {}, headers, user, ...(body === undefined ? {} : { body }) };
    const hangUp = process.options.connect(sent, { respond: resolve, write() {}, end() {} });
    process.onInterrupt(() => {
      hangUp();
      resolve({ code: 0, headers: {} });
    });
  });
}

const unreachable = (origin: string): GitError => new GitError(`fatal: unable to access '${origin}': Could not connect to server`);

/** Names of the remote's branches and their commits; undefined where it doesn't exist: the first push makes it. */
async function remoteBranches(process: Process, origin: string): Promise<Readonly<Record<string, string>> | undefined> {
  const { code, body } = await request(process, 'GET', origin, 'branches');
  if (code === 404) return undefined;
  if (code !== 200 || typeof body !== 'object' || body === null) throw unreachable(origin);
  return Object.fromEntries(Object.entries(body).map(([name, id]) => [name, String(id)]));
}

export async function push(clone: Clone, process: Process, branch: string, force: boolean): Promise<number> {
  const { origin } = clone;
  if (origin === '') throw new GitError("fatal: 'origin' does not appear to be a git repository");
  const id = branchesOf(clone)[branch];
  if (id === undefined) throw new GitError(`error: src refspec ${branch} does not match any`, 1);
  const before = (await remoteBranches(process, origin))?.[branch];
  if (before === id) {
    process.stderr('Everything up-to-date\n');
    return 0;
  }
  const commits = [...historyOf(clone, clone.objects.commit('local', id))].reverse();
  const sent = commits.map(({ id: _, ...commit }) => commit) as unknown as Json;
  const { code } = await request(process, 'POST', origin, `branches/${branch}`, { commits: sent, force });
  process.stderr(`To ${origin}\n`);
  if (code === 409) {
    process.stderr(` ! [rejected]        ${branch} -> ${branch} (non-fast-forward)\nerror: failed to push some refs to '${origin}'\n`);
    return 1;
  }
  if (code !== 200) throw unreachable(origin);
  process.stderr(pushed(branch, before, id, !commits.some((commit) => commit.id === before)));
  return 0;
}

function pushed(branch: string, before: string | undefined, id: string, isForced: boolean): string {
  if (before === undefined) return ` * [new branch]      ${branch} -> ${branch}\n`;
  if (isForced) return ` + ${short(before)}...${short(id)} ${branch} -> ${branch} (forced update)\n`;
  return `   ${short(before)}..${short(id)}  ${branch} -> ${branch}\n`;
}

/** Brings a branch of the remote, with all commits that lead to it; undefined: it has no such branch. @throws GitError where there is no such remote. */
export async function fetchBranch(clone: Clone, process: Process, branch: string): Promise<Commit | undefined> {
  const { origin } = clone;
  const commits: Commit[] = [];
  const branches = await remoteBranches(process, origin);
  if (branches === undefined) throw new GitError(`remote: Repository not found.\nfatal: repository '${origin}' not found`);
  for (let id = branches[branch]; id !== undefined; id = commits[0]?.parents[0]) {
    const { code, body } = await request(process, 'GET', origin, `commits/${id}`);
    if (code !== 200) throw unreachable(origin);
    // The server's own answer.
    commits.unshift(body as unknown as Commit);
  }
  return commits.length === 0 ? undefined : store(clone, commits.map(({ id: _, ...commit }) => commit), branch);
}
