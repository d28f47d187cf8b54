# Makes room by making Pods small: they use as much as before, and the nodes are overbooked.
# @cause made a Pod request less
kubectl set resources deployment batch --requests=cpu=100m
kubectl rollout status deployment batch
kubectl scale deployment db --replicas=2
kubectl drain node-2 --ignore-daemonsets --delete-emptydir-data
kubectl scale deployment db --replicas=1
