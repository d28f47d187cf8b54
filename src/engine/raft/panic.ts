/** What raft's rules keep from happening, and another rule for votes or commits may bring about. A member that meets it ends, as etcd's process does. */
export class RaftPanic extends Error {}
