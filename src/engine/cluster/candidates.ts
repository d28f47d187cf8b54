/** Processes of several control planes that do their work only while they lead. In a page they come in a piece: one control plane elects nobody. */
import type { Kernel } from '../kernel/index.ts';
import { createClient, startLeaderElection } from '../sdk/internal.ts';
import type { EngineParts } from '../sdk/parts.ts';
import type { Components } from './components.ts';
import type { Connections } from './connection.ts';

export interface CandidatesOptions {
  readonly count: number;
  readonly components: Components;
  readonly connections: Connections;
  /** The kernel as each start of a component gets it. */
  readonly next: (component: string) => Kernel;
  readonly decide: EngineParts['decideLease'];
}

/** What is started and stopped as a whole: by itself, or as its process leads. */
export interface Work {
  start(): void;
  stop(): void;
}

/** So many processes `controller-manager-0` …, of which the holder of the Lease `kube-controller-manager` does the work. */
export function startCandidates({ count, components, connections, next, decide }: CandidatesOptions, name: string, work: Work): void {
  const lease = `kube-${name}`;
  // By a rule of a learner's two may lead at once. The work is done by one set of components: the first starts it, the last ends it.
  const leaders = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const component = `${name}-${index}`;
    components.add(component, () => {
      const { clock, random, unsettled } = next(component);
      const user = { name: `system:${lease}`, groups: ['system:authenticated'] };
      const handler = connections.connect(component);
      return startLeaderElection({
        client: createClient({ handler, clock, unsettled, user, userAgent: lease }),
        clock,
        random,
        lease: { namespace: 'kube-system', name: lease },
        identity: component,
        decide,
        onStartedLeading() {
          if (leaders.size === 0) work.start();
          leaders.add(component);
        },
        onStoppedLeading() {
          leaders.delete(component);
          if (leaders.size === 0) work.stop();
        },
      });
    });
  }
}
