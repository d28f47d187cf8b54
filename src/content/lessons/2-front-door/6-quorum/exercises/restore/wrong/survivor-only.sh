# Forgets that no member may be left.
# @cause left three lost members as they were
for member in etcd-0 etcd-1 etcd-2; do
  etcdctl --endpoints=$member:2379 snapshot save left.db && etcdutl snapshot restore left.db --bump-revision 1000000000 --mark-compacted
done
