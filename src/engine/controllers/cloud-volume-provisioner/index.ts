import type { Controller, PersistentVolumeClaim } from 'converge/sdk';
import { volumeProvisioner } from '../volume-provisioner/index.ts';
import { withDisks } from './disks.ts';

/** The provisioner of volumes where the cluster has a cloud: it rents a disk for each. */
export const createCloudVolumeProvisioner = (): Controller<PersistentVolumeClaim> => withDisks(volumeProvisioner);
