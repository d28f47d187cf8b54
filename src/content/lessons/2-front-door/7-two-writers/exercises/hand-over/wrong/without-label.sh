# Applies a manifest as web that lacks its label.
# @cause took other fields away from web
echo '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"front"},"spec":{"replicas":'$(kubectl get deployment front -o jsonpath='{.spec.replicas}')'}}' > scaler.json
kubectl apply --server-side --field-manager=scaler -f scaler.json
sed -i '/replicas:/d; s/, labels: { team: web }//' web.yaml
kubectl apply --server-side --field-manager=web --force-conflicts -f web.yaml
