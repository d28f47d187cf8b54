# Takes the backup whenever there is one.
# @cause lost what a member still had
for member in etcd-0 etcd-1 etcd-2; do
  etcdctl --endpoints=$member:2379 snapshot save left.db
done
if [ -f backup.db ]; then file=backup.db; else file=left.db; fi
etcdutl snapshot restore $file --bump-revision 1000000000 --mark-compacted
