# The member's file is restored above what controllers have seen, the backup isn't.
# @cause left controllers waiting for old revisions
for member in etcd-0 etcd-1 etcd-2; do
  if etcdctl --endpoints=$member:2379 snapshot save left.db; then
    etcdutl snapshot restore left.db --bump-revision 1000000000 --mark-compacted
    exit
  fi
done
etcdutl snapshot restore backup.db
