# Deletes all Pods of shop at once.
# @cause broke the budget of shop
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl delete pods -l app=shop
kubectl scale deployment db --replicas=2
kubectl drain node-2 --ignore-daemonsets --delete-emptydir-data
kubectl rollout status deployment db
kubectl scale deployment db --replicas=1
