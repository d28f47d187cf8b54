# Restores only where no machine answers: one that answers can be read, and not written.
# @cause left one member without a majority
etcdctl --endpoints=etcd-0:2379 endpoint status && exit
etcdctl --endpoints=etcd-1:2379 endpoint status && exit
etcdctl --endpoints=etcd-2:2379 endpoint status && exit
etcdutl snapshot restore backup.db --bump-revision 1000000000 --mark-compacted
