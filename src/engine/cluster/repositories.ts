/** The server of repositories: a process outside of the cluster, which is reached over the network as API servers are. */
import { createRepositories, createRepositoryServer, repositoriesPath } from '../repositories/index.ts';
import type { Components } from './components.ts';
import type { Servers } from './connection.ts';

const component = 'repository';

/** Starts it. What it holds lies on a disk: a crash loses none of it. */
export function startRepositories(apiServers: Servers, components: Components): Servers {
  const repositories = createRepositories();
  const handle = createRepositoryServer(repositories);
  let up = false;
  components.add(component, () => {
    up = true;
    return {
      repositories,
      createRepositories,
      stop() {
        up = false;
      },
    };
  });
  return {
    choose: apiServers.choose,
    outside: (path) => (path.startsWith(repositoriesPath) ? component : undefined),
    handler: (name) => (name === component ? (up ? handle : undefined) : apiServers.handler(name)),
  };
}
