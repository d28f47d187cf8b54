# Removes the lost members, which takes a majority.
# @cause left one member without a majority
for member in etcd-0 etcd-1 etcd-2; do
  if etcdctl --endpoints=$member:2379 snapshot save left.db; then
    ids=$(etcdctl --endpoints=$member:2379 member list | cut -d, -f 1)
    for id in $ids; do etcdctl --endpoints=$member:2379 member remove $id; done
    exit
  fi
done
etcdutl snapshot restore backup.db --bump-revision 1000000000 --mark-compacted
