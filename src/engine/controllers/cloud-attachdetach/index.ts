import type { Controller, PersistentVolume } from 'converge/sdk';
import { createAttachDetachController } from '../attachdetach/index.ts';
import { withAttachments } from './attachments.ts';

/** The attach-detach controller where the cluster has a cloud: its disks are the cloud's. */
export const createCloudAttachDetachController = (): Controller<PersistentVolume> => withAttachments(createAttachDetachController());
