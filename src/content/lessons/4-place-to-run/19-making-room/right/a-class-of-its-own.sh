# Another class of priority, and json patches.
kubectl create priorityclass shop-first --value=500
kubectl patch deployment shop --type=json -p '[{"op":"add","path":"/spec/template/spec/priorityClassName","value":"shop-first"}]'
kubectl patch deployment db --type=json -p '[{"op":"replace","path":"/spec/replicas","value":2}]'
kubectl wait deployment db --for=jsonpath='{.status.readyReplicas}'=2 --timeout=5m
kubectl drain node-2 --ignore-daemonsets --delete-emptydir-data
kubectl wait deployment db --for=jsonpath='{.status.readyReplicas}'=2 --timeout=5m
kubectl patch deployment db --type=json -p '[{"op":"replace","path":"/spec/replicas","value":1}]'
