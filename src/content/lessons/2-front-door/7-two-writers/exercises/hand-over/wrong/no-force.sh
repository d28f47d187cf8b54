# Hands replicas over, and stops at the conflict.
# @cause left the old image
echo '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"front"},"spec":{"replicas":'$(kubectl get deployment front -o jsonpath='{.spec.replicas}')'}}' > scaler.json
kubectl apply --server-side --field-manager=scaler -f scaler.json
sed -i /replicas:/d web.yaml
kubectl apply --server-side --field-manager=web -f web.yaml
