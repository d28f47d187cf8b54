# Hands replicas over only where the scaler doesn't own the field yet.
if ! kubectl get deployment front -o yaml --show-managed-fields | grep -q 'manager: scaler'; then
  echo '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"front"},"spec":{"replicas":'$(kubectl get deployment front -o jsonpath='{.spec.replicas}')'}}' > scaler.json
  kubectl apply --server-side --field-manager=scaler -f scaler.json
fi
sed -i /replicas:/d web.yaml
kubectl apply --server-side --field-manager=web -f web.yaml || kubectl apply --server-side --field-manager=web --force-conflicts -f web.yaml
