/** KubeConfigs that lead into a universe: every client that is made of one, and its watches, go there. */
import { KubeConfig } from '@kubernetes/client-node';
import type { ClusterDispatcher } from './dispatcher.ts';
import { currentProgram, type Program } from './program.ts';

type SecurityContext = Parameters<KubeConfig['applySecurityAuthentication']>[0];
type Dispatcher = Parameters<SecurityContext['setDispatcher']>[0];

/** Never looked up: requests go through the dispatcher. */
const server = 'http://universe.invalid';

/** The way to the universe's API server, by program. */
const dispatchers = new WeakMap<Program, ClusterDispatcher>();

export class UniverseKubeConfig extends KubeConfig {
  readonly #dispatcher: ClusterDispatcher;

  constructor(dispatcher: ClusterDispatcher, user: string) {
    super();
    this.#dispatcher = dispatcher;
    this.loadFromClusterAndUser({ name: 'universe', server, skipTLSVerify: false }, { name: user });
  }

  override async applySecurityAuthentication(context: SecurityContext): Promise<void> {
    leadInto(this.#dispatcher, context);
  }
}

/** The KubeConfig that a program begins with. From now on, those that it loads by itself lead to the same place. */
export function kubeConfigFor(program: Program, dispatcher: ClusterDispatcher, user: string): KubeConfig {
  dispatchers.set(program, dispatcher);
  return new UniverseKubeConfig(dispatcher, user);
}

/** Whatever a program loads (`loadFromDefault`), it reaches no real cluster. Returns what takes that back. */
export function installKubeConfig(): () => void {
  const { applySecurityAuthentication } = KubeConfig.prototype;
  KubeConfig.prototype.applySecurityAuthentication = async function (this: KubeConfig, context: SecurityContext): Promise<void> {
    const program = currentProgram();
    const dispatcher = program && dispatchers.get(program);
    if (dispatcher === undefined) await applySecurityAuthentication.call(this, context);
    else leadInto(dispatcher, context);
  };
  return () => {
    KubeConfig.prototype.applySecurityAuthentication = applySecurityAuthentication;
  };
}

/** `fetch` uses nothing of a dispatcher but `dispatch`. */
const leadInto = (dispatcher: ClusterDispatcher, context: SecurityContext): void => context.setDispatcher(dispatcher as unknown as Dispatcher);
