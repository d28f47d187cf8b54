import type { Controller, PersistentVolumeClaim } from 'converge/sdk';
import { volumeResizerOver } from '../volume-resizer/index.ts';
import { expandCloudDisk } from './disks.ts';

/** The resizer of volumes where the cluster has a cloud: it makes the disk larger. */
export const createCloudVolumeResizer = (): Controller<PersistentVolumeClaim> => volumeResizerOver(expandCloudDisk);
