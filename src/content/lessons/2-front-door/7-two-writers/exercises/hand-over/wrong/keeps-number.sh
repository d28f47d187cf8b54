# Web goes on naming replicas, with the number of the cluster.
# @cause left replicas with web
echo '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"front"},"spec":{"replicas":'$(kubectl get deployment front -o jsonpath='{.spec.replicas}')'}}' > scaler.json
kubectl apply --server-side --field-manager=scaler -f scaler.json
sed -i "s/replicas: .*/replicas: $(kubectl get deployment front -o jsonpath='{.spec.replicas}')/" web.yaml
kubectl apply --server-side --field-manager=web --force-conflicts -f web.yaml
