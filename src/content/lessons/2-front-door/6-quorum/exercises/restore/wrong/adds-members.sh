# Adds new members beside the one that is left, which takes a majority.
# @cause left one member without a majority
for member in etcd-0 etcd-1 etcd-2; do
  if etcdctl --endpoints=$member:2379 snapshot save left.db; then
    etcdctl --endpoints=$member:2379 member add etcd-3 --peer-urls=http://etcd-3:2380
    etcdctl --endpoints=$member:2379 member add etcd-4 --peer-urls=http://etcd-4:2380
    exit
  fi
done
etcdutl snapshot restore backup.db --bump-revision 1000000000 --mark-compacted
