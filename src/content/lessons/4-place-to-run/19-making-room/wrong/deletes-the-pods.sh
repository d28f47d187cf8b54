# A delete asks no budget.
# @cause broke the budget of db
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl rollout status deployment shop
kubectl cordon node-2
kubectl delete pod --field-selector=spec.nodeName=node-2
