# Sets the image by hand, so that web's manifest meets no conflict.
# @cause left the image with two owners
echo '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"front"},"spec":{"replicas":'$(kubectl get deployment front -o jsonpath='{.spec.replicas}')'}}' > scaler.json
kubectl apply --server-side --field-manager=scaler -f scaler.json
image=$(sed -n 's/.*image: "\(.*\)".*/\1/p' web.yaml)
kubectl set image deployment/front web=$image
sed -i /replicas:/d web.yaml
kubectl apply --server-side --field-manager=web -f web.yaml
