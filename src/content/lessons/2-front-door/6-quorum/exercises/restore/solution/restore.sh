# backup.db is yesterday's snapshot.
file=backup.db
# The member that is left, if one is, has stored more than that.
for member in etcd-0 etcd-1 etcd-2; do
  etcdctl --endpoints=$member:2379 snapshot save left.db && file=left.db
done
# Restore on all three machines, at a revision that no controller has seen.
etcdutl snapshot restore $file --bump-revision 1000000000 --mark-compacted
