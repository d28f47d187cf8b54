# Without its budget db may go, and does.
# @cause took away a budget
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl delete pdb db
kubectl drain node-2 --ignore-daemonsets --delete-emptydir-data
