/** What a resizer of volumes asks of its driver. */
import type { PersistentVolume, Tools } from 'converge/sdk';

/** Why a driver didn't expand a volume. */
export interface Refusal {
  /** gRPC's words. */
  readonly why: string;
  /** Nothing is under way; otherwise it may be. */
  readonly isFinal: boolean;
  /** It will never do it. */
  readonly isInfeasible: boolean;
}

/** What the driver does with the disk behind a volume; it makes no disk smaller. */
export type ExpandDisk = (volume: PersistentVolume, size: string, tools: Tools) => Promise<Refusal | undefined>;
