/** A cluster of its own, in which what the learner wrote is put to the test by commands. Each is an input of its log. */
import type { CloudConsole, Fault, Kind, KubeObject, Trace } from '../../../engine/index.ts';
import { commandFor } from '../../subjects/install.ts';
import type { Action } from '../../../session/types.ts';
import type { CaseFinding } from '../finding.ts';
import { throwIfRefused } from '../refused-manifest.ts';
import type { Session } from '../../../session/session.ts';

/** What a command came to. */
export interface Ran {
  readonly ok: boolean;
  /** What it printed, standard output and errors together. */
  readonly text: string;
}

export interface Bench {
  /** Applies a file of the exercise: the learner's, or one that is fixed. */
  applyFile(path: string): Promise<Ran>;
  /** Runs a line in the shell. */
  run(line: string): Promise<Ran>;
  /** Applies a manifest of the check's. */
  apply(path: string, text: string): Promise<Ran>;
  /** Runs the learner's commands. Whatever they wait for, they end after ten minutes of the cluster's. */
  runFile(path: string): Promise<Ran>;
  /** What etcd holds now. */
  objects<T extends KubeObject>(kind: Kind<T>): readonly T[];
  /** The cloud, past its API; undefined where its cluster has none. */
  readonly cloud: Pick<CloudConsole, 'list' | 'loadBalancers' | 'machines'> | undefined;
  /** Who did what, because of what. */
  readonly trace: Pick<Trace, 'last' | 'since'>;
  /** Judges each revision, and each change in the cloud, from now on. The first finding is what `broken` says. */
  always(judge: () => CaseFinding | undefined): void;
  broken(): CaseFinding | undefined;
  /** Makes something go wrong for so long, whoever may do that in the shell. */
  fault(fault: Fault, forMs: number): Promise<Ran>;
  /** A file of the exercise, as it is handed in. */
  text(path: string): string;
  /** Virtual milliseconds since the session's start. */
  now(): number;
  /** Writes a file of the workspace. */
  write(path: string, text: string): Promise<Ran>;
  /** Lets time pass: milliseconds. */
  wait(ms: number): Promise<void>;
}

/** @param mustApply The check's manifests are right, whatever the learner wrote: a refusal is the check's mistake. */
export function openBench(session: Session, files: Readonly<Record<string, string>>, mustApply = false): Bench {
  async function input(action: Action, own = false): Promise<Ran> {
    const { exitCode, outputs } = await session.run({ ...action, after: 'now' });
    if (own && mustApply) throwIfRefused(action, { exitCode, outputs });
    const text = outputs.map((output) => ('text' in output ? output.text : output.type === 'error' ? output.title : '')).join('');
    return { ok: exitCode === 0, text: text.trimEnd() };
  }
  const { cluster } = session;
  let found: CaseFinding | undefined;
  return {
    cloud: cluster.cloud,
    trace: cluster.trace,
    objects: (kind) => cluster.objects(kind),
    always(judge) {
      const judgeNow = (): void => {
        found ??= judge();
      };
      cluster.onCommit(judgeNow);
      cluster.cloud?.onChange(judgeNow);
    },
    broken: () => found,
    runFile: (path) => input({ type: 'command', text: commandFor(path) }),
    applyFile: (path) => input({ type: 'manifest', path, text: files[path] ?? '' }),
    run: (line) => input({ type: 'command', text: line }),
    apply: (path, text) => input({ type: 'manifest', path, text }, true),
    fault: (fault, forMs) => input({ type: 'fault', fault, forMs }),
    text: (path) => files[path] ?? '',
    now: () => session.now().t,
    write: (path, text) => input({ type: 'edit', path, text }),
    async wait(ms) {
      await session.pass({ until: session.now().t + ms });
    },
  };
}
