/** How your loop reads a repository: over the network. */
import { type Client, type Kind } from 'converge/sdk';

/** A commit: its name, and all of its files. */
export interface Commit {
  /** 40 digits that follow from everything in it. */
  readonly id: string;
  /** The commits before it. */
  readonly parents: readonly string[];
  readonly message: string;
  /** path -> text */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * The commit that a branch points at now. Rejects where the
 * repository can't be reached, or has no such branch.
 */
export async function readHead(
  client: Client, repository: string, branch: string,
): Promise<Commit> {
  const read = (path: string): Promise<unknown> =>
    client.getSubresource(server, { name: repository }, path);
  const { id } = await read(`branches/${branch}`) as Commit;
  return await read(`commits/${id}`) as Commit;
}

/** The server's addresses look like those of a kind. */
const server: Kind = {
  group: 'git.converge.dev', version: 'v1',
  kind: 'Repository', plural: 'repositories',
  namespaced: false,
};
