# Bumps the revision without marking it as compacted, which etcdutl refuses.
# @cause left one member without a majority | left three lost members as they were
file=backup.db
for member in etcd-0 etcd-1 etcd-2; do
  etcdctl --endpoints=$member:2379 snapshot save left.db && file=left.db
done
etcdutl snapshot restore $file --bump-revision 1000000000
