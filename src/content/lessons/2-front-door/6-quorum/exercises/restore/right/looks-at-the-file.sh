# Whether there is a file says whether a member was left.
for member in etcd-0 etcd-1 etcd-2; do
  etcdctl --endpoints=$member:2379 snapshot save left.db
done
if [ -f left.db ]; then file=left.db; else file=backup.db; fi
etcdutl snapshot status $file
etcdutl snapshot restore $file --bump-revision 1000000000 --mark-compacted
sleep 5
kubectl get deployments,pods
