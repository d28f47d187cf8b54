/** What a StorageClass names as its `provisioner`. */
export const driver = 'disk.csi.converge.dev';
