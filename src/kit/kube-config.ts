/** The KubeConfig that leads into a universe: every client that is made of it, and its watches, go there. */
import { KubeConfig } from '@kubernetes/client-node';
import type { ClusterDispatcher } from './dispatcher.ts';

type SecurityContext = Parameters<KubeConfig['applySecurityAuthentication']>[0];
type Dispatcher = Parameters<SecurityContext['setDispatcher']>[0];

/** Never looked up: requests go through the dispatcher. */
const server = 'http://universe.invalid';

export class UniverseKubeConfig extends KubeConfig {
  readonly #dispatcher: ClusterDispatcher;

  constructor(dispatcher: ClusterDispatcher, user: string) {
    super();
    this.#dispatcher = dispatcher;
    this.loadFromClusterAndUser({ name: 'universe', server, skipTLSVerify: false }, { name: user });
  }

  override async applySecurityAuthentication(context: SecurityContext): Promise<void> {
    // `fetch` uses nothing of a dispatcher but `dispatch`.
    context.setDispatcher(this.#dispatcher as unknown as Dispatcher);
  }
}
