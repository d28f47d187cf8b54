/** Controllers, webhooks and plugins of the workspace that run apart from the session, by name. */
import type { Cluster, ControllerStatus } from '../../engine/index.ts';
import type { Learner } from '../learner/learner.ts';
import { type PartName, pluginIn, webhookIn } from '../part-names.ts';
import type { Problem, SessionEvent } from '../types.ts';
import type { SubjectLink } from './messages.ts';
import { webhookOf } from './remote-webhook.ts';
import { RemoteSubject, type SubjectEnd } from './remote-subject.ts';

/** A link to code in the same realm can be looked through. */
export interface OpenedLink {
  readonly link: SubjectLink;
  status?(): ControllerStatus | undefined;
  learner?(): Learner | undefined;
}

export interface ApartOptions {
  readonly cluster: Cluster;
  readonly seed: number;
  open(): OpenedLink;
  ended?(end: SubjectEnd): void;
  caught?(problem: Problem): void;
  files(): Readonly<Record<string, string>>;
  t(): number;
  emit(event: SessionEvent): void;
}

export class ApartSubjects {
  readonly #options: ApartOptions;
  readonly #subjects = new Map<string, { readonly subject: RemoteSubject; readonly opened: OpenedLink }>();

  constructor(options: ApartOptions) {
    this.#options = options;
  }

  swap(controller: string, entry: string, part?: PartName): void {
    this.#end(controller);
    const { cluster, seed, open, ended, caught, files, t, emit } = this.#options;
    const opened = open();
    const subject = new RemoteSubject({
      program: { controller, entry, part, files: files(), seed, cloud: cluster.cloud !== undefined, plugins: cluster.pluginNames, startMs: cluster.now() - t() },
      link: opened.link,
      cluster,
      t,
      emit,
      status: () => opened.status?.(),
      ended: (end) => ended?.(end),
      caught: (problem) => caught?.(problem),
    });
    this.#subjects.set(controller, { subject, opened });
    const webhook = webhookIn(controller);
    if (webhook !== undefined) cluster.swapWebhook(webhookOf(webhook, subject));
    else if (pluginIn(controller) !== undefined) cluster.useScheduler(subject);
    else cluster.swap(subject);
  }

  /** Whether there was one of this name. */
  unswap(controller: string): boolean {
    if (!this.#end(controller)) return false;
    const { cluster } = this.#options;
    const webhook = webhookIn(controller);
    if (webhook !== undefined) cluster.unswapWebhook(webhook);
    else if (pluginIn(controller) !== undefined) cluster.useScheduler(undefined);
    else cluster.unswap(controller);
    return true;
  }

  names(): readonly string[] {
    return [...this.#subjects.keys()];
  }

  /** What runs the code of this controller, or of any, where that is near enough to be looked at. */
  learner(controller = this.names()[0] ?? ''): Learner | undefined {
    return this.#subjects.get(controller)?.opened.learner?.();
  }

  /** A new input begins. */
  renew(): void {
    for (const { subject } of this.#subjects.values()) subject.renew();
  }

  rejected(error: unknown): boolean {
    return [...this.#subjects.values()].some(({ subject }) => subject.rejected(error));
  }

  /** Begins to carry across what is due; the returned function brings the answers back, in the order of the names. */
  exchange(): () => Promise<void> {
    const answers = [...this.#subjects.values()].map(({ subject }) => subject.exchange());
    return async () => {
      for (const answer of answers) await answer();
    };
  }

  close(): void {
    for (const name of this.names()) this.#end(name);
  }

  #end(controller: string): boolean {
    this.#subjects.get(controller)?.subject.close();
    return this.#subjects.delete(controller);
  }
}
