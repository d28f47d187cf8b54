# Learns of the conflict first, by a dry run, and goes over its own work a second time.
grep -v replicas web.yaml > next.yaml
kubectl apply --server-side --field-manager=web --dry-run=server -f next.yaml
for time in 1 2; do
  echo '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"front"},"spec":{"replicas":'$(kubectl get deployment front -o jsonpath='{.spec.replicas}')'}}' > scaler.json
  kubectl apply --server-side --field-manager=scaler -f scaler.json
  kubectl apply --server-side --field-manager=web --force-conflicts -f next.yaml
done
