# Changes the text of the file and applies it again.
sed -e '/name: shop }/,/^---/ s/    spec:/    spec:\n      priorityClassName: serving/' cluster.yaml > next.yaml
kubectl apply -f next.yaml
kubectl rollout status deployment shop
kubectl scale deployment db --replicas=2
kubectl rollout status deployment db
kubectl drain node-2 --ignore-daemonsets --delete-emptydir-data
sleep 90
kubectl scale deployment db --replicas=1
