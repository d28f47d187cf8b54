# Hopes that a member of three can elect itself.
# @cause left one member without a majority
for member in etcd-0 etcd-1 etcd-2; do
  etcdctl --endpoints=$member:2379 snapshot save left.db && exit
done
etcdutl snapshot restore backup.db --bump-revision 1000000000 --mark-compacted
