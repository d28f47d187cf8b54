# Saves from each machine under one name, and takes the backup when the last of them is lost.
# @cause lost what a member still had
for member in etcd-0 etcd-1 etcd-2; do
  if etcdctl --endpoints=$member:2379 snapshot save left.db; then file=left.db; else file=backup.db; fi
done
etcdutl snapshot restore $file --bump-revision 1000000000 --mark-compacted
