# By a manifest.
kubectl get deployment web -o yaml | sed "s/replicas: 1$/replicas: 2/" > web.yaml
kubectl apply -f web.yaml
kubectl rollout status deployment web
