/**
 * A session is a log: a seed, files, and inputs at virtual times. Everything here is plain JSON, because it is kept, shared and
 * sent between threads. All times are virtual milliseconds since the session's start (see `Moment`).
 */
import type { ApiRequest, ApiResponse, Fault, Json, ProfileName } from '../engine/index.ts';
import type { DisplayData } from '../viz/display-data.ts';
import type { PartName } from './part-names.ts';

/** Where a session stands. Time 0 is the first whole second at which the cluster had booted and was quiet. */
export interface Moment {
  readonly t: number;
  /** etcd's revision. */
  readonly revision: number;
}

/** A moment to show: right after a revision, after everything up to a time, or right after a revision of that time. */
export type Place = { readonly t: number } | { readonly revision: number } | Moment;

/** Which of etcd's keys are shown. */
export interface KeySpaceRequest {
  /** Absent: now. */
  readonly at?: Place;
  /** '' for all. */
  readonly prefix: string;
  readonly order: 'newest' | 'key';
}

/** What the session's cluster is made of; absent fields have the defaults of the engine's `ClusterOptions`. */
export interface ClusterSpec {
  readonly nodes?: number;
  readonly nodeCapacity?: { readonly cpu: string; readonly memory: string; readonly pods: number };
  readonly withoutControllers?: readonly string[];
  /** Only what runs in place of the cluster's own components writes Events. */
  readonly withoutEvents?: boolean;
  /** Members of etcd that agree by raft; absent: one that can't be lost. */
  readonly etcd?: 1 | 3 | 5;
  /** Bytes each member's file may grow to before etcd raises NOSPACE. */
  readonly etcdQuotaBytes?: number;
  /** API servers, controller managers and schedulers, one of each a control plane. */
  readonly controlPlanes?: number;
  /** It runs in a cloud. See ClusterOptions.cloud. */
  readonly cloud?: boolean;
  /** kube-proxies are Pods of a DaemonSet. See ClusterOptions.kubeProxyPods. */
  readonly kubeProxyPods?: boolean;
  /** What it is installed with. See ClusterOptions.addons. */
  readonly addons?: readonly string[];
  /** A server of repositories beside the cluster. */
  readonly repositories?: boolean;
  /** Absent: `full`. See ClusterOptions.profile. */
  readonly profile?: ProfileName;
}

export interface SessionLog {
  readonly version: 1;
  readonly seed: number;
  readonly cluster: ClusterSpec;
  /** The workspace at the start: path -> text. Paths are relative, with `/`. */
  readonly files: Readonly<Record<string, string>>;
  /** In order of `at`. */
  readonly inputs: readonly Input[];
}

/** A user's action at a terminal. The first action that names a terminal creates it. */
export type TerminalAct =
  /** A command, of one or more lines, at the prompt. One typed while another runs waits for it. */
  | { readonly do: 'line'; readonly text: string }
  /** Keys for the program that runs, as a terminal sends them (`kubectl exec -it`). */
  | { readonly do: 'keys'; readonly text: string }
  /** Ctrl+C: ends the command that runs. One that doesn't heed it is forgotten at the second. */
  | { readonly do: 'interrupt' }
  | { readonly do: 'resize'; readonly columns: number; readonly rows: number }
  /** Ends what runs and forgets the terminal. */
  | { readonly do: 'close' };

/** A request from outside the cluster: its user is the administrator. */
export type OutsideRequest = Omit<ApiRequest, 'user' | 'cause' | 'body'> & {
  /** As it was sent: text by its content-type. */
  readonly body?: string;
};

/** What comes back: an answer; where it is a stream, pieces and an end besides. */
export type AnswerPart =
  /** `nowMs`: the cluster's time, since the epoch. */
  | { readonly respond: ApiResponse; readonly nowMs: number }
  | { readonly write: Json }
  | { readonly end: true };

/** A user's action on the session. */
export type Action =
  /** An HTTP request from outside to `apiserver` or to a member of etcd, such as from a WebContainer's terminal; see `requests.ts`. */
  | { readonly type: 'request'; readonly id: string; readonly to: string; readonly request: OutsideRequest }
  /** Ends the stream that the request of this name opened. */
  | { readonly type: 'hangup'; readonly id: string }
  /** A terminal named `terminal`: a shell of its own that goes on in the background of everything else; see `terminals.ts`. */
  | ({ readonly type: 'terminal'; readonly terminal: string } & TerminalAct)
  /** Lines for the shell, as typed in a `sh` cell (without the `$ `). */
  | { readonly type: 'command'; readonly text: string }
  /** A `yaml` cell: writes the file, then `kubectl apply -f path`. */
  | { readonly type: 'manifest'; readonly path: string; readonly text: string }
  /** A `ts` cell: the body of an async function that sees `client`, `print`, the kinds and everything else of `converge/sdk`. */
  | { readonly type: 'script'; readonly source: string }
  /** Writes a file of the workspace, or removes it (null). */
  | { readonly type: 'edit'; readonly path: string; readonly text: string | null }
  /** Compiles the workspace's TypeScript from `entry` and runs the controller it exports in place of the one of that name. */
  /** `apart`: it speaks to the cluster only over a port, as where it is graded in a process of its own. */
  /** `part`: `entry` exports a part of the engine, such as the work queue, and the built-in controller runs with that. */
  | { readonly type: 'swap'; readonly controller: string; readonly entry: string; readonly apart?: true; readonly part?: PartName }
  /** Puts the built-in controller back. */
  | { readonly type: 'unswap'; readonly controller: string }
  /** Makes something go wrong now, for `forMs` or until the session's end. */
  | { readonly type: 'fault'; readonly fault: Fault; readonly forMs?: number }
  /** Time passes. The log has one wherever the user let it pass, so that a replay stands at the same moment. */
  | { readonly type: 'advance'; readonly to: number };

