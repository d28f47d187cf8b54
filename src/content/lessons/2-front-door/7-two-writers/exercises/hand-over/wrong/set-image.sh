# Sets the image by hand, under web's name.
# @cause wrote the image past web’s manifest
echo '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"front"},"spec":{"replicas":'$(kubectl get deployment front -o jsonpath='{.spec.replicas}')'}}' > scaler.json
kubectl apply --server-side --field-manager=scaler -f scaler.json
image=$(sed -n 's/.*image: "\(.*\)".*/\1/p' web.yaml)
kubectl set image deployment/front web=$image --field-manager=web
sed -i '/replicas:/d; s/, image: ".*"//' web.yaml
kubectl apply --server-side --field-manager=web -f web.yaml
