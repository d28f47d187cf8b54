# One revision more isn't more than controllers have seen.
# @cause left controllers waiting for old revisions
file=backup.db
for member in etcd-0 etcd-1 etcd-2; do
  etcdctl --endpoints=$member:2379 snapshot save left.db && file=left.db
done
etcdutl snapshot restore $file --bump-revision 1 --mark-compacted