/** How an action is fitted into time; see `session/input-scheduler.ts`. */
export interface Fitting {
  /** The cell that shows the output; a number or any name. Cells wait for quiet, other inputs (the terminal, edits) act at once. */
  readonly cell?: string;
  /** After the action, time runs until the cluster is quiet, but not beyond this. */
  readonly notBeyond?: number;
  /** After the action: `quiet` (default for commands, manifests, scripts) or stay at its end (`now`; default for the others). */
  readonly after?: 'quiet' | 'now';
}

/** A requested action. `at`: not before this time; absent: when the cluster is quiet (cells) or now. */
export type InputRequest = Action & Fitting & { readonly at?: number };

/** An action as it is logged: it acts after everything due at `at`. */
export type Input = Action &
  Fitting & {
    readonly at: number;
    /** The user interrupted it after everything due at this time. */
    readonly interruptedAt?: number;
  };

/** Where and why learner code, a manifest or a command failed. */
export interface Problem {
  /** `TypeError: Cannot read properties of undefined (reading 'kind')` */
  readonly title: string;
  /** More words, or ''. */
  readonly message: string;
  /** A file of the workspace; absent for a script cell. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1, in UTF-16 units. */
  readonly column?: number;
  /** The line and its neighbours. */
  readonly sourceLines?: readonly { readonly line: number; readonly text: string }[];
  /** What to underline in `line`: columns from 1, `to` exclusive. */
  readonly squiggle?: { readonly from: number; readonly to: number };
  /** What to do about it, or ''. */
  readonly hint: string;
}

export type Output =
  | { readonly type: 'stdout' | 'stderr'; readonly text: string }
  | ({ readonly type: 'error' } & Problem)
  /** What a script printed beyond text. */
  | DisplayData
  /** What the cell and its consequences changed, up to `to`: a tree by owner. Leases and Events are left out. */
  | { readonly type: 'changes'; readonly objects: readonly ObjectChange[]; readonly omitted: number; readonly counts?: ChangeCounts };

/** How many changed, where not all of them are in the tree. */
export type ChangeCounts = Readonly<Record<'created' | 'changed' | 'deleted', number>>;

/** One object that changed between two moments, with what it owns below it. */
export interface ObjectChange {
  /** `ReplicaSet/web`; the namespace is left out when it is `default`. */
  readonly name: string;
  readonly kind: string;
  readonly change: 'created' | 'changed' | 'deleted' | 'same';
  /** Last revision that touched it; absent for `same`. */
  readonly revision?: number;
  /** Of `spec`, `data`, `metadata.labels`, `deletionTimestamp` and the like; at most twelve. Values as one-line text, '' for absent. */
  readonly fields: readonly { readonly path: string; readonly from: string; readonly to: string }[];
  /** Deletion has begun and it is still there: since when. */
  readonly leavingSince?: number;
  readonly owns: readonly ObjectChange[];
}

/**
 * How an input ended. `quiet`: done, then nothing but background waits was left. `notBeyond`, `limit`: done, but still converging
 * when time stopped. `unfinished`: the action itself was cut off by its limit. `now`: it was to end without waiting for quiet.
 */
export type InputEnd = 'quiet' | 'now' | 'notBeyond' | 'limit' | 'unfinished' | 'interrupted';

export interface InputResult {
  /** The input as logged. */
  readonly input: Input;
  readonly outputs: readonly Output[];
  /** 0: worked. As a shell's; 130 when interrupted. */
  readonly exitCode: number;
  readonly from: Moment;
  /** Where the session stands afterwards (later than the action's own end when it ran on until quiet). */
  readonly to: Moment;
  readonly end: InputEnd;
  /** Workspace files this input wrote or removed (null), except the one of an `edit` itself. */
  readonly files: Readonly<Record<string, string | null>>;
}

/** What a terminal shows: a command that was typed at the prompt, or what was printed. */
export interface TerminalPiece {
  readonly type: 'line' | 'output';
  readonly text: string;
}

/** How a terminal stands. */
export interface TerminalState {
  /** The command that runs; '' at the prompt. */
  readonly command: string;
  /** It only waits for events, without end. */
  readonly listening: boolean;
  /** It reads what is typed, key by key. */
  readonly reading: boolean;
}

/** All that a terminal shows; the oldest is forgotten when it grows long. */
export interface TerminalView extends TerminalState {
  readonly pieces: readonly TerminalPiece[];
  /** How many pieces have come, with those forgotten. */
  readonly count: number;
}

/** What a session reports of its own accord. */
export type SessionEvent =
  /** What comes back for a `request`. */
  | { readonly type: 'answer'; readonly id: string; readonly part: AnswerPart }
  /** Piece `count` of what a terminal shows (from 1). */
  | { readonly type: 'terminal'; readonly terminal: string; readonly count: number; readonly piece: TerminalPiece }
  /** How a terminal stands has changed. */
  | { readonly type: 'terminal-state'; readonly terminal: string; readonly state: TerminalState }
  /** A piece of an input's output, as it comes (the terminal, `-w`). The same text is in the result. */
  | { readonly type: 'output'; readonly cell?: string; readonly output: Output }
  /** A learner's controller failed. Said once per distinct error, and again with a higher count at 10, 100, 1000 … */
  | {
      readonly type: 'problem';
      readonly controller: string;
      readonly t: number;
      readonly count: number;
      readonly problem: Problem;
    }
  /** A line a controller logged. */
  | {
      readonly type: 'log';
      readonly controller: string;
      readonly t: number;
      readonly level: 'info' | 'error';
      readonly text: string;
    }
  /** Which controllers run code of the workspace has changed. */
  | { readonly type: 'swapped'; readonly controllers: readonly string[] };
