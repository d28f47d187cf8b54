# Restores the backup, lets controllers work with it, and then restores the member's file, which is in their past.
# @cause left controllers waiting for old revisions
file=backup.db
for member in etcd-0 etcd-1 etcd-2; do
  etcdctl --endpoints=$member:2379 snapshot save left.db && file=left.db
done
etcdutl snapshot restore backup.db --bump-revision 1000000000 --mark-compacted
sleep 20
kubectl scale deployment shop --replicas=6
sleep 20
etcdutl snapshot restore $file --bump-revision 1000000000 --mark-compacted
