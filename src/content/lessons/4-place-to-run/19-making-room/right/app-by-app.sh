# Evicts one app after the other, and tries again where a budget said no.
kubectl cordon node-2
kubectl patch deployment shop -p '{"spec":{"template":{"spec":{"priorityClassName":"serving"}}}}'
kubectl rollout status deployment shop
kubectl scale deployment db --replicas=2
for app in cache batch shop db; do
  until kubectl drain node-2 --pod-selector=app=$app --ignore-daemonsets --delete-emptydir-data --timeout=30s; do
    sleep 5
  done
done
kubectl rollout status deployment db
kubectl scale deployment db --replicas=1
