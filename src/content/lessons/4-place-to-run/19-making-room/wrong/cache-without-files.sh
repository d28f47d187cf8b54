# drain asks about an emptyDir: takes it away, and the option is not needed.
# @cause changed what runs
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl patch deployment cache --type=json -p '[{"op":"remove","path":"/spec/template/spec/volumes"},{"op":"remove","path":"/spec/template/spec/containers/0/volumeMounts"}]'
kubectl rollout status deployment cache
kubectl scale deployment db --replicas=2
kubectl drain node-2 --ignore-daemonsets
kubectl scale deployment db --replicas=1
