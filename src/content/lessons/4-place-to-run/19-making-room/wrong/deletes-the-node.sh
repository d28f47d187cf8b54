# The node is gone, and its Pods are lost with it.
# @cause removed a node
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl rollout status deployment shop
kubectl delete node node-2
