/** The shell of cells and terminals: what it needs from the session, and what it gives. */
import type { CloudConsole, Cluster, Fault, Handler, Manifests } from '../engine/index.ts';
import type { EtcdAccess } from '../etcdctl/index.ts';
import type { Terminal } from '../kubectl/types.ts';
import type { Ports } from './ports.ts';

/** The workspace, flat: paths relative to its root, `manifests/web.yaml`. */
export interface Files {
  /** Undefined when there is none. */
  read(path: string): string | undefined;
  /** @throws DiskError when there is no room for it: then nothing has changed. */
  write(path: string, text: string): void;
  remove(path: string): void;
  /** Every path, in a fixed order. */
  list(): readonly string[];
}

/** What `converge fault` acts on. */
export interface FaultControl {
  /** Names that faults may be given. */
  components(): readonly string[];
  /** Those added and not yet healed, oldest first. */
  list(): readonly { readonly id: string; readonly fault: Fault }[];
  /** Applies the fault now or in `inMs`, for `forMs` or until healed; returns the name it is healed by. Throws an Error that says why it can't. */
  add(fault: Fault, forMs?: number, inMs?: number): string;
  /** False when there is no such fault. */
  heal(id: string): boolean;
}

/** What `converge incident` acts on. */
export interface IncidentControl {
  /**
   * Stops a loop and says how many there have been; undefined while the one before hasn't been ended.
   * @param name By which a diagnosis finds it again, and by which its loop is drawn: the same one whatever began before.
   */
  begin(name?: string): number | undefined;
  /** Makes this go wrong beside what goes wrong already, and lists it nowhere. @throws Error where there is no such component. */
  beginWith(fault: Fault): void;
  /** Lets the loop go on, and says which it was and since when (milliseconds since the session's start); undefined when there is none, `given` where it began with a fault. */
  end(): { readonly component: string; readonly from: number } | 'given' | undefined;
}

export interface ShellOptions {
  readonly files: Files;
  readonly connect: Handler;
  /** A command begins: its words, and the line of the script that it stands on, from 1. Returns what it acts through, where that differs. */
  began?(words: string, line: number): Partial<Pick<ShellOptions, 'connect' | 'faults' | 'cloud'>>;
  /** Virtual milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after so many virtual milliseconds. */
  sleep(ms: number): Promise<void>;
  /** `kubectl edit`: changes a text; absent where there is no editor. */
  readonly edit?: (text: string, name: string) => Promise<string>;
  readonly faults?: FaultControl;
  /** What curl reaches beside ports of its own: the cluster from outside, as far as its cloud lets anyone in. */
  readonly outside?: (NonNullable<Cluster['outside']> & Pick<Cluster, 'unsettled'>) | undefined;
  /** What `converge cloud` shows and changes; absent where the cluster runs in no cloud. */
  readonly cloud?: CloudConsole | undefined;
  readonly incidents?: IncidentControl;
  /** The process that runs under this name; undefined while it is down. */
  readonly running?: Cluster['running'];
  /** The rules of a node’s kube-proxy, for `converge packet`. */
  readonly rules?: Cluster['rules'];
  /** What `converge manifest` acts on: the folder of static pods of a node, if it has one. */
  manifests?(node: string): Manifests | undefined;
  /** What etcdctl talks to; absent where there is no etcd to reach. */
  readonly etcd?: EtcdAccess;
  /** A person types into it: for `kubectl exec -it`, `attach -it`, `run -it`, `debug -it`. Absent: standard input is no terminal. */
  readonly terminal?: Terminal;
  /** Those that `kubectl port-forward` opened, where several shells share them. */
  readonly ports?: Ports;
  /** `Shell.listening` has become true. */
  onListening?(): void;
  /** More commands, by name. */
  readonly commands?: Readonly<Record<string, Command>>;
}

/** Where a run's output goes, in pieces, as it comes. */
export interface Output {
  stdout(text: string): void;
  stderr(text: string): void;
}

export interface Shell {
  /**
   * Runs a script (commands by line, `;`, `&&`, `||`, pipes, redirects, here documents) and resolves with the exit code of its last
   * command. Never rejects. Variables outlive the run. One run at a time: a second one waits for the first.
   */
  run(text: string, output: Output): Promise<number>;
  /** Ctrl+C: ends the command that runs, and the script with it (exit code 130). */
  interrupt(): void;
  /** The command that runs only waits for updates, without end (`kubectl get -w`), or for a person who types. */
  listening(): boolean;
  /** What `kubectl` means without `-n`: the namespace of a context of this shell's kubeconfig ('': the current one), '' where it names none. */
  namespace(context: string): string;
}

/** One command: words after its name, and where it runs. Resolves with the exit code. */
export type Command = (args: readonly string[], process: Process) => Promise<number>;

/** What a command sees. */
export interface Process extends Output {
  /** Standard input, whole; '' for a command that doesn't read it. */
  readonly stdin: string;
  /** Where the shell stands: `/` or `/shop`. Paths of `options.files` begin there. */
  readonly folder: string;
  readonly options: ShellOptions;
  variable(name: string): string | undefined;
  /** What `kubectl config` changes: it outlives the run, as variables do. */
  readonly kubeconfig: { readonly path: string; read(): string | undefined; write(text: string): void };
  /** Those that `kubectl port-forward` opened: they outlive the run. */
  readonly ports: Ports;
  /** Runs when the user interrupts; returns what forgets it. */
  onInterrupt(run: () => void): () => void;
  /** Says that from now on it only waits for updates, without end. */
  listens(): void;
}
