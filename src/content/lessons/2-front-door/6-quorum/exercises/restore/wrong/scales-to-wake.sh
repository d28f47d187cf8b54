# Restores at the file's revision, and takes it that a write wakes the controllers.
# @cause left controllers waiting for old revisions | deleted what was restored
file=backup.db
for member in etcd-0 etcd-1 etcd-2; do
  etcdctl --endpoints=$member:2379 snapshot save left.db && file=left.db
done
etcdutl snapshot restore $file
sleep 5
kubectl scale deployment shop --replicas=0
sleep 5
kubectl scale deployment shop --replicas=2
