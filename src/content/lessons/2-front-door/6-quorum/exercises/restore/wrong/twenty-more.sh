# Twenty revisions more are fewer than controllers have seen since the backup.
# @cause left controllers waiting for old revisions
file=backup.db
for member in etcd-0 etcd-1 etcd-2; do
  etcdctl --endpoints=$member:2379 snapshot save left.db && file=left.db
done
etcdutl snapshot restore $file --bump-revision 20 --mark-compacted
