/** KubeConfigs that lead into a universe: every client that is made of one, and its watches, go there. */
import type { Agent } from 'node:http';
import { KubeConfig } from '@kubernetes/client-node';
import type { ClusterDispatcher } from './dispatcher.ts';
import { MemoryAgent } from './memory-agent.ts';
import { currentProgram, type Program } from './program.ts';

/** Never looked up: requests go through the dispatcher or the agent. */
const server = 'http://universe.invalid';

/** How a request is sent: by undici in version 2 of client-node, by Node's HTTP in version 1. */
interface SecurityContext {
  setDispatcher?(dispatcher: ClusterDispatcher): void;
  setAgent?(agent: Agent): void;
}

/** The methods of a KubeConfig by which requests and watches learn how they are sent. Version 2 has the first alone. */
interface Security {
  applySecurityAuthentication(context: SecurityContext): Promise<void>;
  applyToFetchOptions?(options: object): Promise<object>;
}

/** The way to the universe's API server. */
class Way implements Required<Security> {
  readonly #dispatcher: ClusterDispatcher;
  readonly #agent: Agent;

  constructor(dispatcher: ClusterDispatcher) {
    this.#dispatcher = dispatcher;
    this.#agent = new MemoryAgent(dispatcher);
  }

  async applySecurityAuthentication(context: SecurityContext): Promise<void> {
    if (context.setDispatcher === undefined) context.setAgent?.(this.#agent);
    else context.setDispatcher(this.#dispatcher);
  }

  async applyToFetchOptions(options: object): Promise<object> {
    return { ...options, agent: this.#agent };
  }
}

const ways = new WeakMap<Program, Way>();

/** A KubeConfig for the test itself. */
export const kubeConfigOver = (dispatcher: ClusterDispatcher, user: string): KubeConfig => configOver(new Way(dispatcher), user);

/** The KubeConfig that a program begins with. From now on, those that it loads by itself lead to the same place. */
export function kubeConfigFor(program: Program, dispatcher: ClusterDispatcher, user: string): KubeConfig {
  const way = new Way(dispatcher);
  ways.set(program, way);
  return configOver(way, user);
}

function configOver(way: Way, user: string): KubeConfig {
  const config = new KubeConfig();
  config.loadFromClusterAndUser({ name: 'universe', server, skipTLSVerify: false }, { name: user });
  return Object.assign(config, {
    applySecurityAuthentication: (context: SecurityContext) => way.applySecurityAuthentication(context),
    applyToFetchOptions: (options: object) => way.applyToFetchOptions(options),
  });
}

function wayOfCaller(): Way | undefined {
  const program = currentProgram();
  return program && ways.get(program);
}

/** Whatever a program loads (`loadFromDefault`), it reaches no real cluster. Returns what takes that back. */
export function installKubeConfig(): () => void {
  const security: Security = KubeConfig.prototype as unknown as Security;
  const { applySecurityAuthentication, applyToFetchOptions } = security;
  security.applySecurityAuthentication = function (this: Security, context) {
    return wayOfCaller()?.applySecurityAuthentication(context) ?? applySecurityAuthentication.call(this, context);
  };
  if (applyToFetchOptions !== undefined)
    security.applyToFetchOptions = function (this: Security, options) {
      return wayOfCaller()?.applyToFetchOptions(options) ?? applyToFetchOptions.call(this, options);
    };
  return () => Object.assign(security, { applySecurityAuthentication }, applyToFetchOptions && { applyToFetchOptions });
}
