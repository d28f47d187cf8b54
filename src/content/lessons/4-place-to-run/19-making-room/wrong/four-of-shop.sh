# One Pod of shop more, for safety, and for ever.
# @cause asked for more than before
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl scale deployment shop --replicas=4
kubectl scale deployment db --replicas=2
kubectl drain node-2 --ignore-daemonsets --delete-emptydir-data
kubectl scale deployment db --replicas=1
