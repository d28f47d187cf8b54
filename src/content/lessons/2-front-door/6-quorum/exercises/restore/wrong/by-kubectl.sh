# Asks the API server for what the member has: it answers only with a majority.
# @cause lost what a member still had
kubectl get configmaps,deployments -o yaml > left.yaml
etcdutl snapshot restore backup.db --bump-revision 1000000000 --mark-compacted
sleep 5
kubectl apply -f left.yaml
