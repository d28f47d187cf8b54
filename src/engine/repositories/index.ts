/** Repositories on a server outside of the cluster, for what reads its desired state from Git. */
export { createRepositoryServer, repositoriesPath } from './server.ts';
export { createRepositories } from './store.ts';
export type { Commit, NewCommit, Push, Pushed, Repositories } from './types.ts';
