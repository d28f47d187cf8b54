/** The test's own requests: time passes as long as one is under way, and nothing goes wrong with them. */
import { type KubeConfig, type KubernetesObject, KubernetesObjectApi } from '@kubernetes/client-node';
import { parseAllDocuments } from 'yaml';
import type { ApiResponse, Cluster, Exchange, Handler, RunOptions } from '../engine/index.ts';
import { createDispatcher } from './dispatcher.ts';
import { kubeConfigOver } from './kube-config.ts';

/** Times that a request is tried again which finds its kind not yet served, and the pause between. */
const kindTries = 20;
const kindPauseMs = 250;
const name = 'test';

export interface TestClientOptions {
  readonly cluster: Cluster;
  /** Runs the cluster; one run at a time. */
  run(options: RunOptions): Promise<void>;
  /** Something was handed to the test's code. */
  active(): void;
}

export class TestClient {
  readonly kubeConfig: KubeConfig;
  readonly #options: TestClientOptions;
  readonly #objects: KubernetesObjectApi;
  #unanswered = 0;
  #isDriving = false;

  constructor(options: TestClientOptions) {
    this.#options = options;
    this.kubeConfig = this.#createKubeConfig();
    this.#objects = KubernetesObjectApi.makeApiClient(this.kubeConfig);
  }

  async apply(manifests: string | object | readonly object[]): Promise<void> {
    for (const manifest of manifestsIn(manifests)) {
      this.#note(`applies ${manifest.kind} ${manifest.metadata?.name}`);
      await this.#applyOne(manifest, kindTries);
    }
  }

  #note(what: string): void {
    this.#options.cluster.trace.record({ component: name, type: 'note', what });
  }

  #createKubeConfig(): KubeConfig {
    const { cluster, active } = this.#options;
    const dispatcher = createDispatcher({
      handler: this.#driven(cluster.connect(name)),
      user: { name, groups: [] },
      sending: ({ method, path }) => {
        if (method !== 'GET') this.#note(`sends ${method} ${path}`);
        return cluster.trace.last;
      },
      deliver: (_, work) => {
        active();
        work();
      },
      opened: () => () => {},
    });
    return kubeConfigOver(dispatcher, name);
  }

  /** Time passes as long as a request of the test is under way. */
  #driven(handler: Handler): Handler {
    return (request, exchange) => {
      this.#unanswered += 1;
      let isAnswered = false;
      const answered = (): void => {
        if (!isAnswered) this.#unanswered -= 1;
        isAnswered = true;
      };
      const counting: Exchange = {
        ...exchange,
        respond(response: ApiResponse) {
          answered();
          exchange.respond(response);
        },
        lost() {
          answered();
          exchange.lost?.();
        },
      };
      const hangUp = handler(request, counting);
      void this.#drive();
      return () => {
        answered();
        hangUp();
      };
    };
  }

  async #drive(): Promise<void> {
    if (this.#isDriving) return;
    this.#isDriving = true;
    while (this.#unanswered > 0) await this.#options.run({ while: () => this.#unanswered > 0 });
    this.#isDriving = false;
  }

  async #applyOne(manifest: KubernetesObject, tries: number): Promise<void> {
    try {
      await this.#objects.patch(manifest, undefined, undefined, name, true, 'application/apply-patch+yaml');
    } catch (error) {
      // Its definition may have been applied just now.
      if (tries === 0 || !/Unrecognized API version and kind|HTTP-Code: 404/.test(String(error))) throw error;
      await this.#pause();
      await this.#applyOne(manifest, tries - 1);
    }
  }

  #pause(): Promise<void> {
    const { cluster, run } = this.#options;
    return run({ until: cluster.now() + kindPauseMs });
  }
}

function manifestsIn(manifests: string | object | readonly object[]): readonly KubernetesObject[] {
  if (typeof manifests !== 'string') return [manifests].flat();
  return parseAllDocuments(manifests)
    .map((document) => document.toJS())
    .filter((object) => object !== null);
}
