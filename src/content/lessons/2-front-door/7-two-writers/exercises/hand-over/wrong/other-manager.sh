# Hands replicas to a manager that isn't the scaler.
# @cause gave replicas to another manager
echo '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"front"},"spec":{"replicas":'$(kubectl get deployment front -o jsonpath='{.spec.replicas}')'}}' > scaler.json
kubectl apply --server-side --field-manager=autoscaler -f scaler.json
sed -i /replicas:/d web.yaml
kubectl apply --server-side --field-manager=web --force-conflicts -f web.yaml
