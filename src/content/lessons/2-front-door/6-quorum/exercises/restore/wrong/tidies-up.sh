# Restores rightly, and removes the files when it is done.
# @cause threw the backup away
file=backup.db
for member in etcd-0 etcd-1 etcd-2; do
  etcdctl --endpoints=$member:2379 snapshot save left.db && file=left.db
done
etcdutl snapshot restore $file --bump-revision 1000000000 --mark-compacted
rm -f left.db backup.db
