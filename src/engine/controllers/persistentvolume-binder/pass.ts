import type { PersistentVolume, PersistentVolumeClaim, Tools } from 'converge/sdk';
import type { Latest } from './latest.ts';

/** What one pass of the binder works with. */
export interface Pass {
  readonly claims: Latest<PersistentVolumeClaim>;
  readonly volumes: Latest<PersistentVolume>;
  readonly tools: Tools;
}
