# Restores the member's snapshot, and then the backup as well.
# @cause lost what a member still had
for member in etcd-0 etcd-1 etcd-2; do
  etcdctl --endpoints=$member:2379 snapshot save left.db && etcdutl snapshot restore left.db --bump-revision 1000000000 --mark-compacted
done
sleep 5
etcdutl snapshot restore backup.db --bump-revision 1000000000 --mark-compacted
