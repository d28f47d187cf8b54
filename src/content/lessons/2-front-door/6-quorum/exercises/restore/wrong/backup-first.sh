# Restores the backup before it asks who is left: the member's disk is new by then.
# @cause lost what a member still had
etcdutl snapshot restore backup.db --bump-revision 1000000000 --mark-compacted
for member in etcd-0 etcd-1 etcd-2; do
  etcdctl --endpoints=$member:2379 snapshot save left.db && break
done
etcdutl snapshot restore left.db --bump-revision 1000000000 --mark-compacted
