# Forces web's whole manifest first, and hands replicas over afterwards, with the number of the file.
# @cause overwrote the scaler’s number
kubectl apply --server-side --field-manager=web --force-conflicts -f web.yaml
echo '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"front"},"spec":{"replicas":'$(kubectl get deployment front -o jsonpath='{.spec.replicas}')'}}' > scaler.json
kubectl apply --server-side --field-manager=scaler -f scaler.json
sed -i /replicas:/d web.yaml
kubectl apply --server-side --field-manager=web -f web.yaml
