# Web takes the image first, with the number of the cluster. Then it hands replicas over.
number=$(kubectl get deployment front -o jsonpath='{.spec.replicas}')
sed "s/replicas: .*/replicas: $number/" web.yaml > now.yaml
kubectl apply --server-side --field-manager=web --force-conflicts -f now.yaml
echo '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"front"},"spec":{"replicas":'$(kubectl get deployment front -o jsonpath='{.spec.replicas}')'}}' > scaler.json
kubectl apply --server-side --field-manager=scaler -f scaler.json
sed /replicas:/d web.yaml > next.yaml
kubectl apply --server-side --field-manager=web -f next.yaml
