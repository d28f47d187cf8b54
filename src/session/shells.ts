/** Shells over the session's workspace, cluster and faults: the one of the cells, and one for each terminal. */
import type { Cluster } from '../engine/index.ts';
import type { FaultControl, Files, IncidentControl, Shell, ShellOptions } from '../shell/types.ts';
import { createEtcdAccess } from './etcd-access.ts';
import { createPorts } from '../shell/ports.ts';
import { terraform } from '../shell/terraform/terraform.ts';
import { settling } from './settling.ts';
import { createTimers, type Timers } from './timers.ts';
import type { TraceLog } from './trace-log.ts';

export interface OpenShell {
  readonly process: Shell;
  /** What its commands wait for: `sleep`, time-outs. */
  readonly timers: Timers;
}

export interface Shells {
  /** `background`: its commands' waiting doesn't keep the cluster from being quiet. */
  open(options?: Pick<ShellOptions, 'terminal' | 'onListening'> & { readonly background?: boolean }): OpenShell;
}

export interface ShellsParts {
  readonly cluster: Cluster;
  readonly workspace: Files;
  readonly faults: FaultControl;
  readonly incidents: IncidentControl;
  readonly traces: Pick<TraceLog, 'command'>;
  createShell(options: ShellOptions): Shell;
}

export function createShells({ cluster, workspace, faults, incidents, traces, createShell }: ShellsParts): Shells {
  const connect = settling(cluster, cluster.connect('kubectl'));
  const { trace, outside } = cluster;
  const etcd = createEtcdAccess(cluster);
  // What one of them forwards is reached from every other.
  const ports = createPorts();
  const awake = (run: () => void) => () => {
    cluster.unsettled();
    run();
  };
  return {
    open({ background = false, ...more } = {}) {
      const timers = createTimers(cluster);
      /** A fault that a command adds has the command as its cause. */
      const addBecause =
        (cause: number): FaultControl['add'] =>
        (...fault) => {
          const before = trace.current;
          trace.current = cause;
          try {
            return faults.add(...fault);
          } finally {
            trace.current = before;
          }
        };
      const process = createShell({
        files: workspace,
        connect,
        began(words, line) {
          const cause = traces.command(words, line);
          return {
            connect: (request, exchange) => connect({ ...request, cause }, exchange),
            faults: { ...faults, add: addBecause(cause) },
            cloud: cluster.cloud?.because(cause),
          };
        },
        now: () => cluster.now(),
        sleep: (ms) =>
          new Promise((resolve) => {
            timers.after(ms, awake(resolve), { background });
          }),
        faults,
        incidents,
        running: cluster.running,
        rules: cluster.rules,
        manifests: cluster.manifests,
        ...(outside !== undefined && { outside: { ...outside, unsettled: cluster.unsettled }, commands: { terraform: (args, process) => terraform(args, process) } }),
        ports,
        etcd: { ...etcd, after: (ms, run) => timers.after(ms, awake(run), { background }) },
        ...more,
      });
      return { process, timers };
    },
  };
}
