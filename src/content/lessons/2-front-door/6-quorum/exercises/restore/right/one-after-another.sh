# Saves from the first machine that answers, and goes on by exit codes.
etcdctl --endpoints=etcd-0:2379 snapshot save left.db ||
  etcdctl --endpoints=etcd-1:2379 snapshot save left.db ||
  etcdctl --endpoints=etcd-2:2379 snapshot save left.db ||
  cp backup.db left.db
etcdutl snapshot restore left.db --bump-revision 1000000000 --mark-compacted
