import type { PodView } from '../../viz/model.ts';

/** What the pane asks of the session. A control without its action is shown, and says that it waits. */
export interface PaneActions {
  run(): void;
  pause(): void;
  /** One event further. */
  step(): void;
  untilQuiet(): void;
  /** Virtual seconds a real second. */
  speed(factor: number): void;
  describe?(pod: PodView): void;
  remove?(pod: PodView): void;
  /** Copies a link to this moment. */
  link?(): void;
  chooseRuntime?(name: string): void;
}

/** Where the cluster runs. */
export interface RuntimeView {
  /** "worker", "webcontainer" */
  readonly name: string;
  readonly state: 'idle' | 'starting' | 'ready' | 'failed' | 'unsupported';
  /** Why it failed or isn't supported. */
  readonly reason?: string;
  /** Others one may choose. */
  readonly others?: readonly { readonly name: string; readonly reason?: string }[];
}

export const speeds: readonly { readonly factor: number; readonly label: string }[] = [
  { factor: 0.1, label: '1/10 ×' },
  { factor: 1, label: '1 ×' },
  { factor: 10, label: '10 ×' },
  { factor: 100, label: '100 ×' },
  { factor: 1000, label: '1000 ×' },
];
