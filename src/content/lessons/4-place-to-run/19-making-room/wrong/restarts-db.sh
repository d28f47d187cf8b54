# Lets db start anew elsewhere, with none meanwhile.
# @cause broke the budget of db
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl cordon node-2
kubectl scale deployment db --replicas=0
kubectl scale deployment db --replicas=1
kubectl drain node-2 --ignore-daemonsets --delete-emptydir-data
