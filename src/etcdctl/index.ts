/** etcdctl's door. */
export { etcdctl, etcdutl } from './etcdctl.ts';
export type { EtcdAccess, Etcdctl, Io } from './types.ts';
