# Room by hand, and batch isn't asked for again.
# @cause took away work
kubectl scale deployment batch --replicas=1
kubectl scale deployment db --replicas=2
kubectl rollout status deployment db
kubectl drain node-2 --ignore-daemonsets --delete-emptydir-data
kubectl rollout status deployment db
kubectl scale deployment db --replicas=1
