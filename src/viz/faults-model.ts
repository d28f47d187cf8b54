/** The faults that a user has added to a session. */
export interface FaultsView {
  /** What a fault may name: `etcd-0`, `apiserver`, `controller/replicaset`, `kubelet/node-1` … */
  readonly components: readonly string[];
  /** Those that are not healed. `from`: milliseconds since the session's start; it may lie ahead. */
  readonly faults: readonly { readonly id: string; readonly label: string; readonly from: number }[];
}
