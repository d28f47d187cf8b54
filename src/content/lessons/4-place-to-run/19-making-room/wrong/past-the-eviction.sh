# drain without the eviction API deletes, and asks no budget.
# @cause broke the budget of db
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl rollout status deployment shop
kubectl drain node-2 --ignore-daemonsets --delete-emptydir-data --disable-eviction
