# Restores at the revision of the file: what controllers have seen is in its future.
# @cause left controllers waiting for old revisions
file=backup.db
for member in etcd-0 etcd-1 etcd-2; do
  etcdctl --endpoints=$member:2379 snapshot save left.db && file=left.db
done
etcdutl snapshot restore $file
