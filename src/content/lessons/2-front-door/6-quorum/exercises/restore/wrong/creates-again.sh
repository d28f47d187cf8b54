# Restores the backup, and makes the later objects by hand.
# @cause created the objects again
for member in etcd-0 etcd-1 etcd-2; do
  left=$(etcdctl --endpoints=$member:2379 get /registry/configmaps/default/ --prefix --keys-only --consistency=s)
  names="$names $left"
done
etcdutl snapshot restore backup.db --bump-revision 1000000000 --mark-compacted
sleep 5
for key in $names; do
  kubectl create configmap $(basename $key) --from-literal=a=1
done
kubectl delete deployment shop
sleep 5
kubectl create deployment shop --image=nginx:1.27
