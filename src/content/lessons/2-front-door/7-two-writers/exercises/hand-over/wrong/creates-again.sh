# Deletes the Deployment, and lets both create it.
# @cause replaced the Deployment
echo '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"front"},"spec":{"replicas":'$(kubectl get deployment front -o jsonpath='{.spec.replicas}')'}}' > scaler.json
kubectl delete deployment front
sed -i "s/replicas: .*/replicas: 3/" web.yaml
kubectl apply --server-side --field-manager=web -f web.yaml
