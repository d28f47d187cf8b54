# Applies without --server-side, as kubectl does by default.
# @cause wrote the image past web’s manifest
echo '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"front"},"spec":{"replicas":'$(kubectl get deployment front -o jsonpath='{.spec.replicas}')'}}' > scaler.json
kubectl apply --server-side --field-manager=scaler -f scaler.json
sed -i /replicas:/d web.yaml
kubectl apply -f web.yaml
